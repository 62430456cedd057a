import Foundation

/// The data folder of a service, with the databases and the secret keys.
public struct YogaFolder: Sendable {
  /// The path.
  public let path: String

  /// Opens a folder, or creates it so that only its owner can read it.
  public init(path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Returns the path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Returns a secret of 32 bytes, which is created on first use.
  ///
  /// - Throws: `YogaError` if its file is invalid or cannot be written.
  func key(_ name: String) throws -> [UInt8] {
    let path = file(name + ".key")
    if let text = FileManager.default.contents(atPath: path) {
      let line = String(decoding: text, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      guard let key = Data(base64Encoded: line), key.count == 32 else {
        throw YogaError("\(path) is no key of 32 bytes in base64. Put the old file back.")
      }
      return Array(key)
    }
    var random = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    let line = Data((Data(key).base64EncodedString() + "\n").utf8)
    guard
      FileManager.default.createFile(
        atPath: path, contents: line, attributes: [.posixPermissions: 0o600])
    else { throw YogaError("\(path) cannot be written. Check the folder's rights and the disk.") }
    return key
  }
}

/// A failure of the service, with a sentence for the operator.
public struct YogaError: Error, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}
