import Accounts
import Testing

struct MailFieldTests {
  @Test(arguments: [
    "ada@example.com", "a.b+tag@sub.example.com", "o'neil_!#$%&*-/=?^`{|}~@example.com",
  ])
  func `an ordinary address is accepted unchanged`(_ address: String) throws {
    #expect(try MailField.address(address) == address)
  }

  @Test(arguments: [
    "", "ada", "@example.com", "ada@", "a@b@c", "ada@example.com\r\nRCPT TO:<eve@example.com>",
    "ada@example.com\n", "ada@exam\u{0}ple.com", "ada@example.com> SIZE=1", "<ada@example.com>",
    "ada @example.com", "\"a b\"@example.com", "ada@example.com,eve@example.com", "äda@example.com",
    "ada@[127.0.0.1]", "ada@exаmple.com", "ada@example.com\u{2028}", "ada\\@example.com",
    String(repeating: "a", count: 250) + "@b.de",
  ])
  func `anything but one plain address is a permanent failure`(_ address: String) {
    #expect(throws: MailFailure(.permanent, "Emails cannot be sent to this address.")) {
      try MailField.address(address)
    }
  }

  @Test(arguments: ["\r\nBcc: eve@example.com", "a\nb", "a\rb", "a\u{0}b", "a\u{2028}b", "\u{85}"])
  func `a line break in a subject or a name is rejected, not removed`(_ value: String) {
    func failure(_ name: String) -> MailFailure {
      MailFailure(.permanent, "The email's \(name) has a line break or a control character.")
    }
    #expect(throws: failure("Subject")) { try MailField.text("Subject", value) }
    #expect(throws: failure("From")) {
      try MailField.mailbox("From", "ada@example.com", as: value)
    }
  }

  @Test func `short ASCII stays readable`() throws {
    #expect(try MailField.text("Subject", "Hello, \"you\"") == "Subject: Hello, \"you\"")
    #expect(
      try MailField.mailbox("From", "a@b.de", as: "Flow Magic")
        == "From: \"Flow Magic\"\r\n <a@b.de>")
    #expect(try MailField.mailbox("To", "a@b.de", as: "") == "To: <a@b.de>")
  }

  @Test(arguments: ["Grüße", "=?UTF-8?Q?no?=", String(repeating: "long ", count: 30), "Q\"uote\\"])
  func `everything else becomes encoded words of limited length`(_ value: String) throws {
    let from = try MailField.mailbox("From", "a@b.de", as: value)
    #expect(from.contains("=?UTF-8?B?") && from.hasSuffix("?=\r\n <a@b.de>"))
    for line in try [from, MailField.text("Subject", value)].flatMap({ $0.split(separator: "\r\n") }
    ) {
      #expect(line.utf8.count <= 76 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }
  }

  @Test func `a multi-byte character is never split`() {
    let words = MailField.encodedWords(String(repeating: "💌", count: 20))
    // 9 characters of 4 bytes fit into a word of 39 bytes; 36 bytes are 48 letters, without
    // padding.
    #expect(words.split(separator: "\r\n ").map(\.utf8.count) == [60, 60, 24])
  }
}
