import Accounts
import Foundation
import Testing

@Suite struct ServiceFolderTests {
  private func withFolder(_ body: (ServiceFolder) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/folder-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(ServiceFolder(path: path + "/inner"))
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a key is created once, for its owner only`() async throws {
    try await withFolder { folder in
      let key = try folder.key("accounts")
      #expect(key.count == 32)
      #expect(try folder.key("accounts") == key)
      #expect(try ServiceFolder(path: folder.path).key("accounts") == key)
      #expect(try folder.key("web") != key)
      #expect(try permissions(folder.path) == 0o700)
      #expect(try permissions(folder.file("accounts.key")) == 0o600)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.sorted() == ["accounts.key", "web.key"])
    }
  }

  @Test func `concurrent creations of a secret return the same one`() async throws {
    try await withFolder { folder in
      let secrets = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<16 { group.addTask { try folder.secret("web") } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(secrets.count == 1)
    }
  }

  @Test func `a custom secret is stored as created, and never replaced`() async throws {
    try await withFolder { folder in
      let created = try folder.secret("push", make: { "a b" })
      let stored = try folder.secret("push", make: { "other" })
      #expect([created, stored] == ["a b", "a b"])
    }
  }

  @Test(arguments: ["", "not base64", "c2hvcnQ="])
  func `a damaged key is an error, and is never replaced`(text: String) async throws {
    try await withFolder { folder in
      let path = folder.file("accounts.key")
      try Data(text.utf8).write(to: URL(filePath: path))
      let failure = #expect(throws: ServiceFolder.Failure.self) { try folder.key("accounts") }
      #expect(failure?.description.contains(path) == true)
      #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }
  }

  @Test func `a folder that cannot be written is an error`() async throws {
    try await withFolder { folder in
      try FileManager.default.removeItem(atPath: folder.path)
      #expect(throws: ServiceFolder.Failure.self) { try folder.key("accounts") }
    }
  }
}
