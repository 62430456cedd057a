import FlowStore
import Foundation
import Testing

@Suite struct URLTests {
  @Test(arguments: [
    ("flowmagic.db", "write sqlite:flowmagic.db"),
    ("mysql:shop", "no store of the kind \"mysql\""),
    ("sqlite:", "names no file"),
    ("sqlite://", "names no file"),
    ("sqlite://server/shop.db", "write sqlite:server/shop.db"),
    ("", "is not the URL of a store"),
  ])
  func `a URL that is not a store's is rejected with the right form`(
    url: String, sentence: String
  ) async throws {
    let error = await storeError { () async throws(StoreError) in _ = try await Stores.open(url) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains(sentence) == true)
  }

  @Test(arguments: ["postgres://ada:secret@host/db", "PostgreSQL://ada:secret@host/db"])
  func `PostgreSQL is rejected as unsupported, and the password is not repeated`(
    url: String
  ) async throws {
    let error = await storeError { () async throws(StoreError) in _ = try await Stores.open(url) }
    #expect(error?.message.contains("PostgreSQL is not supported yet") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test func `a path may have the form of a URL`() async throws {
    let folder = try TemporaryFolder()
    let store = try await Stores.open("sqlite://\(folder.path("flowmagic.db"))")
    #expect(try folder.names().contains("flowmagic.db"))
    try await store.close()
  }

  @Test func `a folder, or a file in a missing folder, is rejected with its name`() async throws {
    let folder = try TemporaryFolder()
    for path in [folder.url.path, folder.path("none/flowmagic.db"), "\(folder.url.path)/name/"] {
      let error = await storeError { () async throws(StoreError) in
        _ = try await Stores.open("sqlite:\(path)")
      }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains(folder.url.path) == true)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `a link to a missing file is rejected`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.db"), withDestinationPath: folder.path("gone.db"))
    let code = await errorCode { () async throws(StoreError) in
      _ = try await Stores.open("sqlite:\(folder.path("link.db"))")
    }
    #expect(code == .unavailable)
  }
}
