import FlowCore
import Testing

/// The results of FlowKit's conditions for answers of every type.
@Suite struct FlowKitMeaningTests {
  struct Vector: Sendable {
    let condition: String
    let holds: [JSON]
    let fails: [JSON]
    init(_ condition: String, holds: [JSON], fails: [JSON]) {
      self.condition = condition
      self.holds = holds
      self.fails = fails
    }
  }

  @Test(arguments: [
    Vector(
      #""type": "TEXT", "condition": {"values": ["a", "1"]}"#, holds: ["a", "1"],
      fails: ["A", "", 1, true, .null]),
    Vector(
      #""type": "NUMERIC", "condition": {"minAmount": -5, "maxAmount": 10.5}"#,
      holds: [-5, 0, 10.5], fails: [-5.1, 10.6, "0", "", true, false, .null, [0]]),
    Vector(
      #""type": "NUMERIC", "condition": {"maxAmount": 10}"#, holds: [0, -1, 10],
      fails: [11, "5", .null]),
    Vector(
      #""type": "DATE", "condition": {"minDate": "2024-02-29", "maxDate": "2024-05-01"}"#,
      holds: ["2024-02-29", "2024-02-29T00:00:00Z", "2024-04-30T23:59", "2024-05-01"],
      fails: ["2024-02-28", "2024-05-01T10:00", "2024-05-02", 20_240_301, true, .null, ""]),
    Vector(
      #""type": "BOOL", "condition": {"value": true}"#, holds: [true],
      fails: [false, 1, "true", .null]),
    Vector(
      #""type": "BOOL", "condition": {"value": false}"#, holds: [false],
      fails: [true, 0, "", .null]),
  ])
  func `a display condition holds for the same answers as in FlowKit`(
    _ vector: Vector
  ) throws {
    let text = """
      {"id": "f", "initialStepId": "s", "steps": [{"id": "s", "type": "S", "displayConditions":
      [{"stepId": "x", \(vector.condition)}]}]}
      """
    let showWhen = try #require(try FlowDocument(parsing: text).flows[0].steps[0].showWhen)
    let condition = Condition(showWhen)
    #expect(condition.issues.isEmpty)
    for answer in vector.holds { #expect(condition.matches(given(answer)), "\(answer)") }
    for answer in vector.fails { #expect(!condition.matches(given(answer)), "\(answer)") }
    #expect(!condition.matches(JSONObject()), "a missing answer")
  }

  private func given(_ answer: JSON) -> JSONObject {
    JSONObject([.init(key: "output", value: ["x": answer])])
  }
}
