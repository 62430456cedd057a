/// A part of a condition that cannot be evaluated or is probably a mistake.
///
/// At run time nothing fails: a condition with a part that cannot be evaluated does not apply, and
/// what is only suspicious, such as an unknown segment, is evaluated as it is. The message is for
/// the author of the condition.
public struct ConditionIssue: Sendable, Equatable {
  /// The kind of the issue.
  public let kind: ConditionIssueKind
  /// The location in the condition, as a JSON Pointer (RFC 6901); empty for the whole.
  public let pointer: String
  /// The id of the message, for texts in any language, as in ``Finding``.
  public var messageID: String { id.rawValue }
  /// The values for the placeholders of the message, by placeholder name.
  public let arguments: JSONObject

  package let id: FindingMessageID

  /// Creates an issue.
  package init(
    kind: ConditionIssueKind, pointer: String, _ id: FindingMessageID,
    _ arguments: JSONObject = JSONObject()
  ) {
    self.kind = kind
    self.pointer = pointer
    self.id = id
    self.arguments = arguments
  }

  /// Whether both are the same, byte by byte.
  public static func == (left: ConditionIssue, right: ConditionIssue) -> Bool {
    left.kind == right.kind && UTF8Bytes.equal(left.pointer, right.pointer)
      && left.id == right.id && left.arguments == right.arguments
  }
}

/// The kinds of issues.
public enum ConditionIssueKind: String, Sendable, CaseIterable {
  /// A part has another type than its operator expects, or is probably a mistake.
  case malformed
  /// A key starts with `$` and is no operator, or not one that is allowed in its place.
  case unknownOperator = "unknown-operator"
  /// A pattern is a valid regular expression that is not supported, because it contains a
  /// backreference, a lookaround, a Unicode property or a modifier such as `(?i:…)`.
  case unsupportedPattern = "unsupported-pattern"
  /// A pattern is not a regular expression.
  case invalidPattern = "invalid-pattern"
  /// A pattern is too long, or needs more states than the limit.
  case patternTooLarge = "pattern-too-large"
  /// There is no segment of this name.
  case unknownSegment = "unknown-segment"
}
