import FlowCore
import Testing

/// A row of a table of conditions: a condition, attributes, and the expected result.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  let condition: JSON
  let attributes: JSON
  let holds: Bool

  init(_ condition: JSON, _ attributes: JSON, _ holds: Bool) {
    self.condition = condition
    self.attributes = attributes
    self.holds = holds
  }

  /// A row about the attribute `x`.
  init(x: JSON, _ condition: JSON, _ holds: Bool) {
    self.init(["x": condition], ["x": x], holds)
  }

  var testDescription: String { "\(condition) on \(attributes): \(holds)" }
}

/// Whether a condition holds for an object of attributes.
func matches(_ condition: JSON, _ attributes: JSON, segments: [Segment] = []) -> Bool {
  Condition(condition, segments: segments).matches(attributes.object ?? JSONObject())
}

/// Whether every part of a condition is valid.
func isValid(_ condition: JSON) -> Bool {
  Condition(condition).issues.isEmpty
}
