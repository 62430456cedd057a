internal import Foundation

/// The data folder of a service, with the database and the secret keys.
public struct PriceFolder: Sendable {
  /// The path.
  public let path: String

  /// Opens a folder, or creates it so that only its owner can read it.
  public init(path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Returns the path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Returns a secret, which is created on first use: 32 random bytes in base64, or the result of
  /// `make`.
  ///
  /// - Throws: `PriceError` if its file cannot be read or written.
  public func secret(
    _ name: String, make: () throws -> String = Self.random
  ) throws -> String {
    let path = file(name + ".key")
    if let text = FileManager.default.contents(atPath: path) {
      return String(decoding: text, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let secret = try make()
    let made = FileManager.default.createFile(
      atPath: path, contents: Data((secret + "\n").utf8), attributes: [.posixPermissions: 0o600])
    guard made else {
      throw PriceError(
        .setUp, "\(path) cannot be written. Check the folder's rights and the disk.")
    }
    return secret
  }

  /// Returns the bytes of a secret.
  ///
  /// - Throws: `PriceError` if its file does not contain 32 bytes in base64.
  public func key(_ name: String) throws -> [UInt8] {
    guard let key = Data(base64Encoded: try secret(name)), key.count == 32 else {
      throw PriceError(
        .setUp, "\(file(name)).key is no key of 32 bytes in base64. Put the old file back.")
    }
    return Array(key)
  }

  /// Returns 32 random bytes in base64.
  public static func random() -> String {
    var random = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
      .base64EncodedString()
  }
}
