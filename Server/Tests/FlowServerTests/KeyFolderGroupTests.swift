import FlowMagic
import FlowServer
import Foundation
import Testing

/// Keys that an operator lets a group read, such as for a backup program.
@Suite struct KeyFolderGroupTests {
  private let path = FileManager.default.temporaryDirectory.path + "/group-\(UUID().uuidString)"
  private var folder: KeyFolder { KeyFolder(path) }
  private var accountsFile: String { "\(path)/accounts.keys" }

  private func removeFiles() {
    for file in [path, path + ".floor"] { try? FileManager.default.removeItem(atPath: file) }
  }

  private func keyFile(_ keys: SigningKeys) -> String { "\(path)/\(keys.publicKey.id).key" }

  private func expectMode(_ mode: Int, group: UInt32? = nil, of file: String) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
    guard let group else { return }
    let actual = (attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value
    #expect(actual == group, "\(file)")
  }

  @Test func `the group that could read the previous keys can read the rotated ones`() throws {
    defer { removeFiles() }
    let first = try folder.loadOrCreate()
    _ = try folder.loadOrCreateAccountKeys(hasUsers: false)
    // Any user may give a file to their own group, and root to any group.
    let group = geteuid() == 0 ? 65_534 : getegid()
    let shared = [keyFile(first), "\(path)/keys.json", accountsFile]
    for file in shared {
      try #require(chown(file, geteuid(), group) == 0)
      try #require(chmod(file, 0o640) == 0)
    }
    let new = try folder.rotate().new
    _ = try folder.rotateAccountKeys()
    for file in [keyFile(new), "\(path)/keys.json", accountsFile] {
      try expectMode(0o640, group: group, of: file)
    }
  }

  @Test func `no group can read rotated keys if none could read the previous ones`() throws {
    defer { removeFiles() }
    _ = try folder.loadOrCreate()
    _ = try folder.loadOrCreateAccountKeys(hasUsers: false)
    let new = try folder.rotate().new
    _ = try folder.rotateAccountKeys()
    for file in [keyFile(new), accountsFile] { try expectMode(0o600, of: file) }
  }

  @Test(.enabled(if: geteuid() == 0))
  func `keys that root rotates belong to the server's user and to the previous group`() throws {
    defer { removeFiles() }
    let first = try folder.loadOrCreate()
    let nobody: UInt32 = 65_534
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try #require(chown("\(path)/\(name)", nobody, nobody) == 0)
    }
    try #require(chown(path, nobody, nobody) == 0)
    try #require(chown(keyFile(first), nobody, 1) == 0)
    try #require(chmod(keyFile(first), 0o640) == 0)
    let new = try folder.rotate().new
    try expectMode(0o640, group: 1, of: keyFile(new))
    let attributes = try FileManager.default.attributesOfItem(atPath: keyFile(new))
    #expect((attributes[.ownerAccountID] as? NSNumber)?.uint32Value == nobody)
    try expectMode(0o600, group: nobody, of: "\(path)/keys.json")
  }
}
