import Accounts
import Foundation
import Testing

@Suite struct FolderMailTransportTests {
  private let path = FileManager.default.temporaryDirectory.path + "/mail-\(UUID().uuidString)"

  private func mail(_ id: String, at date: Int) -> OutgoingMail {
    OutgoingMail(
      id: id, to: "ada@example.org", subject: "Hello", text: "A link", html: "<p>A link</p>",
      date: date)
  }

  @Test func `emails are files whose names sort by time`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let transport = try FolderMailTransport(folder: path)
    try await transport.send(mail("a", at: 1_800_000_002))
    try await transport.send(mail("b", at: 1_800_000_001))
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(files == ["1800000001-b.txt", "1800000002-a.txt"])
    #expect(
      try String(contentsOfFile: path + "/" + files[0], encoding: .utf8)
        == "To: ada@example.org\nSubject: Hello\n\nA link\n")
  }

  @Test func `an email that cannot be written is a temporary failure`() async throws {
    let transport = try FolderMailTransport(folder: path)
    try FileManager.default.removeItem(atPath: path)
    let failure = await #expect(throws: MailFailure.self) {
      try await transport.send(mail("a", at: 1_800_000_002))
    }
    #expect(failure?.kind == .temporary)
  }
}
