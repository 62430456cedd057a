import FlowStore
import Testing

@Suite(.serialized) struct AttributeTests {
  private let folder: TemporaryFolder
  private static let month = AttributeLimits.retention

  init() throws { folder = try TemporaryFolder() }

  private func country(_ values: [String: Int], isPrivate: Bool = false) -> AttributeUse {
    AttributeUse(
      name: "country", types: ["string"], isPrivate: isPrivate,
      sessions: max(1, values.values.reduce(0, +)), values: values)
  }

  /// Appends a new batch that reports attributes.
  private func report(
    _ uses: [AttributeUse], _ key: String, to store: any Store, at: Int = 600,
    in environment: String = "production"
  ) async throws {
    let batch = Shop.batch(key, environment: environment, attributes: uses, at: at)
    #expect(try await store.append([batch]) == [true])
  }

  @Test(arguments: StoreKind.all)
  func `a repeated batch counts its attributes once`(_ kind: StoreKind) async throws {
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
  func `environments are summed, and types collected`(_ kind: StoreKind) async throws {
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
  func `a private attribute has no values until no app has reported it as private for a month`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await report([country([#""DE""#: 2])], "a", to: store)
    try await report([country([:], isPrivate: true)], "b", to: store, at: 1000)
    try await report([country([#""AT""#: 1])], "c", to: store, at: 1000 + Self.month - 1)
    let stored = try #require(try await store.attributes(of: "shop").first)
    #expect(stored.isPrivate && stored.values.isEmpty && stored.sessions == 4)
    // The last build that reported it as private has been gone for a month.
    try await report([country([#""AT""#: 1])], "d", to: store, at: 1000 + Self.month)
    let reported = try #require(try await store.attributes(of: "shop").first)
    #expect(!reported.isPrivate)
    #expect(reported.values == [.init(text: #""AT""#, sessions: 1)])
  }

  @Test(arguments: StoreKind.all)
  func `attack: canonically equivalent names have separate values`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let real = AttributeUse(name: "Kredit", types: ["number"], sessions: 1, values: ["7": 1])
    let other = "\u{212A}redit"
    let forged = AttributeUse(name: other, types: ["number"], sessions: 1, values: ["8": 1])
    try await report([real, forged], "a", to: store)
    #expect(try await store.attributes(of: "shop").map { $0.values.map(\.text) } == [["7"], ["8"]])
  }

  @Test(arguments: StoreKind.all)
  func `an attribute that is private in one environment is private in all`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await report([country([#""DE""#: 2])], "a", to: store, in: "staging")
    try await report([country([:], isPrivate: true)], "b", to: store)
    #expect(try await store.attributes(of: "shop").map(\.values) == [[]])
  }

  @Test(arguments: StoreKind.all)
  func `a hundred values are stored, and one more makes them too many`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let hundred = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 1) })
    try await report([country(hundred)], "a", to: store)
    #expect(try await store.attributes(of: "shop").first?.values.count == 100)
    // Stored values are still counted.
    try await report([country(["7": 1])], "b", to: store)
    #expect(try await store.attributes(of: "shop").first?.values.first?.text == "7")
    try await report([country(["100": 1])], "c", to: store, at: 1000)
    try await report([country(["7": 1])], "d", to: store, at: 1000 + Self.month - 1)
    let full = try #require(try await store.attributes(of: "shop").first)
    #expect(full.hasTooManyValues && full.values.isEmpty && full.sessions == 103)
    // A month later, the state can change.
    try await report([country(["7": 1])], "e", to: store, at: 1000 + Self.month)
    let updated = try #require(try await store.attributes(of: "shop").first)
    #expect(!updated.hasTooManyValues && updated.values == [.init(text: "7", sessions: 1)])
  }

  @Test(arguments: StoreKind.all)
  func `values that have not been reported for a month are replaced`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let versions = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 1) })
    try await report([country(versions)], "a", to: store)
    try await report([country(["99": 1])], "b", to: store, at: 700)
    try await report([country(["100": 1])], "c", to: store, at: 600 + Self.month)
    let stored = try #require(try await store.attributes(of: "shop").first)
    #expect(!stored.hasTooManyValues)
    #expect(stored.values.map(\.text) == ["99", "100"])
  }

  @Test(arguments: StoreKind.all)
  func `two hundred names are stored; a new one replaces one not reported for a long time`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let names = (0..<200).map { AttributeUse(name: "a\($0)", sessions: 1, values: ["1": 1]) }
    try await report(names, "a", to: store)
    let addition = AttributeUse(name: "late", types: ["number"], sessions: 1, values: ["1": 1])
    try await report([addition], "b", to: store, at: 700)
    #expect(try await store.attributes(of: "shop").count == 200)
    #expect(try await store.attributes(of: "shop").contains { $0.name == "late" } == false)
    // In another environment, a known name is not new.
    try await report([names[0]], "c", to: store, at: 700, in: "staging")
    #expect(try await store.attributes(of: "shop").first?.sessions == 2)
    try await report([addition], "d", to: store, at: 600 + Self.month)
    let stored = try await store.attributes(of: "shop").map(\.name)
    #expect(stored.count == 200 && stored.contains("late") && stored.contains("a0"))
    #expect(!stored.contains("a1"), "the least recently reported one")
  }

  @Test(arguments: StoreKind.all)
  func `a rejected batch counts nothing`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let uses = [country([#""DE""#: 1])]
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.append([
        Shop.batch("a", attributes: uses), Shop.batch("b", environment: "nowhere"),
      ])
    }
    #expect(code == .notFound)
    #expect(try await store.attributes(of: "shop").isEmpty)
  }
}
