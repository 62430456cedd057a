import FlowStore

/// The manifest of a backup archive: `manifest.json`, its first file.
package struct BackupManifest: Codable, Sendable, Equatable {
  /// A file of the archive.
  package struct File: Codable, Sendable, Equatable {
    package let name: String
    /// The size in bytes.
    package let size: Int
    package let sha256: String
  }

  /// The version of the archive format.
  package var format = 1
  /// The time of creation, as RFC 3339.
  package let created: String
  /// The version of the server that wrote it.
  package let server: String
  /// The version of the store's schema.
  package let schema: Int
  /// The number of releases in the store.
  package let releases: Int
  /// The highest issued release numbers, and the length of the chain of signing keys.
  package let issued: IssuedFloor
  package let files: [File]

  /// The name of the manifest itself.
  static let name = "manifest.json"
  /// The file after the manifest, with its digest as `sha256sum` writes it.
  static let digestName = "manifest.sha256"
  /// The name of the store's file.
  static let storeName = "store.db"
  /// The beginning of the names of key files.
  static let keysPrefix = "keys/"

  /// The content of the file with the digest of a manifest, given in hexadecimal digits.
  static func digestLine(_ digest: String) -> [UInt8] { Array("\(digest)  \(name)\n".utf8) }

  /// Whether a file with this name may be in an archive; excludes any path outside of the folder.
  static func isKnown(_ name: String) -> Bool {
    if name == storeName { return true }
    guard name.hasPrefix(keysPrefix) else { return false }
    let file = name.dropFirst(keysPrefix.count)
    return !file.isEmpty && file.count <= 80 && !file.hasPrefix(".")
      && file.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...122).contains(byte) || (65...90).contains(byte)
          || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }
}
