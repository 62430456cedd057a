import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import NIOConcurrencyHelpers
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

  @Test func `a first start creates a key that only the server may read`() throws {
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

  @Test func `accounts have a secret of their own, and a rotation adds another`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      #expect(try folder.loadAccountKeys() == nil)
      let first = try folder.loadOrCreateAccountKeys(hasUsers: false)
      #expect(try mode("\(path)/accounts.keys") == 0o600)
      let sealed = try first.seal([1, 2, 3], for: "test")
      #expect(try folder.rotateAccountKeys() == 2)
      let rotated = try #require(try folder.loadAccountKeys())
      #expect(try rotated.open(sealed, for: "test") == [1, 2, 3])
      let newer = try rotated.seal([4], for: "test")
      #expect(throws: (any Error).self) { try first.open(newer, for: "test") }
      #expect(try folder.loadOrCreateAccountKeys(hasUsers: true).open(newer, for: "test") == [4])
    }
  }

  // Tests run as root in CI, as an operator may run the command.
  @Test(.enabled(if: geteuid() == 0))
  func `keys that root rotates belong to the server's user`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      _ = try folder.loadOrCreateAccountKeys(hasUsers: false)
      let nobody: UInt32 = 65_534
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        chown("\(path)/\(name)", nobody, nobody)
      }
      chown(path, nobody, nobody)
      _ = try folder.rotateAccountKeys()
      _ = try folder.rotate()
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        #expect((attributes[.ownerAccountID] as? NSNumber)?.uint32Value == nobody, "\(name)")
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0))
  func `attack: root changes the owner of no file that a link in the folder leads to`() throws {
    try withFolder { path in
      let secret = path + ".secret"
      try Data("secret".utf8).write(to: URL(filePath: secret))
      defer { try? FileManager.default.removeItem(atPath: secret) }
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        chown("\(path)/\(name)", 65_534, 65_534)
      }
      chown(path, 65_534, 65_534)
      let lock = path + "/lock"
      try FileManager.default.removeItem(atPath: lock)
      try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: secret)
      let error = #expect(throws: KeyFolder.Failure.self) { try folder.rotate() }
      #expect(error?.description.contains("it is a link") == true)
      try FileManager.default.removeItem(atPath: lock)
      try FileManager.default.linkItem(atPath: secret, toPath: lock)
      _ = try folder.rotate()
      let attributes = try FileManager.default.attributesOfItem(atPath: secret)
      #expect((attributes[.ownerAccountID] as? NSNumber)?.uint32Value == 0)
    }
  }

  @Test func `missing account secrets are not created again if there are users`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      #expect(throws: KeyFolder.Failure.self) {
        try folder.loadOrCreateAccountKeys(hasUsers: true)
      }
      #expect(try folder.loadAccountKeys() == nil)
      #expect(try folder.rotateAccountKeys() == 0, "rotation does not create the first secret")
    }
  }

  @Test(arguments: ["", "x\n", "AAAA\n", "!\n", "\n\n"])
  func `damaged or world-readable account secrets are rejected`(text: String) throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreateAccountKeys(hasUsers: false)
      let file = "\(path)/accounts.keys"
      let valid = try String(contentsOfFile: file, encoding: .utf8)
      for damaged in [text, valid + text] where damaged != valid && damaged != valid + "\n\n" {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(damaged.utf8))
        #expect(throws: KeyFolder.Failure.self) { try folder.loadAccountKeys() }
        #expect(throws: KeyFolder.Failure.self) {
          try folder.loadOrCreateAccountKeys(hasUsers: false)
        }
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      #expect(throws: KeyFolder.Failure.self) { try folder.loadAccountKeys() }
    }
  }

  @Test func `a rotated key is signed by the previous one, whose private key is deleted`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let first = try folder.loadOrCreate()
      let (old, new) = try folder.rotate()
      #expect(old.publicKey == first.publicKey)
      #expect(new.set.version == 2)
      #expect(try folder.load()?.publicKey == new.publicKey)
      let trusted = try new.chain.verified(from: KeySet(version: 0, keys: [first.publicKey]))
      #expect(trusted.keys == [new.publicKey])
      #expect(!FileManager.default.fileExists(atPath: "\(path)/\(old.publicKey.id).key"))
    }
  }

  @Test func `without a first key there is nothing to rotate`() throws {
    try withFolder { path in
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).rotate() }
    }
  }

  @Test func `a private key that others may read is rejected with a fix`() throws {
    try withFolder { path in
      let keys = try KeyFolder(path).loadOrCreate()
      let file = "\(path)/\(keys.publicKey.id).key"
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let failure = #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).load() }
      #expect(failure?.description.contains("chmod 600") == true)
    }
  }

  @Test func `group-readable keys cause a warning`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let keys = try folder.loadOrCreate()
      _ = try folder.loadOrCreateAccountKeys(hasUsers: false)
      defer { try? FileManager.default.removeItem(atPath: path + ".floor") }
      #expect(folder.groupWarnings.isEmpty)
      let files = ["\(path)/\(keys.publicKey.id).key", "\(path)/accounts.keys"]
      for file in files { try #require(chmod(file, 0o640) == 0) }
      #expect(try folder.load()?.chain == keys.chain)
      #expect(try folder.loadAccountKeys() != nil)
      #expect(folder.groupWarnings.count == 2)
      for file in files {
        #expect(folder.groupWarnings.contains { $0.contains("`chmod 600 '\(file)'`") })
      }
      for mode: mode_t in [0o660, 0o644, 0o602] {
        for file in files { try #require(chmod(file, mode) == 0) }
        #expect(throws: KeyFolder.Failure.self) { _ = try folder.load() }
        #expect(throws: KeyFolder.Failure.self) { _ = try folder.loadAccountKeys() }
        #expect(folder.groupWarnings.isEmpty)
      }
    }
  }

  @Test(arguments: ["", "{", "{\"keySets\":[]}"])
  func `a damaged chain is reported and left unchanged`(text: String) throws {
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

  @Test func `a missing or wrong private key is reported, and none is created`() throws {
    try withFolder { path in
      let keys = try KeyFolder(path).loadOrCreate()
      let file = "\(path)/\(keys.publicKey.id).key"
      let other = Base64URL.encode([UInt8](repeating: 7, count: 32))
      try Data(other.utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).loadOrCreate() }
      try FileManager.default.removeItem(atPath: file)
      #expect(throws: KeyFolder.Failure.self) { _ = try KeyFolder(path).loadOrCreate() }
      let files = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(!files.contains { $0.hasSuffix(".key") })
    }
  }

  @Test func `the latest issue time is read again after a restart`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      #expect(folder.minimumIssueTime().second == 0)
      try folder.minimumIssueTime().save(1_800_000_000, 1_799_999_000)
      #expect(folder.minimumIssueTime().second == 1_800_000_000)
      #expect(folder.minimumIssueTime().clock == 1_799_999_000)
    }
  }

  @Test func `keys from before a rotation are rejected until they are accepted`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let first = try folder.loadOrCreate()
      let backup = path + ".backup"
      defer { try? FileManager.default.removeItem(atPath: backup) }
      try FileManager.default.copyItem(atPath: path, toPath: backup)
      _ = try folder.rotate()
      // An operator may restore the whole folder by hand, including the floor inside it.
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: backup, toPath: path)
      let failure = #expect(throws: KeyFolder.Failure.self) { try folder.load() }
      #expect(failure?.description.contains("from before `flowmagic keys rotate`") == true)
      #expect(throws: KeyFolder.Failure.self) { try folder.loadOrCreate(hasApps: true) }
      #expect(throws: KeyFolder.Failure.self) { try folder.rotate() }
      #expect(try folder.resetFloor(now: 0).keySetCount == 2)
      #expect(try folder.load()?.chain == first.chain)
      #expect(try folder.resetFloor(now: 0).keySetCount == nil)
      try FileManager.default.removeItem(atPath: path + ".floor")
    }
  }

  @Test func `the floor outlives the folder, is never lowered, and must be valid`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let file = path + ".floor"
      defer { try? FileManager.default.removeItem(atPath: file) }
      _ = try folder.loadOrCreate()
      let number = { IssuedNumber(application: "shop", environment: "production", number: $0) }
      try folder.raiseFloor([number(5)])
      try folder.raiseFloor([number(3)])
      #expect(try folder.issuedFloor().issuedNumbers == [number(5)])
      #expect(try mode(file) == 0o600)
      try FileManager.default.removeItem(atPath: path)
      #expect(try folder.issuedFloor().keySetCount == 1)
      #expect(try folder.issuedFloor().issuedNumbers == [number(5)])
      try Data("{".utf8).write(to: URL(fileURLWithPath: file))
      let failure = #expect(throws: KeyFolder.Failure.self) { try folder.issuedFloor() }
      #expect(failure?.description.contains("is damaged") == true)
    }
  }

  @Test func `no number is lost when the lock file is removed while it is locked`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      defer { try? FileManager.default.removeItem(atPath: path + ".floor") }
      let isDone = NIOLockedValueBox(false)
      let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        hasBegun.signal()
        while !isDone.withLockedValue({ $0 }) { unlink("\(path)/lock") }
        hasEnded.signal()
      }
      hasBegun.wait()
      let failures = NIOLockedValueBox(0)
      DispatchQueue.concurrentPerform(iterations: 4) { writer in
        for number in 1...10 {
          let issued = IssuedNumber(
            application: "app\(writer)", environment: "\(number)", number: number)
          do { try folder.raiseFloor([issued]) } catch { failures.withLockedValue { $0 += 1 } }
        }
      }
      isDone.withLockedValue { $0 = true }
      hasEnded.wait()
      #expect(failures.withLockedValue { $0 } == 0)
      #expect(try folder.issuedFloor().issuedNumbers.count == 40)
    }
  }

  @Test func `attack: another server's folder of keys is rejected until it is accepted`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let ownKeys = try folder.loadOrCreate()
      let other = try KeyFolder(path + ".other").loadOrCreate()
      defer {
        for suffix in [".other", ".other.floor", ".floor"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
      }
      #expect(ownKeys.chain != other.chain)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: path + ".other", toPath: path)
      let failure = #expect(throws: KeyFolder.Failure.self) { try folder.load() }
      #expect(failure?.description.contains("not those that this server has signed with") == true)
      #expect(throws: KeyFolder.Failure.self) { try folder.loadOrCreate(hasApps: true) }
      #expect(try folder.resetFloor(now: 0).keySetCount == 1)
      #expect(try folder.load()?.chain == other.chain)
      #expect(try folder.resetFloor(now: 0).keySetCount == nil)
      #expect(try folder.rotate().new.chain.links.count == 2)
      #expect(try folder.load() != nil)
    }
  }

  @Test func `a store without apps gets new keys although an old floor file is left`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      _ = try folder.rotate()
      try FileManager.default.removeItem(atPath: path)
      let new = try folder.loadOrCreate(hasApps: false)
      #expect(try folder.load()?.chain == new.chain)
      try FileManager.default.removeItem(atPath: path + ".floor")
    }
  }

  @Test(arguments: ["9223372036854775807", "-1"])
  func `a floor with an impossible number is rejected as damaged`(number: String) throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      defer { try? FileManager.default.removeItem(atPath: path + ".floor") }
      let text = #"{"schema":1,"keySets":1,"numbers":{"shop":{"production":\#(number)}}}"#
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/floor.json"))
      let failure = #expect(throws: KeyFolder.Failure.self) { try folder.issuedFloor() }
      #expect(failure?.description.contains("is damaged") == true)
    }
  }

  @Test func `a floor file of an older version gets its missing chain`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      let keys = try folder.loadOrCreate()
      defer { try? FileManager.default.removeItem(atPath: path + ".floor") }
      let text = #"{"schema":1,"keySets":1,"numbers":{"shop":{"production":3}}}"#
      for file in ["\(path)/floor.json", path + ".floor"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      }
      #expect(try folder.issuedFloor().chain == nil)
      #expect(try folder.loadOrCreate(hasApps: true).chain == keys.chain)
      #expect(try folder.issuedFloor().chain?.count == 1)
      #expect(try folder.issuedFloor().highest(of: "shop") == 3)
    }
  }

  @Test func `an impossible issue time is rejected until it is reset`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      defer { try? FileManager.default.removeItem(atPath: path + ".floor") }
      try Data("9223372036854775807\n".utf8).write(to: URL(fileURLWithPath: "\(path)/issued"))
      #expect(folder.minimumIssueTime().second < Int.max)
      let failure = #expect(throws: KeyFolder.Failure.self) { try folder.load() }
      #expect(failure?.description.contains("keys reset-rollback-protection") == true)
      #expect(try folder.resetFloor(now: 1_800_000_000).issued != nil)
      #expect(folder.minimumIssueTime().second == 1_800_000_000)
      #expect(try folder.load() != nil)
    }
  }

  @Test func `an issue time ahead of the clock can be reset`() throws {
    try withFolder { path in
      let folder = KeyFolder(path)
      _ = try folder.loadOrCreate()
      try folder.minimumIssueTime().save(1_900_000_000, 1_900_000_000)
      #expect(try folder.resetFloor(now: 1_800_000_000).issued == 1_900_000_000)
      #expect(folder.minimumIssueTime().second == 1_800_000_000)
      #expect(try !folder.resetFloor(now: 1_800_000_000).wasIssuedDamaged)
      try? FileManager.default.removeItem(atPath: path + ".floor")
    }
  }
}
