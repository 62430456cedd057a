import FlowCore
import Testing

/// A row of a table of conditions: a condition, attributes, and the expected result.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  let condition: JSON
  let attributes: JSON
  let expected: Bool

  init(_ condition: JSON, _ attributes: JSON, _ expected: Bool) {
    self.condition = condition
    self.attributes = attributes
    self.expected = expected
  }

  /// A row about the attribute `x`.
  init(x: JSON, _ condition: JSON, _ expected: Bool) {
    self.init(["x": condition], ["x": x], expected)
  }

  var testDescription: String { "\(condition) on \(attributes): \(expected)" }
}

/// Whether a condition is true for an object of attributes.
func matches(_ condition: JSON, _ attributes: JSON, segments: [Segment] = []) -> Bool {
  Condition(condition, segments: segments).matches(attributes.object ?? JSONObject())
}

/// Whether every part of a condition is valid.
func isValid(_ condition: JSON) -> Bool {
  Condition(condition).issues.isEmpty
}
