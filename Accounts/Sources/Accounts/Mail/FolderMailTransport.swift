internal import Foundation
internal import Logging

/// Writes emails to a folder as text files, for development and tests.
public struct FolderMailTransport: MailTransport {
  private let folder: String
  private let logger = Logger(label: "mail")

  /// Creates a transport that writes to a folder.
  ///
  /// - Parameter folder: The path; the folder is created if it does not exist, readable only by its
  ///   owner, because links in emails give access to accounts.
  /// - Throws: If the folder cannot be created.
  public init(folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.folder = folder
  }

  /// Writes an email; the file name begins with the time, so that names sort chronologically.
  public func send(_ mail: OutgoingMail) async throws(MailFailure) {
    let text = "To: \(mail.to)\nSubject: \(mail.subject)\n\n\(mail.text)\n"
    let path = "\(folder)/\(mail.date)-\(mail.id).txt"
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw MailFailure(.temporary, "\(path) cannot be written: \(error.localizedDescription)")
    }
    logger.notice("An email was written", metadata: ["file": "\(path)"])
  }
}
