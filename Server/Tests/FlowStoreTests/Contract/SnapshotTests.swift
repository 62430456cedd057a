import FlowStore
import Testing

@Suite(.serialized) struct SnapshotTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ screen: String, _ tag: String = "t1", at: Int = 600) -> Snapshot {
    Snapshot(
      application: "shop", screen: screen, type: "image/png", tag: tag, width: 3, height: 4,
      at: at, body: Array(tag.utf8))
  }

  @Test(arguments: StoreKind.all)
  func `a screen has its latest picture, and lists have no bytes`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.put(picture("Home")) == .stored)
    #expect(try await store.put(picture("Home", "t2", at: 700)) == .stored)
    #expect(try await store.put(picture("Login")) == .stored)
    #expect(try await store.snapshot(of: "Home", in: "shop") == picture("Home", "t2", at: 700))
    #expect(try await store.snapshot(of: "Summary", in: "shop") == nil)
    #expect(try await store.snapshot(of: "Home", in: "other") == nil)
    let list = try await store.snapshots(of: "shop")
    #expect(list.map(\.screen) == ["Home", "Login"])
    #expect(list.allSatisfy { $0.body.isEmpty })
    #expect(list.first?.tag == "t2" && list.first?.at == 700)
  }

  @Test(arguments: StoreKind.all)
  func `the same picture changes nothing`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.put(picture("Home")) == .stored)
    #expect(try await store.put(picture("Home", at: 900)) == .unchanged)
    #expect(try await store.snapshot(of: "Home", in: "shop")?.at == 600)
  }

  @Test(arguments: StoreKind.all)
  func `five hundred screens may have a picture, and no more`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for number in 0..<500 { #expect(try await store.put(picture("s\(number)")) == .stored) }
    #expect(try await store.put(picture("more")) == .limitReached)
    #expect(try await store.put(picture("s7", "t2")) == .stored)
    #expect(try await store.removeSnapshots(of: ["s1", "s2", "none"], in: "shop") == 2)
    #expect(try await store.put(picture("more")) == .stored)
    #expect(try await store.snapshots(of: "shop").count == 499)
  }

  @Test(arguments: StoreKind.all)
  func `a picture of an unknown application is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.put(picture("Home"))
    }
    #expect(code == .notFound)
  }
}
