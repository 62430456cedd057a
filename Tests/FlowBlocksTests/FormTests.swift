import FlowBlocks
import FlowCore
import Testing

@Suite struct FormTests {
  private func errors(
    _ field: String, _ enteredValue: JSON?, today: String? = nil, locale: String = "en",
    formats: String = "{}"
  ) throws -> [FieldError] {
    let program = try screen(field).program(in: #"{"formats": \#(formats)}"#)
    var values = ScreenValues(attributes: ["locale": .string(locale)], today: today)
    if let enteredValue { values.enteredValues["f"] = enteredValue }
    return program.resolve(values).errors
  }

  private func field(_ type: String, _ members: String) -> String {
    #"{"type": "\#(type)", "name": "f", "label": "F"\#(members.isEmpty ? "" : ", " + members)}"#
  }

  @Test(arguments: [
    ("text", #""required": true"#, "", FieldError.Kind.missing),
    ("text", #""required": true"#, "  \n", .missing),
    ("text", #""min": 3"#, "ab", .tooShort), ("text", #""max": 3"#, "abcd", .tooLong),
    ("email", "", "ada", .invalidEmail), ("email", "", "ada@home", .invalidEmail),
    ("email", "", "a@b@c.de", .invalidEmail), ("phone", "", "12", .invalidPhoneNumber),
    ("url", "", "http://a.example", .invalidURL),
    ("code", #""pattern": "^[0-9]{6}$""#, "12345", .patternMismatch),
  ])
  func `typed text is validated`(
    _ kind: String, _ members: String, _ text: String, _ error: FieldError.Kind
  ) throws {
    let input = field("input", #""kind": "\#(kind)""# + (members.isEmpty ? "" : ", " + members))
    #expect(try errors(input, .string(text)).map(\.kind) == [error])
  }

  @Test(arguments: [
    ("email", "ada@example.org"), ("email", " ada+x@sub.example.org "), ("phone", "+49 30 123456"),
    ("url", "https://a.example"), ("code", "123456"), ("text", "ß"), ("text", ""),
  ])
  func `valid text has no error`(_ kind: String, _ text: String) throws {
    #expect(try errors(field("input", #""kind": "\#(kind)""#), .string(text)) == [])
  }

  @Test(arguments: [("", "12 34"), (#", "secret": true"#, " 12 34 ")])
  func `only a secret text keeps the spaces at its ends`(
    _ members: String, _ output: String
  ) throws {
    let program = try screen(field("input", #""kind": "text""# + members)).program()
    let values = ScreenValues(enteredValues: ["f": " 12 34 "])
    #expect(program.outputs(values) == ["f": .string(output)])
  }

  @Test func `fields other than text fields are validated`() throws {
    #expect(try errors(field("number", #""min": 3"#), 2).map(\.kind) == [.tooSmall])
    #expect(try errors(field("number", #""max": 3"#), "4").map(\.kind) == [.tooLarge])
    #expect(try errors(field("number", ""), "four").map(\.kind) == [.invalidNumber])
    #expect(try errors(field("toggle", #""mustBe": true"#), nil).map(\.kind) == [.notAccepted])
    #expect(try errors(field("date", ""), "2026-02-30").map(\.kind) == [.invalidDate])
    let dateField = field("date", #""min": "today+1d", "max": "today+14d""#)
    #expect(try errors(dateField, "2026-11-23", today: "2026-11-23").map(\.kind) == [.tooEarly])
    #expect(try errors(dateField, "2026-12-07", today: "2026-11-23") == [])
    #expect(try errors(dateField, "2026-12-08", today: "2026-11-23").map(\.kind) == [.tooLate])
    let year0 = field("date", #""max": "0000-02-29""#)
    #expect(try errors(year0, "0000-03-01").map(\.kind) == [.tooLate])
    let options = #""options": [{"value": "a", "title": "A"}, {"value": "b", "title": "B"}]"#
    #expect(try errors(field("choice", options), "c").map(\.kind) == [.invalidOption])
    #expect(
      try errors(field("choice", options + #", "many": true, "max": 1"#), ["a", "b"]).map(\.kind)
        == [.tooMany])
    #expect(
      try errors(field("choice", options + #", "many": true, "required": true"#), []).map(\.kind)
        == [.missing])
  }

  @Test func `numbers are parsed in the format of the language`() throws {
    let german = #"{"de": {"decimal": ",", "group": "."}}"#
    let program = try screen(field("number", #""max": 2000"#))
      .program(in: #"{"formats": \#(german)}"#)
    let values = ScreenValues(attributes: ["locale": "de"], enteredValues: ["f": "1.234,5"])
    #expect(program.outputs(values) == ["f": 1234.5])
  }

  @Test(.timeLimit(.minutes(1)))
  func `attack: without separators, parsing a number still terminates`() throws {
    let program = try screen(field("number", ""))
      .program(in: #"{"formats": {"de": {"decimal": "", "group": ""}}}"#)
    let values = ScreenValues(attributes: ["locale": "de"], enteredValues: ["f": "12"])
    #expect(program.outputs(values) == ["f": 12])
  }

  @Test func `errors are in the user's language`() throws {
    let input = field("input", #""kind": "text", "min": 3"#)
    #expect(
      try errors(input, "a").map(\.message) == ["Use at least 3 characters."])
    #expect(
      try errors(input, "a", locale: "de-CH").map(\.message)
        == ["Verwende mindestens 3 Zeichen."])
    let customField = field("input", #""kind": "text", "min": 3, "message": "More, please.""#)
    #expect(try errors(customField, "a").map(\.message) == ["More, please."])
  }

  @Test func `an error is shown only for a validated field`() throws {
    let program = try screen(field("input", #""kind": "text", "required": true"#)).program()
    let before = program.resolve(ScreenValues())
    #expect(before.root?.blocks(.children).first?.text(.message) == nil)
    #expect(before.errors.count == 1)
    let after = program.resolve(ScreenValues(touchedFields: ["f"]))
    #expect(after.root?.blocks(.children).first?.text(.message) == "Fill this in.")
  }

  @Test func `a field's own message is shown only if its value is invalid`() throws {
    let input = field("input", #""kind": "text", "min": 3, "message": "More, please.""#)
    let program = try screen(input).program()
    var values = ScreenValues(enteredValues: ["f": "abc"], touchedFields: ["f"])
    #expect(program.resolve(values).root?.blocks(.children).first?.text(.message) == nil)
    values.enteredValues["f"] = "a"
    #expect(
      program.resolve(values).root?.blocks(.children).first?.text(.message) == "More, please.")
  }

  @Test func `a hidden field has no output`() throws {
    let hidden = field(
      "input", #""kind": "text", "required": true, "showIf": {"state.more": true}"#)
    let screen = try screen(hidden, state: #"{"more": {"type": "boolean", "default": false}}"#)
    let program = try screen.program()
    var values = ScreenValues(enteredValues: ["f": "kept"])
    #expect(program.resolve(values).errors == [])
    #expect(program.outputs(values) == [:])
    values.state = ["more": true]
    #expect(program.outputs(values) == ["f": "kept"])
  }

  @Test func `a repeated entry must equal the first`() throws {
    let program = try screen(
      """
      {"type": "input", "kind": "newPassword", "name": "p", "label": "P"},
      {"type": "input", "kind": "newPassword", "name": "f", "label": "Again", "same": "p"}
      """
    ).program()
    let different = ScreenValues(enteredValues: ["p": "violet", "f": "violer"])
    #expect(program.resolve(different).errors.map(\.kind) == [.valuesDiffer])
    let equal = ScreenValues(enteredValues: ["p": "violet", "f": "violet"])
    #expect(program.resolve(equal).errors == [])
  }
}
