import FlowCore
import Testing

@Suite struct AppendingTests {
  private func route(_ kind: DestinationKind, _ style: Destination.Style = .push) -> Route {
    Route(target: .destination(Destination(kind, style: style)))
  }

  private func flow(_ id: Name, _ step: Name, _ routes: [Route]) -> Flow {
    let step = FlowStep(id: step, screen: "S", ports: [FlowPort(name: "next", routes: routes)])
    return Flow(id: id, start: step.id, steps: [step])
  }

  @Test func `every end with “completed” leads to the start of the appended flow`() throws {
    let then = [
      Continuation(outcome: "paid", destination: Destination(.finish("completed"))),
      Continuation(outcome: nil, destination: Destination(.finish("left"))),
    ]
    let variants = [
      Split.Variant(destination: Destination(.finish("completed"))),
      Split.Variant(destination: Destination(.step("a"))),
    ]
    let first = flow(
      "f", "a",
      [
        route(.finish("left")), route(.flow("pay", then: then)),
        Route(target: .split(Split(experiment: "e", variants: variants))),
        route(.finish("completed"), .root),
      ])
    let second = flow("g", "b", [route(.finish("completed"))])

    let combined = try first.appending(second)

    #expect(combined.id == "f")
    #expect(combined.start == "a")
    #expect(combined.steps.map(\.id) == ["a", "b"])
    let routes = combined.steps[0].ports[0].routes
    #expect(routes[0] == route(.finish("left")))
    #expect(
      routes[1]
        == route(
          .flow(
            "pay",
            then: [Continuation(outcome: "paid", destination: Destination(.step("b"))), then[1]])))
    let newVariants = [Split.Variant(destination: Destination(.step("b"))), variants[1]]
    #expect(routes[2].target == .split(Split(experiment: "e", variants: newVariants)))
    #expect(routes[3] == route(.step("b"), .root))
    #expect(combined.steps[1] == second.steps[0])
  }

  @Test func `a step id in both flows is rejected and named`() throws {
    let first = flow("f", "a", [route(.finish("completed"))])
    let error = try #require(throws: FlowError.self) { try first.appending(first) }
    #expect(error.code == .invalidValue)
    #expect(error.location == FlowLocation(flow: "f", step: "a"))
    #expect(error.message == "Both flows have a step “a”; give one of them another id.")
  }

  @Test func `nothing can follow a flow that never completes`() throws {
    let first = flow("f", "a", [route(.finish("left"))])
    let error = try #require(throws: FlowError.self) {
      try first.appending(flow("g", "b", []))
    }
    #expect(
      error.message == "The flow “f” never finishes with “completed”, so nothing can follow it.")
  }

  @Test func `two FlowKit documents can be appended and written as FlowKit`() throws {
    let document = { (id: String, next: String) in
      """
      {"id": "\(id)", "initialStepId": "\(id)1", "steps": [
        {"id": "\(id)1", "type": "T", "nextStep": "\(id)2"}, {"id": "\(id)2", "type": "T"\(next)}]}
      """
    }
    let first = try FlowDocument(parsing: document("a", #", "nextSteps": []"#))
    let second = try FlowDocument(parsing: document("b", ""))

    let written = try first.appending(second).converted(to: .flowKit)

    #expect(written.losses.isEmpty)
    let expected = """
      {"id": "a", "initialStepId": "a1", "steps": [
        {"id": "a1", "type": "T", "nextStep": "a2"}, {"id": "a2", "type": "T", "nextStep": "b1"},
        {"id": "b1", "type": "T", "nextStep": "b2"}, {"id": "b2", "type": "T"}]}
      """
    #expect(written.json.text() == (try JSON(parsing: expected).text()))
  }

  @Test func `an appended flow that another flow enters is also kept on its own`() throws {
    let first = FlowDocument(flows: [flow("f", "a", [route(.finish("completed"))])])
    let then = [Continuation(outcome: nil, destination: Destination(.flow("g", then: [])))]
    let variants = [Split.Variant(destination: Destination(.flow("g", then: [])))]
    let entering = [
      route(.flow("g", then: [])), route(.flow("h", then: then)),
      Route(target: .split(Split(experiment: "e", variants: variants))),
    ]
    for route in entering {
      let second = FlowDocument(flows: [flow("g", "b", []), flow("h", "c", [route])])

      let combined = try first.appending(second)

      #expect(combined.flows.map(\.id) == ["f", "g", "h"])
      #expect(combined.flows[0].steps.map(\.id) == ["a", "b"])
      #expect(Array(combined.flows[1...]) == second.flows)
    }
    let conflicting = FlowDocument(
      flows: [flow("f", "b", []), flow("h", "c", [route(.flow("f", then: []))])])
    let error = try #require(throws: FlowError.self) { try first.appending(conflicting) }
    #expect(error.message.contains("flow “f”"))
  }

  @Test func `drawn screens, assets, formats and templates of both documents are kept`() throws {
    var first = FlowDocument(flows: [flow("f", "a", [route(.finish("completed"))])])
    first.unknown = [
      "screens": [["name": "One"]], "assets": ["a": 1], "theme": 1,
      "formats": ["en": 1], "screenTemplates": ["One": 1],
    ]
    var second = FlowDocument(flows: [flow("g", "b", [])])
    second.unknown = [
      "screens": [["name": "One"], ["name": "Two"]], "assets": ["b": 2], "theme": 2,
      "formats": ["de": 2], "screenTemplates": ["Two": 2],
    ]

    let combined = try first.appending(second)

    let expected: JSONObject = [
      "screens": [["name": "One"], ["name": "Two"]], "assets": ["a": 1, "b": 2], "theme": 1,
      "formats": ["en": 1, "de": 2], "screenTemplates": ["One": 1, "Two": 2],
    ]
    #expect(combined.unknown == expected)
    second.unknown["screens"] = [["name": "One", "title": "Another"]]
    let error = try #require(throws: FlowError.self) { try first.appending(second) }
    #expect(error.message.contains("drawn screen “One”"))
  }

  @Test func `texts, segments, attributes and languages are merged, and conflicts are rejected`()
    throws
  {
    var first = FlowDocument(flows: [flow("f", "a", [route(.finish("completed"))])])
    first.strings = [StringTable(locale: "en", entries: [.init(key: "k", text: "1")])]
    first.segments = [Segment(name: "s", values: [1])]
    first.attributes = [.init(name: "p", type: .string)]
    first.locales = ["en"]
    var second = first
    second.flows = [flow("g", "b", []), flow("h", "c", [])]
    second.strings[0].entries.append(.init(key: "l", text: "2"))
    second.strings.append(StringTable(locale: "de", entries: []))
    second.locales = ["de", "en"]

    let combined = try first.appending(second)

    #expect(combined.flows.map(\.id) == ["f", "h"])
    #expect(combined.strings == second.strings)
    #expect(combined.segments == first.segments)
    #expect(combined.attributes == first.attributes)
    #expect(combined.locales == ["en", "de"])

    let conflicts: [(String, (inout FlowDocument) -> Void)] = [
      ("en text “k”", { $0.strings[0].entries[0].text = "other" }),
      ("segment “s”", { $0.segments[0].values = [2] }),
      ("attribute “p”", { $0.attributes[0].type = .any }),
      ("flow “f”", { $0.flows[1].id = "f" }),
    ]
    for (name, edit) in conflicts {
      var other = second
      edit(&other)
      let error = try #require(throws: FlowError.self) { try first.appending(other) }
      #expect(error.message.contains(name))
    }
    #expect(throws: FlowError.self) { try first.appending(FlowDocument()) }
  }
}
