import FlowCore
import Testing

/// The results of FlowKit's conditions for answers of every type.
@Suite struct FlowKitConditionTests {
  struct Vector: Sendable {
    let condition: String
    let matching: [JSON]
    let nonMatching: [JSON]
    init(_ condition: String, matching: [JSON], nonMatching: [JSON]) {
      self.condition = condition
      self.matching = matching
      self.nonMatching = nonMatching
    }
  }

  @Test(arguments: [
    Vector(
      #""type": "TEXT", "condition": {"values": ["a", "1"]}"#, matching: ["a", "1"],
      nonMatching: ["A", "", 1, true, .null]),
    Vector(
      #""type": "NUMERIC", "condition": {"minAmount": -5, "maxAmount": 10.5}"#,
      matching: [-5, 0, 10.5], nonMatching: [-5.1, 10.6, "0", "", true, false, .null, [0]]),
    Vector(
      #""type": "NUMERIC", "condition": {"maxAmount": 10}"#, matching: [0, -1, 10],
      nonMatching: [11, "5", .null]),
    Vector(
      #""type": "DATE", "condition": {"minDate": "2024-02-29", "maxDate": "2024-05-01"}"#,
      matching: ["2024-02-29", "2024-02-29T00:00:00Z", "2024-04-30T23:59", "2024-05-01"],
      nonMatching: ["2024-02-28", "2024-05-01T10:00", "2024-05-02", 20_240_301, true, .null, ""]),
    Vector(
      #""type": "BOOL", "condition": {"value": true}"#, matching: [true],
      nonMatching: [false, 1, "true", .null]),
    Vector(
      #""type": "BOOL", "condition": {"value": false}"#, matching: [false],
      nonMatching: [true, 0, "", .null]),
  ])
  func `a display condition is true for the same answers as in FlowKit`(
    _ vector: Vector
  ) throws {
    let text = """
      {"id": "f", "initialStepId": "s", "steps": [{"id": "s", "type": "S", "displayConditions":
      [{"stepId": "x", \(vector.condition)}]}]}
      """
    let showWhen = try #require(try FlowDocument(parsing: text).flows[0].steps[0].showWhen)
    let condition = Condition(showWhen)
    #expect(condition.issues.isEmpty)
    for answer in vector.matching { #expect(condition.matches(outputs(answer)), "\(answer)") }
    for answer in vector.nonMatching { #expect(!condition.matches(outputs(answer)), "\(answer)") }
    #expect(!condition.matches(JSONObject()), "a missing answer")
  }

  private func outputs(_ answer: JSON) -> JSONObject {
    JSONObject([.init(key: "output", value: ["x": answer])])
  }
}
