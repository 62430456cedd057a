public import Accounts
internal import Foundation

/// Writes mails to a folder as text files, for development and tests.
public struct FolderMailTransport: MailTransport {
  private let folder: String

  /// Uses a folder, which is created if it does not exist.
  public init(folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.folder = folder
  }

  /// Writes a mail; the file name begins with the time, so that names sort chronologically.
  public func send(_ mail: OutgoingMail) async throws(MailFailure) {
    let text = "To: \(mail.to)\nSubject: \(mail.subject)\n\n\(mail.text)\n"
    let path = "\(folder)/\(mail.date)-\(mail.id).txt"
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw MailFailure(.temporary, "\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
