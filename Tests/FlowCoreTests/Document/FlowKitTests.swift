import FlowCore
import Testing

@Suite struct FlowKitTests {
  static let credit = """
    {"id": "CREDIT", "initialStepId": "intro", "steps": [
      {"id": "intro", "type": "INFO", "nextStep": "amount", "content": {"title": "Credit"}},
      {"id": "amount", "type": "AMOUNT", "content": {}, "nextSteps": [
        {"nextStepId": "default"},
        {"nextStepId": "large", "conditions": [
          {"type": "NUMERIC", "condition": {"answerStepId": "amount", "minAmount": 5000.50}},
          {"type": "DATE", "condition":
            {"answerStepId": "birth", "minDate": "1960-01-31", "maxDate": "2004-02-29"}}]},
        {"nextStepId": "small", "conditions": [
          {"type": "TEXT", "condition": {"answerStepId": "job", "values": ["none", "other"]}}]}]},
      {"id": "large", "type": "INFO", "displayConditions": [
        {"stepId": "agree", "type": "BOOL", "condition": {"value": true}}]},
      {"id": "small", "type": "INFO"}, {"id": "default", "type": "INFO"}]}
    """

  @Test func `steps, conditions and the default are converted to their native form`() throws {
    let document = try FlowDocument(parsing: Self.credit)
    let flow = try #require(document.flows.first)

    #expect(document.origin == .flowKit)
    #expect(flow.id == "CREDIT")
    #expect(flow.start == "intro")
    #expect(flow.steps.map(\.screen) == ["INFO", "AMOUNT", "INFO", "INFO", "INFO"])
    #expect(flow.steps[0].content == ["title": "Credit"])
    #expect(flow.steps[0].ports == [FlowPort(name: "next", routes: [to("amount")])])
    let large: JSON = [
      "$and": [
        ["output.amount": ["$type": "number", "$gte": 5000.5]],
        ["output.birth": ["$type": "string", "$gte": "1960-01-31", "$lte": "2004-02-29"]],
      ]
    ]
    let small: JSON = ["output.job": ["$in": ["none", "other"]]]
    #expect(
      flow.steps[1].ports[0].routes == [to("large", large), to("small", small), to("default")])
    #expect(flow.steps[2].showWhen == ["output.agree": ["$eq": true]])
    let end = Route(target: .destination(Destination(.finish("completed"))))
    #expect(flow.steps[2].ports == [FlowPort(name: "next", routes: [end])])
  }

  private func to(_ step: Name, _ when: JSON? = nil) -> Route {
    Route(when: when, target: .destination(Destination(.step(step))))
  }

  @Test func `without a default the flow ends if no condition applies`() throws {
    let routes = try routes(
      #""nextSteps": [{"nextStepId": "a", "conditions": [{"type": "TEXT", "condition": "#
        + #"{"answerStepId": "x", "values": []}}]}]"#)
    #expect(routes.count == 2)
    #expect(routes[1].target == .destination(Destination(.finish("completed"))))
  }

  @Test func `nextStep takes precedence over nextSteps as in FlowKit`() throws {
    #expect(try routes(#""nextSteps": [{"nextStepId": "a"}], "nextStep": "b""#) == [to("b")])
    #expect(try routes(#""nextSteps": [{"nextStepId": "a"}], "nextStep": null"#) == [to("a")])
  }

  private func routes(_ members: String) throws -> [Route] {
    let text =
      #"{"id": "f", "initialStepId": "s", "steps": [{"id": "s", "type": "S", \#(members)}]}"#
    return try FlowDocument(parsing: text).flows[0].steps[0].ports[0].routes
  }

  @Test func `random documents are written back without loss`() throws {
    for seed in 0..<1000 {
      var random = SeededRandom(seed: seed)
      let json = random.flowKit()
      let document = try FlowDocument(parsing: json.text())
      let conversion = document.converted(to: .flowKit)
      #expect(conversion.json.text() == json.text(), "seed \(seed)")
      #expect(conversion.losses.isEmpty, "seed \(seed): \(conversion.losses)")
      #expect(try FlowDocument(parsing: document.json.text(.compact)) == document, "seed \(seed)")
    }
  }

  @Test func `an edited FlowKit document is written with its edits and without a loss`() throws {
    var document = try FlowDocument(parsing: Self.credit)
    document.flows[0].steps[1].ports[0].routes[2] = to("small")
    document.flows[0].steps[2].showWhen = nil

    let conversion = document.converted(to: .flowKit)

    #expect(conversion.losses.isEmpty)
    let entries = try #require(conversion.json["steps"]?.array?[1]["nextSteps"]?.array)
    #expect(entries.map { $0["nextStepId"] } == ["large", "small", "small"])
    #expect(conversion.json["steps"]?.array?[2]["displayConditions"] == nil)
  }

  struct InvalidStep: Sendable {
    let step: String
    let code: FlowError.Code
    let pointer: String
    init(_ step: String, _ code: FlowError.Code, _ pointer: String) {
      self.step = step
      self.code = code
      self.pointer = pointer
    }
  }

  @Test(arguments: [
    InvalidStep(#"{"type": "S"}"#, .missingKey, ""),
    InvalidStep(#"{"id": "s"}"#, .missingKey, ""),
    InvalidStep(#"{"id": "s", "type": "S", "nextStep": 1}"#, .wrongType, "/nextStep"),
    InvalidStep(#"{"id": "s", "type": "S", "nextSteps": {}}"#, .wrongType, "/nextSteps"),
    InvalidStep(#"{"id": "s", "type": "S", "nextSteps": [{}]}"#, .missingKey, "/nextSteps/0"),
    InvalidStep(
      #"{"id": "s", "type": "S", "displayConditions": [{"stepId": "x", "type": "COLOR", "#
        + #""condition": {}}]}"#, .invalidValue, "/displayConditions/0/type"),
    InvalidStep(
      #"{"id": "s", "type": "S", "displayConditions": [{"type": "BOOL", "condition": {"value": "#
        + #"true}}]}"#, .missingKey, "/displayConditions/0"),
    InvalidStep(
      #"{"id": "s", "type": "S", "displayConditions": [{"stepId": "x", "type": "DATE", "#
        + #""condition": {"minDate": "2023-02-29"}}]}"#, .invalidValue,
      "/displayConditions/0/condition/minDate"),
    InvalidStep(
      #"{"id": "s", "type": "S", "nextSteps": [{"nextStepId": "x", "conditions": [{"type": "#
        + #""BOOL", "condition": {"answerStepId": "x", "value": true}}]}]}"#, .invalidValue,
      "/nextSteps/0/conditions/0/type"),
    InvalidStep(
      #"{"id": "s", "type": "S", "nextSteps": [{"nextStepId": "x", "conditions": [{"type": "#
        + #""NUMERIC", "condition": {"answerStepId": "x", "minAmount": "1"}}]}]}"#, .wrongType,
      "/nextSteps/0/conditions/0/condition/minAmount"),
  ])
  func `a step of the wrong shape is rejected with its location`(_ example: InvalidStep) {
    let text = #"{"id": "f", "initialStepId": "s", "steps": [\#(example.step)]}"#
    let error = #expect(throws: FlowError.self) { try FlowDocument(parsing: text) }
    #expect(error?.code == example.code)
    #expect(error?.position?.pointer == "/steps/0" + example.pointer)
    #expect(error?.location.flow == "f")
  }

  @Test func `a date that does not exist is rejected`() {
    let dates = ["2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01"]
    let invalid = [
      "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-1-01",
      "2024-01-01T00:00", "2024/01/01", "20240101", "", "2024-01-00", "２024-01-0",
    ]
    for text in dates { #expect(throws: Never.self) { try parseDate(text) } }
    for text in invalid { #expect(throws: FlowError.self, "\(text)") { try parseDate(text) } }
  }

  private func parseDate(_ text: String) throws {
    _ = try routes(
      #""displayConditions": [{"stepId": "x", "type": "DATE", "condition": {"maxDate": "#
        + #""\#(text)"}}]"#)
  }
}

extension SeededRandom {
  /// A FlowKit document with any of the members and values that the reader accepts.
  fileprivate mutating func flowKit() -> JSON {
    var document = additionalMembers()
    document["id"] = .string(name().string)
    document["initialStepId"] = .string(name().string)
    document["steps"] = .array(list(4) { $0.flowKitStep() })
    return .object(document)
  }

  private mutating func additionalMembers() -> JSONObject {
    chance(20) ? members(besides: []) : JSONObject()
  }

  private mutating func flowKitStep() -> JSON {
    var step = additionalMembers()
    step["id"] = .string(name().string)
    step["type"] = .string(name().string)
    if chance(60) { step["content"] = json() }
    if chance(40) { step["nextStep"] = chance(80) ? .string(name().string) : .null }
    if chance(40) {
      let entries = list(3) { random -> JSON in
        var entry = random.additionalMembers()
        entry["nextStepId"] = .string(random.name().string)
        if random.chance(60) { entry["conditions"] = random.conditions(isDisplay: false) }
        return .object(entry)
      }
      step["nextSteps"] = chance(90) ? .array(entries) : .null
    }
    if chance(30) { step["displayConditions"] = conditions(isDisplay: true) }
    return .object(step)
  }

  private mutating func conditions(isDisplay: Bool) -> JSON {
    if chance(10) { return .null }
    return .array(
      list(2) { random -> JSON in
        var condition = random.additionalMembers()
        var outer = random.additionalMembers()
        if isDisplay {
          outer["stepId"] = .string(random.name().string)
        } else {
          condition["answerStepId"] = .string(random.name().string)
        }
        let type = random.pick(["TEXT", "NUMERIC", "DATE"] + (isDisplay ? ["BOOL"] : []))
        outer["type"] = .string(type)
        random.add(type, to: &condition)
        outer["condition"] = .object(condition)
        return .object(outer)
      })
  }

  private mutating func add(_ type: String, to condition: inout JSONObject) {
    switch type {
    case "TEXT": condition["values"] = .array(list(2) { .string($0.name().string) })
    case "BOOL": condition["value"] = .bool(chance(50))
    case "NUMERIC":
      for key in ["minAmount", "maxAmount"] as [Name] where chance(60) {
        condition[key] = chance(80) ? .number(number()) : .null
      }
    default:
      for key in ["minDate", "maxDate"] as [Name] where chance(60) {
        condition[key] = chance(80) ? "2024-02-29" : .null
      }
    }
  }
}
