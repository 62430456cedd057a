import FlowMagic
import FlowServer
import Foundation
import Testing

@Suite struct KeyFolderTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/keys-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `a first start makes a key that only the server may read`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      #expect(try folder.load() == nil)
      let keys = try folder.loadOrCreate()
      #expect(try mode(path) == 0o700)
      #expect(try mode("\(path)/\(keys.publicKey.id).key") == 0o600)
      #expect(try mode("\(path)/keys.json") == 0o600)
      #expect(try folder.loadOrCreate().chain == keys.chain)
      #expect(keys.set.version == 1)
    }
  }

  @Test func `a rotated key is vouched for by the one before, whose private part is gone`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let first = try folder.loadOrCreate()
      let (old, new) = try folder.rotate()
      #expect(old.publicKey == first.publicKey)
      #expect(new.set.version == 2)
      #expect(try folder.load()?.publicKey == new.publicKey)
      let trusted = try new.chain.follow(from: KeySet(version: 0, keys: [first.publicKey]))
      #expect(trusted.keys == [new.publicKey])
      #expect(!FileManager.default.fileExists(atPath: "\(path)/\(old.publicKey.id).key"))
    }
  }

  @Test func `without a first key there is nothing to rotate`() throws {
    try withFolder { path in
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).rotate() }
    }
  }

  @Test func `a private key that others may read is refused with what to do`() throws {
    try withFolder { path in
      let keys = try KeyFolder(path).loadOrCreate()
      let file = "\(path)/\(keys.publicKey.id).key"
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let failure = #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).load() }
      #expect(failure?.description.contains("chmod 600") == true)
    }
  }

  @Test(arguments: ["", "{", "{\"keySets\":[]}"])
  func `a damaged chain is said to be damaged and stays as it is`(text: String) throws {
    try withFolder { path in
      _ = try KeyFolder(path).loadOrCreate()
      try text.write(toFile: "\(path)/keys.json", atomically: true, encoding: .utf8)
      let failure = #expect(throws: KeyFolder.Failure.self) {
        _ = try KeyFolder(path).loadOrCreate()
      }
      #expect(failure?.description.contains("backup") == true)
      #expect(try String(contentsOfFile: "\(path)/keys.json", encoding: .utf8) == text)
    }
  }

  @Test func `a missing or wrong private key is told, and nothing new is made`() throws {
    try withFolder { path in
      let keys = try KeyFolder(path).loadOrCreate()
      let file = "\(path)/\(keys.publicKey.id).key"
      let other = Base64Text.text([UInt8](repeating: 7, count: 32))
      try Data(other.utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).loadOrCreate() }
      try FileManager.default.removeItem(atPath: file)
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).loadOrCreate() }
    }
  }

  @Test func `the latest second is remembered over a restart`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      #expect(folder.issueFloor().second == 0)
      folder.issueFloor().save(1_800_000_000)
      #expect(folder.issueFloor().second == 1_800_000_000)
    }
  }
}
