import FlowCore
import Testing

/// The conversion of native documents to FlowKit, and its losses.
@Suite struct ConversionTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let routes: String
    let members: String
    let losses: [String]
    var testDescription: String { routes }
    init(_ routes: String, _ members: String, losing losses: [String] = []) {
      self.routes = routes
      self.members = members
      self.losses = losses
    }
  }

  @Test(arguments: [
    Example(#"[{"to": "a"}]"#, #"{"nextStep": "a"}"#),
    Example(#"[{"finish": "completed"}]"#, "{}"),
    Example(
      #"[{"when": {"output.x": "a"}, "to": "a"}, {"to": "b"}]"#,
      """
      {"nextSteps": [{"nextStepId": "a", "conditions": [{"type": "TEXT", "condition":
        {"answerStepId": "x", "values": ["a"]}}]}, {"nextStepId": "b"}]}
      """),
    Example(
      """
      [{"when": {"output.x": {"$lte": 5, "$type": "number"}, "output.y": {"$eq": "t"}}, "to": "a"},
       {"finish": "completed"}]
      """,
      """
      {"nextSteps": [{"nextStepId": "a", "conditions": [
        {"type": "NUMERIC", "condition": {"answerStepId": "x", "maxAmount": 5}},
        {"type": "TEXT", "condition": {"answerStepId": "y", "values": ["t"]}}]}]}
      """),
    Example(
      #"[{"finish": "left"}]"#, "{}",
      losing: ["has one outcome; “left” is left out."]),
    Example(
      #"[{"when": {"country": "DE"}, "to": "a"}, {"to": "b", "style": "sheet"}]"#,
      #"{"nextSteps": [{"nextStepId": "b"}]}"#,
      losing: [
        "cannot express this route's condition; the route is left out.",
        "cannot express how a screen appears; “sheet” is left out.",
      ]),
    Example(
      #"[{"when": {"output.x": {"$in": ["a"]}}, "to": "a"}]"#,
      """
      {"nextSteps": [{"nextStepId": "a", "conditions": [{"type": "TEXT", "condition":
        {"answerStepId": "x", "values": ["a"]}}]}]}
      """,
      losing: ["ends the flow when no route applies; in FlowMagic that would be an error."]),
    Example(
      """
      [{"when": {"output.x": {"$in": ["a"]}}, "finish": "completed"},
       {"split": {"experiment": "e", "variants": []}}, {"flow": "g"}, {"to": "b"}]
      """,
      #"{"nextSteps": [{"nextStepId": "b"}]}"#,
      losing: [
        "ends a flow only where nothing else applies; this end is left out.",
        "has no experiments; the split is left out.",
        "cannot enter another flow; the route is left out.",
      ]),
    Example(
      #"[{"finish": "completed"}, {"to": "b"}]"#, "{}",
      losing: ["ends the flow before this route; it and all after it are left out."]),
    Example(
      "[]", "{}",
      losing: ["ends the flow when no route applies; in FlowMagic that would be an error."]),
  ])
  func `routes are converted to FlowKit's next steps`(_ example: Example) throws {
    let text = """
      {"schema": 1, "flows": [{"id": "f", "start": "s", "steps": [{"id": "s", "screen": "S",
      "ports": {"next": \(example.routes)}}]}]}
      """
    let conversion = try FlowDocument(parsing: text).converted(to: .flowKit)
    var expected = try JSON(parsing: example.members).object ?? JSONObject()
    expected["id"] = "s"
    expected["type"] = "S"
    #expect(conversion.json["steps"] == .array([.object(expected)]))
    #expect(conversion.losses.map(\.message) == example.losses.map { "FlowKit " + $0 })
    for loss in conversion.losses {
      #expect(loss.location.flow == "f")
      #expect(loss.location.step == "s")
      #expect(loss.location.port == "next")
    }
  }

  /// Conditions without an equivalent in FlowKit, most of which resemble one.
  @Test(arguments: [
    #"{"output.x": true}"#, #"{"output.x": {"$gte": 1}}"#, #"{"output.x": {"$in": [1]}}"#,
    #"{"output.x": {"$type": "number", "$gte": "1"}}"#, #"{"output.x": {"$type": "string"}}"#,
    #"{"output.x": {"$type": "string", "$gte": "2024-02-30"}}"#, #"{"output.x": {"$eq": 1}}"#,
    #"{"output.x": {"$in": ["a"], "$exists": true}}"#, #"{"$or": [{"output.x": "a"}]}"#,
    #"{"x": "a"}"#, "{}", "[]", "null", #"{"$and": []}"#, #"{"$and": {}}"#,
    #"{"output.x": {"$type": "number", "$gt": 1}}"#,
  ])
  func `a condition that FlowKit cannot represent is reported as a loss and not approximated`(
    _ condition: String
  ) throws {
    let text = """
      {"schema": 1, "flows": [{"id": "f", "start": "s", "steps": [{"id": "s", "screen": "S",
      "showWhen": \(condition), "ports": {"next": [{"to": "a"}]}}]}]}
      """
    let conversion = try FlowDocument(parsing: text).converted(to: .flowKit)
    #expect(conversion.json["steps"] == [["id": "s", "type": "S", "nextStep": "a"]])
    #expect(
      conversion.losses == [
        ConversionLoss(
          location: FlowLocation(flow: "f", step: "s"),
          message: "FlowKit cannot express this step's condition; the step is always shown.")
      ])
  }

  @Test func `members, flows and ports that FlowKit lacks are reported as losses`() throws {
    let text = """
      {"schema": 1, "flows": [
        {"id": "f", "start": "s", "type": 1, "steps": [
          {"id": "s", "screen": "S", "nextStep": 1, "ports": {"skip": [{"to": "s"}]}}]},
        {"id": "g", "start": "t", "steps": []}],
       "strings": {"en": {}, "de": {}}, "defaultLocale": "en", "locales": ["en", "de"],
       "segments": {"beta": []}, "attributes": {"a": "any", "b": "any"}, "note": 1}
      """
    let conversion = try FlowDocument(parsing: text).converted(to: .flowKit)
    #expect(
      conversion.losses.map(\.message) == [
        "FlowKit cannot store texts by language; “en” is left out.",
        "FlowKit cannot store texts by language; “de” is left out.",
        "FlowKit cannot store a default language; “en” is left out.",
        "FlowKit cannot store supported languages; “en” is left out.",
        "FlowKit cannot store supported languages; “de” is left out.",
        "FlowKit cannot store segments; “beta” is left out.",
        "FlowKit cannot store declared attributes; “a” is left out.",
        "FlowKit cannot store declared attributes; “b” is left out.",
        "FlowKit cannot store this member; “note” is left out.",
        "FlowKit stores one flow; “g” is left out.",
        "FlowKit has one port, `next`; this port is left out.",
        "FlowKit ends the flow at a step without `next`; in FlowMagic users would stay.",
        "FlowKit cannot store the member “nextStep” here; it is left out.",
      ])
    #expect(
      conversion.json == [
        "id": "f", "initialStepId": "s", "steps": [["id": "s", "type": "S"]], "type": 1,
      ])
  }

  @Test func `a document without a flow is reported`() {
    for format in [DocumentFormat.flowMagic, .flowKit] {
      let conversion = FlowDocument().converted(to: format)
      #expect(conversion.losses.map { $0.message.hasSuffix("the document has none.") } == [true])
      #expect(throws: Never.self) { try FlowDocument(parsing: conversion.json.text()) }
    }
  }

  @Test func `a random document reads back from every format, and is written again unchanged`()
    throws
  {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      let document = random.document()
      for format in DocumentFormat.allCases {
        let conversion = document.converted(to: format)
        // Only the first conversion loses anything: another one gives the same text.
        let reread = try FlowDocument(parsing: conversion.json.text(.compact))
        #expect(reread.converted(to: format).json.text() == conversion.json.text(), "seed \(seed)")
        for loss in conversion.losses { #expect(loss.message.hasSuffix(".")) }
      }
    }
  }

  @Test(arguments: [
    (#"{"schema": 1}"#, DocumentFormat.native), (#"{"flows": 1}"#, .native),
    (#"{"screenFlow": []}"#, .flowMagic), (#"{"initialStepId": ""}"#, .flowKit),
    (#"{"steps": []}"#, .flowKit),
  ])
  func `a format is recognized by its keys`(_ text: String, _ format: DocumentFormat) throws {
    #expect(try DocumentFormat(of: ParsedJSON(text).root) == format)
  }
}
