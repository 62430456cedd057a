package import FlowCore

/// Describes conditions in plain language.
package enum ConditionText {
  package static func text(_ condition: JSON) -> String { ConditionDescription.describe(condition) }
}
