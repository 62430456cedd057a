import FlowStore
import Testing

@Suite(.serialized) struct DraftTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replace(
    _ store: any Store, _ revision: Int, _ text: String
  ) async throws(StoreError) -> Draft {
    try await store.replaceDraft(
      of: "shop", revision: revision, body: Array(text.utf8), author: "Ada", at: 700)
  }

  @Test(arguments: StoreKind.all)
  func `each change of a draft increments the revision`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.draft(of: "shop") == nil)
    let first = try await replace(store, 0, "{}")
    let second = try await replace(store, 1, #"{"flows":[]}"#)
    #expect(first.revision == 1)
    #expect(second.revision == 2)
    #expect(try await store.draft(of: "shop") == second)
    let metadata = try await store.draftMetadata(of: "shop")
    #expect(
      metadata == Draft(application: "shop", revision: 2, body: [], author: "Ada", updated: 700))
  }

  @Test(arguments: StoreKind.all, [0, 1, 3])
  func `a change based on an old revision is rejected`(
    _ kind: StoreKind, revision: Int
  ) async throws {
    let store = try await kind.shop(in: folder)
    _ = try await replace(store, 0, "first")
    let stored = try await replace(store, 1, "second")
    let code = await errorCode { () async throws(StoreError) in
      _ = try await replace(store, revision, "lost")
    }
    #expect(code == .conflict)
    #expect(try await store.draft(of: "shop") == stored)
  }

  @Test(arguments: StoreKind.all)
  func `of concurrent changes to one revision, one succeeds`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let successes = await withTaskGroup(of: Bool.self) { group in
      for writer in 0..<20 {
        group.addTask {
          await errorCode { () async throws(StoreError) in
            _ = try await replace(store, 0, "\(writer)")
          } == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
    #expect(try await store.draft(of: "shop")?.revision == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a removed draft's revisions are not reused`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    _ = try await replace(store, 0, "first")
    try await store.removeDraft(of: "shop", revision: 1, author: "Ada", at: 701)
    #expect(try await store.draft(of: "shop") == nil)
    #expect(try await store.draftMetadata(of: "shop") == nil)
    let stale = await errorCode { () async throws(StoreError) in
      _ = try await replace(store, 1, "stale")
    }
    let next = try await replace(store, 0, "next")
    #expect(stale == .conflict)
    #expect(next.revision == 3)
    #expect(try await store.draft(of: "shop") == next)
  }

  @Test(arguments: StoreKind.all)
  func `a missing draft cannot be removed`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      try await store.removeDraft(of: "shop", revision: 1, author: "Ada", at: 701)
    }
    #expect(code == .conflict)
    let revisionZero = await errorCode { () async throws(StoreError) in
      try await store.removeDraft(of: "shop", revision: 0, author: "Ada", at: 701)
    }
    #expect(revisionZero == .conflict)
  }

  @Test(arguments: StoreKind.all)
  func `a draft without an application is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await replace(store, 0, "{}")
    }
    #expect(code == .notFound)
  }
}
