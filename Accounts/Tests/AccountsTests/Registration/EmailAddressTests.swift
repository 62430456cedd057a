import Accounts
import Testing

struct EmailAddressTests {
  @Test(arguments: [
    "ada@example.com", "Ada.Lovelace+flows@mail.example.co.uk", "o'brien_7@ex-ample.museum",
    "!#$%&'*+-/=?^_`{|}~@example.com", "a@b.cd", "x@xn--mnchen-3ya.de", "x@1.2.example",
  ])
  func `an email address of the usual form is accepted as entered`(text: String) throws {
    let address = try EmailAddress(text)
    #expect(address.text == text)
    #expect(address.key == text.lowercased())
  }

  @Test func `addresses are compared in lowercase and without surrounding spaces`() throws {
    let address = try EmailAddress("\t Ada@Example.COM ")
    #expect(address.text == "Ada@Example.COM")
    #expect(address.key == "ada@example.com")
    #expect(try EmailAddress("ADA@EXAMPLE.COM").key == address.key)
  }

  @Test(arguments: [
    ("Ada+News@Example.com", "ada@example.com"), ("ada+a+b@example.com", "ada@example.com"),
    ("ada@example.com", "ada@example.com"), ("+ada@example.com", "+ada@example.com"),
  ])
  func `the mailbox of an address has no subaddress`(text: String, mailbox: String) throws {
    #expect(try EmailAddress(text).mailbox == mailbox)
  }

  @Test(arguments: [
    // Cyrillic а, dotless ı, the Kelvin sign, full-width letters, a soft hyphen, a bidi override,
    // a zero-width space, a combining accent, a long s.
    "аda@example.com", "adaı@example.com", "ada@\u{212A}elvin.com", "ａda@example.com",
    "ad\u{AD}a@example.com", "ada@example.com\u{202E}", "ada\u{200B}@example.com",
    "ade\u{301}@example.com", "ada@exampleſ.com", "ada@exämple.com",
  ])
  func `an email address cannot look like another one`(text: String) {
    #expect(errorCode(of: text) == .invalidAddress)
  }

  @Test(arguments: [
    "ada@example.com\r\nBcc: all@example.com", "ada@example.com\n", "\rada@example.com",
    "ada\u{0}@example.com", "ada@example.com,eve@example.com", "ada@example.com;eve@example.com",
    "<ada@example.com>", "Ada <ada@example.com>", "\"ada\"@example.com", "ada@example.com>",
    "ada(comment)@example.com", "ada@example.com\u{7F}", "ada@example.com eve@example.com",
    "ada@example.com\u{85}", "ada\u{2028}@example.com",
  ])
  func `an email address cannot break an email's header`(text: String) {
    #expect(errorCode(of: text) == .invalidAddress)
  }

  @Test(arguments: [
    "", " ", "@", "ada", "ada@", "@example.com", "ada@example", "ada@@example.com",
    "ada@eve@example.com", ".ada@example.com", "ada.@example.com", "a..b@example.com",
    "ada@.example.com", "ada@example.com.", "ada@example..com", "ada@-example.com",
    "ada@example-.com", "ada@exa_mple.com", "ada@127.0.0.1", "ada@[127.0.0.1]", "ada@example.c",
    "ada@example.com:25", "a da@example.com", "ada@exam ple.com",
  ])
  func `an email address of another form is rejected with a message`(text: String) throws {
    let error = #expect(throws: AccountError.self) { try EmailAddress(text) }
    #expect(error?.code == .invalidAddress)
    #expect(error?.message.hasPrefix("Check the email address: ") == true)
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test func `an address longer than SMTP allows is rejected`() throws {
    let local = String(repeating: "a", count: 64)
    let label = String(repeating: "b", count: 63)
    #expect(throws: Never.self) { try EmailAddress("\(local)@\(label).com") }
    #expect(errorCode(of: "a\(local)@example.com") == .invalidAddress)
    #expect(errorCode(of: "ada@b\(label).com") == .invalidAddress)
    let longest = "\(local)@\(label).\(label).\(String(repeating: "c", count: 57)).com"
    #expect(longest.utf8.count == 254)
    #expect(try EmailAddress(longest).text == longest)
    #expect(
      errorCode(of: "\(local)@\(label).\(label).\(String(repeating: "c", count: 58)).com") != nil)
    #expect(errorCode(of: String(repeating: "a", count: 10_000_000)) == .invalidAddress)
  }

  private func errorCode(of text: String) -> AccountError.Code? {
    do throws(AccountError) {
      _ = try EmailAddress(text)
      return nil
    } catch {
      return error.code
    }
  }
}
