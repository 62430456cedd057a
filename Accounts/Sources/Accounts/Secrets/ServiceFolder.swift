internal import Foundation

/// The data folder of a service, with its databases and secret keys.
public struct ServiceFolder: Sendable {
  /// The error of a secret whose file cannot be used.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A sentence for the operator.
    public let description: String
  }

  /// The path.
  public let path: String

  /// Opens a folder, or creates it so that only its owner can read it.
  ///
  /// - Throws: If it cannot be created.
  public init(path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Returns the path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Returns a secret, which is created on first use and stored in `NAME.key`.
  ///
  /// Processes that create it at the same time get the same one.
  ///
  /// - Parameters:
  ///   - name: The name of the secret.
  ///   - make: Creates the secret; 32 random bytes in base64 by default.
  /// - Returns: The secret, without whitespace around it.
  /// - Throws: ``Failure`` if its file cannot be written; any error of `make`.
  public func secret(_ name: String, make: () throws -> String = Self.randomSecret) throws
    -> String
  {
    let path = file(name + ".key")
    if let stored = Self.read(path) { return stored }
    // NB: the file is complete before it is linked, and a link never replaces the file of another
    // process.
    let new = path + ".\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: new) }
    _ = FileManager.default.createFile(
      atPath: new, contents: Data((try make() + "\n").utf8), attributes: [.posixPermissions: 0o600])
    try? FileManager.default.linkItem(atPath: new, toPath: path)
    guard let stored = Self.read(path) else {
      throw Failure(
        description: "\(path) cannot be written. Check the folder's permissions and the disk.")
    }
    return stored
  }

  /// Returns the 32 bytes of a secret, which is created on first use.
  ///
  /// - Throws: ``Failure`` if its file does not contain 32 bytes in base64, or cannot be written.
  public func key(_ name: String) throws -> [UInt8] {
    guard let key = Data(base64Encoded: try secret(name)), key.count == 32 else {
      throw Failure(
        description: "\(file(name)).key is not a key of 32 bytes in base64. Put the old file back.")
    }
    return Array(key)
  }

  /// Returns 32 random bytes in base64.
  public static func randomSecret() -> String {
    Data(SecureRandom.bytes(32)).base64EncodedString()
  }

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
