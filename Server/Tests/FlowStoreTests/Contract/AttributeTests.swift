import FlowStore
import Testing

@Suite(.serialized) struct AttributeTests {
  private let folder: Folder
  private static let month = AttributeLimits.span

  init() throws { folder = try Folder() }

  private func country(_ values: [String: Int], isPrivate: Bool = false) -> AttributeUse {
    AttributeUse(
      name: "country", types: ["string"], isPrivate: isPrivate,
      sessions: max(1, values.values.reduce(0, +)), values: values)
  }

  /// Appends a batch that reports attributes; true if it was new.
  private func report(
    _ uses: [AttributeUse], _ key: String, to store: any Store, at: Int = 600,
    in environment: String = "production"
  ) async throws {
    let batch = Shop.batch(key, environment: environment, attributes: uses, at: at)
    #expect(try await store.append([batch]) == [true])
  }

  @Test(arguments: StoreKind.all)
  func `a batch that is sent again counts its attributes once`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let batch = Shop.batch("a", attributes: [country([#""DE""#: 2, #""AT""#: 1])])
    #expect(try await store.append([batch]) == [true])
    #expect(try await store.append([batch, batch]) == [false, false])
    #expect(
      try await store.attributes(of: "shop") == [
        ReportedAttribute(
          name: "country", types: ["string"], sessions: 3, lastSeen: 600,
          values: [.init(text: #""DE""#, sessions: 2), .init(text: #""AT""#, sessions: 1)])
      ])
    #expect(try await store.attributes(of: "other").isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `environments are added up, and types gathered`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let number = AttributeUse(name: "country", types: ["number"], sessions: 1, values: ["49": 1])
    try await report([country([#""DE""#: 2])], "a", to: store)
    try await report([country([#""DE""#: 3])], "b", to: store, at: 700, in: "staging")
    try await report([number], "c", to: store, at: 650)
    #expect(
      try await store.attributes(of: "shop") == [
        ReportedAttribute(
          name: "country", types: ["string", "number"], sessions: 6, lastSeen: 700,
          values: [.init(text: #""DE""#, sessions: 5), .init(text: "49", sessions: 1)])
      ])
  }

  @Test(arguments: StoreKind.all)
  func `what an app calls personal is forgotten at once, for as long as some app says so`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await report([country([#""DE""#: 2])], "a", to: store)
    try await report([country([:], isPrivate: true)], "b", to: store, at: 1000)
    try await report([country([#""AT""#: 1])], "c", to: store, at: 1000 + Self.month - 1)
    let kept = try #require(try await store.attributes(of: "shop").first)
    #expect(kept.isPrivate && kept.values.isEmpty && kept.sessions == 4)
    // The last build that called it so is gone for a month.
    try await report([country([#""AT""#: 1])], "d", to: store, at: 1000 + Self.month)
    let reported = try #require(try await store.attributes(of: "shop").first)
    #expect(!reported.isPrivate)
    #expect(reported.values == [.init(text: #""AT""#, sessions: 1)])
  }

  @Test(arguments: StoreKind.all)
  func `personal in one environment is personal in all`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await report([country([#""DE""#: 2])], "a", to: store, in: "staging")
    try await report([country([:], isPrivate: true)], "b", to: store)
    #expect(try await store.attributes(of: "shop").map(\.values) == [[]])
  }

  @Test(arguments: StoreKind.all)
  func `a hundred values are kept, and one more makes them too many`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let hundred = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 1) })
    try await report([country(hundred)], "a", to: store)
    #expect(try await store.attributes(of: "shop").first?.values.count == 100)
    // Those that are known already still count.
    try await report([country(["7": 1])], "b", to: store)
    #expect(try await store.attributes(of: "shop").first?.values.first?.text == "7")
    try await report([country(["100": 1])], "c", to: store, at: 1000)
    try await report([country(["7": 1])], "d", to: store, at: 1000 + Self.month - 1)
    let crowded = try #require(try await store.attributes(of: "shop").first)
    #expect(crowded.hasTooMany && crowded.values.isEmpty && crowded.sessions == 103)
    // A month later it may be otherwise.
    try await report([country(["7": 1])], "e", to: store, at: 1000 + Self.month)
    let again = try #require(try await store.attributes(of: "shop").first)
    #expect(!again.hasTooMany && again.values == [.init(text: "7", sessions: 1)])
  }

  @Test(arguments: StoreKind.all)
  func `values of which nothing was heard for a month make room`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let versions = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 1) })
    try await report([country(versions)], "a", to: store)
    try await report([country(["99": 1])], "b", to: store, at: 700)
    try await report([country(["100": 1])], "c", to: store, at: 600 + Self.month)
    let kept = try #require(try await store.attributes(of: "shop").first)
    #expect(!kept.hasTooMany)
    #expect(kept.values.map(\.text) == ["99", "100"])
  }

  @Test(arguments: StoreKind.all)
  func `two hundred names are kept; a new one takes the place of one that is long unheard of`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let names = (0..<200).map { AttributeUse(name: "a\($0)", sessions: 1, values: ["1": 1]) }
    try await report(names, "a", to: store)
    let late = AttributeUse(name: "late", types: ["number"], sessions: 1, values: ["1": 1])
    try await report([late], "b", to: store, at: 700)
    #expect(try await store.attributes(of: "shop").count == 200)
    #expect(try await store.attributes(of: "shop").contains { $0.name == "late" } == false)
    // In another environment a known name is not a new one.
    try await report([names[0]], "c", to: store, at: 700, in: "staging")
    #expect(try await store.attributes(of: "shop").first?.sessions == 2)
    try await report([late], "d", to: store, at: 600 + Self.month)
    let kept = try await store.attributes(of: "shop").map(\.name)
    #expect(kept.count == 200 && kept.contains("late") && kept.contains("a0"))
    #expect(!kept.contains("a1"), "the one that was heard of least lately")
  }

  @Test(arguments: StoreKind.all)
  func `a batch that is refused counts nothing`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let uses = [country([#""DE""#: 1])]
    let code = await refusal { () async throws(StoreError) in
      _ = try await store.append([
        Shop.batch("a", attributes: uses), Shop.batch("b", environment: "nowhere"),
      ])
    }
    #expect(code == .notThere)
    #expect(try await store.attributes(of: "shop").isEmpty)
  }
}
