import FlowCore
import Testing

@Suite struct NativeErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let code: FlowError.Code
    let pointer: String
    let messagePart: String
    var testDescription: String { text }
    init(_ text: String, _ code: FlowError.Code, at pointer: String, _ messagePart: String) {
      self.text = text
      self.code = code
      self.pointer = pointer
      self.messagePart = messagePart
    }
  }

  static let structure: [Case] = [
    Case("[]", .wrongType, at: "", "must be an object"),
    Case("{}", .unknownFormat, at: "", "`screenFlow`"),
    Case(#"{"schema": 2}"#, .unknownSchema, at: "/schema", "`schema` is 2; this engine reads flow"),
    Case(#"{"schema": 1.5, "flows": []}"#, .unknownSchema, at: "/schema", "Update the app"),
    Case(#"{"schema": "1"}"#, .wrongType, at: "/schema", "a whole number"),
    Case(#"{"flows": []}"#, .missingKey, at: "", "`schema`"),
    Case(#"{"schema": 1}"#, .missingKey, at: "", "`flows`"),
    Case(#"{"schema": 1, "flows": {}}"#, .wrongType, at: "/flows", "an array"),
    Case(#"{"schema": 1, "flows": [1]}"#, .wrongType, at: "/flows/0", "an object"),
    Case(
      #"{"schema": 1, "flows": [{"id": "f", "steps": []}]}"#, .missingKey, at: "/flows/0",
      "`start`"),
    Case(
      #"{"schema": 1, "flows": [{"id": "f", "start": "s", "steps": [{"id": "s"}]}]}"#,
      .missingKey, at: "/flows/0/steps/0", "`screen`"),
    Case(
      #"{"schema": 1, "flows": [], "number": 1.5}"#, .jsonNumberRange, at: "/number", "whole"),
    Case(#"{"schema": 1, "flows": [], "origin": "x"}"#, .invalidValue, at: "/origin", "flowkit"),
    Case(
      #"{"schema": 1, "flows": [], "strings": {"en": {"a": 1}}}"#, .wrongType,
      at: "/strings/en/a", "a string"),
    Case(
      #"{"schema": 1, "flows": [], "segments": {"s": 1}}"#, .wrongType, at: "/segments/s",
      "an array"),
    Case(
      #"{"schema": 1, "flows": [], "attributes": {"s": "text"}}"#, .invalidValue,
      at: "/attributes/s", "boolean"),
    Case(#"{"schema": 1, "flows": [], "locales": [1]}"#, .wrongType, at: "/locales/0", "string"),
  ]

  static let routes: [Case] = [
    Case("1", .wrongType, at: "", "an object"),
    Case("{}", .missingKey, at: "", "leads nowhere"),
    Case(#"{"when": {}}"#, .missingKey, at: "", "`to`, `finish` and `flow`"),
    Case(#"{"to": "a", "finish": "b"}"#, .invalidValue, at: "", "two destinations"),
    Case(#"{"to": "a", "flow": "b"}"#, .invalidValue, at: "", "two destinations"),
    Case(
      #"{"to": "a", "split": {"experiment": "e", "variants": []}}"#, .invalidValue, at: "",
      "two destinations"),
    Case(#"{"to": 1}"#, .wrongType, at: "/to", "a string"),
    Case(#"{"to": "a", "then": "b"}"#, .invalidValue, at: "/then", "together with `flow`"),
    Case(#"{"to": "a", "style": "slide"}"#, .invalidValue, at: "/style", "one of push, sheet"),
    Case(
      #"{"split": {"experiment": "e", "variants": []}, "style": "push"}"#, .invalidValue,
      at: "/style", "each variant"),
    Case(
      #"{"split": {"experiment": "e", "variants": []}, "then": "b"}"#, .invalidValue,
      at: "/then", "together with `flow`"),
    Case(#"{"split": {"variants": []}}"#, .missingKey, at: "/split", "`experiment`"),
    Case(#"{"split": {"experiment": "e"}}"#, .missingKey, at: "/split", "`variants`"),
    Case(
      #"{"split": {"experiment": "e", "variants": [{}]}}"#, .missingKey, at: "/split/variants/0",
      "leads nowhere"),
    Case(
      #"{"split": {"experiment": "e", "variants": [{"to": "a", "weight": "1"}]}}"#, .wrongType,
      at: "/split/variants/0/weight", "a number"),
    Case(
      #"{"split": {"experiment": "e", "variants": [{"to": "a", "range": [0]}]}}"#, .invalidValue,
      at: "/split/variants/0/range", "[from, to]"),
    Case(
      #"{"split": {"experiment": "e", "namespace": ["n", 0], "variants": []}}"#, .invalidValue,
      at: "/split/namespace", "[name, from, to]"),
    Case(
      #"{"split": {"experiment": "e", "hashVersion": 3, "variants": []}}"#, .invalidValue,
      at: "/split/hashVersion", "1 or 2"),
    Case(#"{"flow": "f", "then": 1}"#, .wrongType, at: "/then", "an object"),
    Case(#"{"flow": "f", "then": {"x": {}}}"#, .missingKey, at: "/then/x", "leads nowhere"),
  ]

  @Test(arguments: structure)
  func `a document of the wrong shape is rejected with its location and a message`(
    _ example: Case
  ) {
    expect(example, in: example.text, under: "")
  }

  @Test(arguments: routes)
  func `a route of the wrong shape is rejected with its location and a message`(_ example: Case) {
    expect(
      example, in: nativeText(route: example.text), under: "/flows/0/steps/0/ports/next/0")
  }

  @Test func `an error inside a step names the flow and the step`() throws {
    let error = try #require(throws: FlowError.self) {
      try FlowDocument(parsing: nativeText(route: "{}"))
    }
    #expect(error.location == FlowLocation(flow: "f", step: "s"))
    #expect(error.position?.line == 2)
    #expect(error.position?.column == 20)
  }

  private func expect(_ example: Case, in text: String, under prefix: String) {
    let error = #expect(throws: FlowError.self) { try FlowDocument(parsing: text) }
    #expect(error?.code == example.code)
    #expect(error?.position?.pointer == prefix + example.pointer)
    #expect(error?.message.contains(example.messagePart) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix(".") == true)
  }
}
