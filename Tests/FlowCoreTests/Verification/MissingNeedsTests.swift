import FlowCore
import Testing

@Suite struct MissingNeedsTests {
  @Test func `a need that is provided on every path is not missing`() throws {
    let release = try Release(
      document(
        flow(
          "main", step("start", port("next", to("ask"))), step("ask", port("next", to("show"))),
          step("show", port("next", finish("x"))))), manifest: Self.manifest)

    #expect(release.missingNeeds(from: 0, provided: []).isEmpty)
    #expect(release.missingNeeds(from: 1, provided: []).isEmpty)
    #expect(release.missingNeeds(from: 2, provided: []) == [MissingNeed(step: 2, key: "mail")])
    #expect(release.missingNeeds(from: 2, provided: ["mail"]).isEmpty)
  }

  @Test func `a need is missing if one path from the current step does not provide it`() throws {
    let release = try Release(
      document(
        flow(
          "main", step("start", port("next", to("ask")), port("skip", to("show"))),
          step("ask", port("next", to("show"))), step("show", port("next", finish("x"))))),
      manifest: Self.manifest)

    #expect(release.missingNeeds(from: 0, provided: []) == [MissingNeed(step: 2, key: "mail")])
    #expect(release.missingNeeds(from: 1, provided: []).isEmpty)
  }

  @Test func `a shown step provides its outputs, even if it could be skipped`() throws {
    let release = try Release(
      document(
        flow(
          "main", step("ask", showWhen: ["country": "DE"], port("next", to("show"))),
          step("show", port("next", finish("x"))))), manifest: Self.manifest)

    #expect(release.missingNeeds(from: 0, provided: []).isEmpty)
  }

  @Test func `outputs of a nested flow count in the outer flow`() throws {
    let back = [(Name?.some("x"), Destination(.step("show")))]
    let release = try Release(
      document(
        flow(
          "main", step("start", port("next", enter("side", then: back))),
          step("show", port("next", finish("x")))),
        flow("side", step("ask", port("next", finish("x"))))), manifest: Self.manifest)
    let call = try #require(release.flowDestinations(of: 0).first)

    #expect(release.missingNeeds(from: 0, provided: []).isEmpty)
    #expect(release.missingNeeds(from: 2, calls: [call], provided: []).isEmpty)
  }

  @Test func `a need of the outer flow is found inside a nested flow`() throws {
    let back = [(Name?.none, Destination(.step("show")))]
    let release = try Release(
      document(
        flow(
          "main", step("start", port("next", enter("side", then: back))),
          step("show", port("next", finish("x")))),
        flow("side", step("info", port("next", finish("x"))))), manifest: Self.manifest)
    let call = try #require(release.flowDestinations(of: 0).first)

    #expect(
      release.missingNeeds(from: 2, calls: [call], provided: []) == [
        MissingNeed(step: 1, key: "mail")
      ])
    #expect(release.missingNeeds(from: 2, provided: []).isEmpty)
    #expect(release.missingNeeds(from: 2, calls: [call], provided: ["mail"]).isEmpty)
  }

  @Test(
    arguments: [
      ["output.mail": ["$exists": true]], ["output.mail": "me@example.com"],
      ["$not": ["output.mail": ["$exists": false]]],
      ["output.mail": ["$ne": .null], "country": "DE"],
      ["$and": [["country": "DE"], ["output.mail": ["$regex": "@"]]]],
      ["$or": [["output.mail": "a"], ["output.mail": "b", "country": "DE"]]],
      ["$nor": [["country": "DE"], ["output.mail": ["$exists": false]]]],
    ] as [JSON])
  func `a condition that is only true with the need guarantees it`(condition: JSON) throws {
    for document in Self.guarded(by: condition) {
      let release = try Release(document, manifest: Self.manifest)
      #expect(release.missingNeeds(from: 0, provided: []).isEmpty, "\(condition)")
    }
  }

  @Test(
    arguments: [
      ["output.mail": ["$exists": false]], ["output.other": ["$exists": true]],
      ["$or": [["output.mail": "a"], ["country": "DE"]]], ["output.mail": ["$ne": "a"]],
      ["$not": ["output.mail": "a", "country": "DE"]], ["country": "DE"], [:],
    ] as [JSON])
  func `a condition that can be true without the need does not`(condition: JSON) throws {
    for document in Self.guarded(by: condition) {
      let release = try Release(document, manifest: Self.manifest)
      #expect(
        release.missingNeeds(from: 0, provided: []).map(\.key) == ["mail"], "\(condition)")
    }
  }

  @Test func `an earlier route that everyone without the need takes guarantees it`() throws {
    let release = try Release(
      document(
        flow(
          "main",
          step(
            "start",
            port("next", to("ask", when: ["output.mail": ["$exists": false]]), to("show"))),
          step("ask", port("next", to("show"))), step("show", port("next", finish("x"))))),
      manifest: Self.manifest)

    #expect(release.missingNeeds(from: 0, provided: []).isEmpty)
  }

  @Test func `the condition of a step that is already shown guarantees nothing`() throws {
    let mail: JSON = ["output.mail": ["$exists": true]]
    let release = try Release(
      document(
        flow(
          "main",
          step("start", showWhen: mail, port("next", finish("x")), port("skip", to("show"))),
          step("show", port("next", finish("x"))))), manifest: Self.manifest)
    #expect(release.missingNeeds(from: 0, provided: []).map(\.step) == [1])

    let back = [(Name?.none, Destination(.step("start")))]
    let nested = try Release(
      document(
        flow(
          "main",
          step(
            "start", showWhen: mail, port("next", enter("side", then: back)),
            port("skip", to("show"))),
          step("show", port("next", finish("x")))),
        flow("side", step("info", port("next", finish("x"))))), manifest: Self.manifest)
    let call = try #require(nested.flowDestinations(of: 0).first)
    #expect(nested.missingNeeds(from: 2, calls: [call], provided: []).map(\.step) == [1])
  }

  /// A document in which only a route to the needing step has the condition, and one in which only
  /// that step has it.
  private static func guarded(by condition: JSON) -> [FlowDocument] {
    [
      document(
        flow(
          "main", step("start", port("next", to("show", when: condition), finish("x"))),
          step("show", port("next", finish("x"))))),
      document(
        flow(
          "main", step("start", port("next", to("show"))),
          step("show", showWhen: condition, port("next", finish("x"))))),
    ]
  }

  @Test func `without a manifest nothing is needed`() throws {
    let release = try Release(document(flow("main", step("show", port("next", finish("x"))))))

    #expect(release.missingNeeds(from: 0, provided: []).isEmpty)
  }

  private static let manifest = Manifest(screens: [
    ScreenDeclaration(name: "Sstart", ports: [.init(name: "next"), .init(name: "skip")]),
    ScreenDeclaration(name: "Sinfo", ports: [.init(name: "next")]),
    ScreenDeclaration(
      name: "Sask", ports: [.init(name: "next")], provides: [.init(key: "mail", type: .string)]),
    ScreenDeclaration(
      name: "Sshow", ports: [.init(name: "next")], needs: [.init(key: "mail", type: .string)]),
  ])
}
