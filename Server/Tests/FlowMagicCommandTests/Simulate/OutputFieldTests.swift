import FlowCore
import Testing
import flowmagic

@Suite struct OutputFieldTests {
  @Test(arguments: [
    (ValueType.number, "12.50", JSON(12.5)), (.integer, "-3", -3),
    (.boolean, "Yes", true), (.boolean, "n", false), (.date, "2024-02-29", "2024-02-29"),
    (.date, "2024-02-29T10:00:00.5+02:00", "2024-02-29T10:00:00.5+02:00"),
    (.version, "2.3.0", "2.3.0"), (.array, "[1]", [1] as JSON),
    (.object, #"{"a": 1}"#, ["a": 1] as JSON),
    (.any, "12", 12), (.any, "twelve", "twelve"), (.string, "12", "12"),
  ])
  func `text is parsed as the field's type`(type: ValueType, text: String, value: JSON) {
    #expect(FieldParser.parse(text, for: OutputField(type: type)) == .value(value))
  }

  @Test(arguments: [
    (ValueType.number, "1,5"), (.number, "NaN"), (.number, "1e999"), (.integer, "1.5"),
    (.boolean, "maybe"), (.date, "2023-02-29"), (.date, "29.02.2024"),
    (.date, "2024-02-29T25:00:00Z"),
    (.date, "2024-13-01"), (.version, "new"), (.array, "{}"), (.object, "[1]"),
  ])
  func `invalid text is rejected with a message`(type: ValueType, text: String) {
    guard case .invalid(let message) = FieldParser.parse(text, for: OutputField(type: type)) else {
      Issue.record("\(text) was parsed as \(type.rawValue)")
      return
    }
    #expect(message.hasSuffix("."))
  }

  @Test func `an option is chosen by number, label or value`() {
    let options = ContentOption.list([
      ["id": "s", "label": "Small"], ["id": "l", "label": "Large"],
    ])
    let field = OutputField(options: options ?? [])
    for text in ["2", "(2)", "large", "l"] {
      #expect(FieldParser.parse(text, for: field) == .value("l"))
    }
    for text in ["0", "3", String(Int.min), "huge"] {
      #expect(
        FieldParser.parse(text, for: field)
          == .invalid("Enter a number from 1 to 2, or an option's name."))
    }
  }

  @Test func `outputs and their types are inferred from conditions`() throws {
    let document = try FlowDocument(
      parsing: """
        {"schema": 1, "flows": [{"id": "f", "start": "a", "steps": [
          {"id": "a", "screen": "A", "showWhen": {"$not": {"output.born": {"$lt": "2008-01-01"}}},
           "ports": {"next": [
             {"when": {"$and": [{"output.age": {"$exists": true, "$gte": 18}},
                                {"output.form.news": true}, {"output.form.city": "Bern"}]},
              "finish": "x"},
             {"finish": "y"}]}}]}]}
        """)
    let inferred = InferredOutputs(document)
    #expect(inferred.fields(of: "age") == [OutputField(type: .number)])
    #expect(inferred.fields(of: "born") == [OutputField(type: .date)])
    #expect(
      inferred.fields(of: "form") == [
        OutputField(key: "news", type: .boolean), OutputField(key: "city", type: .string),
      ])
    #expect(inferred.fields(of: "a").isEmpty)
  }

  @Test(arguments: [
    ("", PromptInput.empty), (" b ", .back), ("q", .quit), ("?", .help), ("s", .session),
    ("c", .context("")), ("c a=1", .context("a=1")), ("=b", .text("b")), ("==", .text("=")),
    ("c you later", .text("c you later")), ("next", .text("next")),
  ])
  func `a line is a command or text`(line: String, input: PromptInput) {
    #expect(PromptInput(line) == input)
  }

  @Test func `an attribute is set, nested and removed`() {
    let context = JSONObject([.init(key: "age", value: 1)])
    #expect(ContextChange.apply("age=30", to: context).map(JSON.object) == ["age": 30])
    #expect(
      ContextChange.apply("name = Ada L.", to: JSONObject()).map(JSON.object) == ["name": "Ada L."])
    #expect(
      ContextChange.apply("a.b=true", to: JSONObject()).map(JSON.object) == ["a": ["b": true]])
    #expect(ContextChange.apply("age=", to: context).map(JSON.object) == [:])
    #expect(ContextChange.apply("age", to: context) == nil)
    #expect(ContextChange.apply("a..b=1", to: context) == nil)
  }

  @Test func `secrets are masked in the summary and in the printed session`() throws {
    let document = try FlowDocument(parsing: Fixtures.simulation)
    let presenter = SimulationPresenter(document, manifest: nil)
    let context = JSONObject()
    var session = Session.start(in: try Release(document), context: context).session
    _ = session.fire("next")
    _ = session.fire(
      "next", output: ["user": "Ada", "password": "p1", "others": [["password": "p3"]]])
    _ = session.fire("next", output: "p2")
    let text = SimulationSummary(session: session, presenter: presenter, exposures: [], moves: 3)
    let summary =
      text.lines(width: 80, glyphs: .ascii).map(\.plain).joined(separator: "\n")
      + text.sessionText(glyphs: .ascii)
    #expect(summary.contains("Ada"))
    #expect(!summary.contains("p1"))
    #expect(!summary.contains("p2"))
    #expect(!summary.contains("p3"), "a secret in an array")
  }
}
