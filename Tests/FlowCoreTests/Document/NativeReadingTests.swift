import FlowCore
import Testing

/// The native document that tests read, edit and convert.
let onboarding = """
  { "schema": 1,
    "application": "shop", "environment": "production", "number": 42,
    "flows": [
      { "id": "onboarding", "start": "welcome",
        "steps": [
          { "id": "welcome", "screen": "Info", "content": { "title": "Welcome" },
            "ports": {
              "next": [
                { "when": { "country": { "$in": ["DE", "AT"] } }, "to": "legal" },
                { "split": { "experiment": "short-form",
                             "by": "userId",
                             "variants": [ { "weight": 0.5, "to": "email", "key": "long" },
                                       { "weight": 0.5, "to": "done",  "key": "short" } ] } },
                { "to": "email" } ] } },
          { "id": "done", "screen": "Summary",
            "showWhen": { "output.email": { "$exists": true } },
            "ports": { "next": [ { "finish": "completed" } ] } } ] } ] }
  """

@Suite struct NativeReadingTests {
  @Test func `every part of a document with conditions and a split is read`() throws {
    let document = try FlowDocument(parsing: onboarding)

    #expect(document.application == "shop")
    #expect(document.environment == "production")
    #expect(document.number == 42)
    #expect(document.origin == nil)
    let flow = try #require(document.flows.first)
    #expect(flow.id == "onboarding")
    #expect(flow.start == "welcome")
    #expect(flow.steps.map(\.id) == ["welcome", "done"])
    let welcome = flow.steps[0]
    #expect(welcome.screen == "Info")
    #expect(welcome.content == ["title": "Welcome"])
    #expect(welcome.showWhen == nil)
    let routes = try #require(welcome.ports.first).routes
    #expect(routes.count == 3)
    #expect(routes[0].when == ["country": ["$in": ["DE", "AT"]]])
    #expect(routes[0].target == .destination(Destination(.step("legal"))))
    let variants: [Split.Variant] = [
      Split.Variant(key: "long", weight: JSONNumber(0.5), destination: Destination(.step("email"))),
      Split.Variant(key: "short", weight: JSONNumber(0.5), destination: Destination(.step("done"))),
    ]
    #expect(
      routes[1].target == .split(Split(experiment: "short-form", by: "userId", variants: variants)))
    #expect(routes[2] == Route(target: .destination(Destination(.step("email")))))
    #expect(flow.steps[1].showWhen == ["output.email": ["$exists": true]])
    let end = Route(target: .destination(Destination(.finish("completed"))))
    #expect(flow.steps[1].ports == [FlowPort(name: "next", routes: [end])])
  }

  @Test func `a continuation is a step, a destination, or one for each outcome`() throws {
    let paid = Continuation(outcome: "paid", destination: Destination(.step("thanks")))
    let sheet = Destination(.finish("left"), style: .sheet)

    #expect(try then(#""thanks""#) == [Continuation(outcome: nil, destination: paid.destination)])
    #expect(
      try then(#"{"finish": "left", "style": "sheet"}"#)
        == [Continuation(outcome: nil, destination: sheet)])
    #expect(
      try then(#"{"paid": "thanks", "*": {"finish": "left", "style": "sheet"}}"#)
        == [paid, Continuation(outcome: nil, destination: sheet)])
    #expect(
      try then(#"{"to": {"to": "x"}}"#)
        == [Continuation(outcome: "to", destination: Destination(.step("x")))])
    #expect(
      try then(#"{"paid": {"to": "thanks", "note": 1}}"#)
        == [Continuation(outcome: "paid", destination: paid.destination, unknown: note)])
  }

  private var note: JSONObject { JSONObject([.init(key: "note", value: 1)]) }

  private func then(_ text: String) throws -> [Continuation] {
    let route = #"{"flow": "checkout", "then": \#(text)}"#
    let document = try FlowDocument(parsing: nativeText(route: route))
    let target = document.flows[0].steps[0].ports[0].routes[0].target
    guard case .destination(let destination) = target,
      case .flow("checkout", let continuations) = destination.kind
    else { throw FlowError(.invalidValue, "not a flow") }
    return continuations
  }

  @Test func `every part of a split is read`() throws {
    let text = """
      {"split": {"experiment": "x", "by": "deviceId", "fallbackBy": "userId", "seed": "s",
       "hashVersion": 1, "coverage": 0.5, "namespace": ["n", 0, 0.25], "note": 1,
       "variants": [{"range": [0, 0.5], "to": "a", "style": "root", "note": 1}, {"finish": "b"}]}}
      """
    let document = try FlowDocument(parsing: nativeText(route: text))
    let half = try #require(JSONNumber(0.5))
    let quarter = try #require(JSONNumber(0.25))
    let variants = [
      Split.Variant(
        range: Split.Range(from: JSONNumber(0), to: half),
        destination: Destination(.step("a"), style: .root), unknown: note),
      Split.Variant(destination: Destination(.finish("b"))),
    ]
    let split = Split(
      experiment: "x", by: "deviceId", fallbackBy: "userId", seed: "s", hashVersion: 1,
      coverage: JSONNumber(0.5),
      namespace: Split.Namespace(name: "n", from: JSONNumber(0), to: quarter), variants: variants,
      unknown: note)
    #expect(document.flows[0].steps[0].ports[0].routes[0].target == .split(split))
  }

  @Test func `null is a value in content, and missing elsewhere`() throws {
    let text = """
      {"schema": 1, "application": null, "strings": null, "flows": [{"id": "f", "start": "s",
       "steps": [{"id": "s", "screen": "S", "content": null, "ports": null}]}]}
      """
    let document = try FlowDocument(parsing: text)
    #expect(document.application == nil)
    #expect(document.strings.isEmpty)
    #expect(document.flows[0].steps == [FlowStep(id: "s", screen: "S", content: JSON.null)])
  }

  @Test func `duplicate ids and missing targets are left to the verifier`() throws {
    let text = """
      {"schema": 1, "flows": [{"id": "f", "start": "nowhere", "steps": [
       {"id": "s", "screen": "S", "ports": {"next": [{"to": "gone"}]}},
       {"id": "s", "screen": "S"}]}, {"id": "f", "start": "", "steps": []}]}
      """
    let document = try FlowDocument(parsing: text)
    #expect(document.flows.map(\.id) == ["f", "f"])
    #expect(document.flows[0].steps.count == 2)
  }
}

/// A native document with one step whose port `next` has this single route.
func nativeText(route: String) -> String {
  """
  {"schema": 1, "flows": [{"id": "f", "start": "s", "steps": [{"id": "s", "screen": "S",
  "ports": {"next": [\(route)]}}]}]}
  """
}
