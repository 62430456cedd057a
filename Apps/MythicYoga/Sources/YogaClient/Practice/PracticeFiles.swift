import Foundation
import YogaDomain

/// The files of users' practice data on the device, one for each user.
struct PracticeFiles: Sendable {
  let folder: URL

  /// The stored data of a user.
  struct Record: Codable, Hashable {
    var user: String
    var device: PracticeDevice
  }

  /// Returns the stored data of a user; nil if there is none, or if the file is damaged.
  func record(of user: String) -> Record? {
    guard let data = try? Data(contentsOf: file(of: user)),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.user == user
    else { return nil }
    return record
  }

  /// Replaces the stored data of a user.
  ///
  /// - Throws: If the file cannot be written.
  func write(_ record: Record) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(record).write(to: file(of: record.user), options: Self.options)
  }

  /// Removes the stored data of a user.
  func remove(_ user: String) {
    try? FileManager.default.removeItem(at: file(of: user))
  }

  // The app also saves while the device is locked, during playback.
  private static var options: Data.WritingOptions {
    #if os(iOS)
      [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
    #else
      .atomic
    #endif
  }

  private func file(of user: String) -> URL {
    // In hexadecimal, so that an id with a slash or dots cannot lead out of the folder.
    let name = user.utf8.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
    return folder.appending(path: "practice-\(name.prefix(200)).json")
  }
}
