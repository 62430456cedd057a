import FlowCore
import FlowServer
import Testing

@Suite struct UnnumberedBodyTests {
  @Test(
    arguments: [
      #"{"schema": 1, "flows": []}"#,
      #"{"schema": 1, "application": "shop", "number": 3, "flows": [], "z": [{"a": "\u0007"}]}"#,
      #"{"schema": 1, "flows": [], "nu": 1, "numbers": {"number": 2}, "NUMBER": null}"#,
    ])
  func `the bytes with a number are the canonical JSON of the numbered document`(
    text: String
  ) throws {
    var document = try FlowDocument(parsing: text)
    let body = UnnumberedBody(document)
    for number in [1, 42, 9_007_199_254_740_991] {
      document.number = number
      let bytes = body.bytes(number: number)
      #expect(bytes == document.json.utf8(.canonical))
      #expect(body.count < bytes.count)
    }
  }
}
