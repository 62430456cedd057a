package import FlowCore

/// Conditions in plain words.
package enum ConditionText {
  package static func words(_ condition: JSON) -> String { ConditionDescription.describe(condition) }
}
