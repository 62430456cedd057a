import FlowStore
import Testing

@Suite(.serialized) struct LayoutTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private typealias Position = FlowLayout.Position

  @discardableResult
  private func change(
    _ store: any Store, _ flow: String = "main", steps: [String: FlowLayout.Position?] = [:],
    collapsed: Set<String>? = nil, limit: Int = 10
  ) async throws(StoreError) -> [String: FlowLayout] {
    try await store.changeLayout(
      of: "shop", by: LayoutChange(flows: [flow: .changed(steps: steps, collapsed: collapsed)]),
      limit: limit)
  }

  @Test(arguments: StoreKind.all)
  func `a change is merged step by step`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.layout(of: "shop") == [:])
    try await change(store, steps: ["a": Position(x: 1, y: -2), "b": Position(x: 3, y: 4)])
    let changed = try await change(
      store, steps: ["b": nil, "c": Position(x: 5, y: 6), "nowhere": nil], collapsed: ["a"])
    let main = FlowLayout(
      steps: ["a": Position(x: 1, y: -2), "c": Position(x: 5, y: 6)], collapsed: ["a"])
    #expect(changed == ["main": main])
    let other = try await change(store, "other", steps: ["a": Position(x: 7, y: 7)])
    #expect(Array(other.keys) == ["other"], "only the changed flows are returned")
    let same = try await change(store, steps: [:])
    #expect(same == ["main": main], "omitted parts are unchanged")
    #expect(try await store.layout(of: "shop") == same.merging(other) { $1 })
  }

  @Test(arguments: StoreKind.all)
  func `a flow's layout can be removed`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await change(store, steps: ["a": Position(x: 1, y: 1)], collapsed: ["b"])
    try await change(store, "other", collapsed: ["c"])
    let removed = try await store.changeLayout(
      of: "shop", by: LayoutChange(flows: ["main": .removed]), limit: 10)
    #expect(removed == ["main": FlowLayout()])
    #expect(try await store.layout(of: "shop") == ["other": FlowLayout(collapsed: ["c"])])
    try await change(store, "other", collapsed: [])
    #expect(try await store.layout(of: "shop") == [:])
  }

  @Test(arguments: StoreKind.all)
  func `a change beyond the limit is rejected as a whole`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let positions = Dictionary(
      uniqueKeysWithValues: (0..<10).map { ("\($0)", Optional(Position(x: $0, y: 0))) })
    let full = try await change(store, steps: positions)
    let steps = await errorCode { () async throws(StoreError) in
      try await change(store, "other", steps: ["more": Position(x: 0, y: 0)])
    }
    let collapsed = await errorCode { () async throws(StoreError) in
      try await change(store, collapsed: ["a", "b"], limit: 1)
    }
    #expect(steps == .tooLarge)
    #expect(collapsed == .tooLarge)
    #expect(try await store.layout(of: "shop") == full)
    let swapped = try await change(store, steps: ["0": nil, "more": Position(x: 0, y: 0)])
    #expect(swapped["main"]?.steps.count == 10)
  }

  @Test(arguments: StoreKind.all)
  func `nothing is stored for an unknown application`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      try await change(store, steps: ["a": Position(x: 1, y: 1)])
    }
    #expect(code == .notFound)
  }

  @Test(arguments: StoreKind.all)
  func `concurrent changes are all stored`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    await withTaskGroup { group in
      for index in 0..<50 {
        group.addTask {
          _ = try? await change(store, steps: ["\(index)": Position(x: index, y: 0)], limit: 50)
        }
      }
    }
    let stored = try await store.layout(of: "shop")["main"]?.steps ?? [:]
    #expect(stored.count == 50)
    #expect(stored.allSatisfy { $0.key == "\($0.value.x)" })
  }
}
