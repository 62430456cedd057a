/// A single condition, which is true or false for a user's attributes.
///
/// A release compiles all its conditions together; this is for evaluating a single one, as the
/// portal and `flowmagic eval` do. The grammar is the MongoDB-style one that GrowthBook's SDKs
/// share, with JavaScript's type conversions. Where that is ambiguous or does not fit JSON:
/// - arrays and objects are equal when their values are, members in any order;
/// - patterns run on Unicode scalars in linear time, without backreferences and lookaround;
/// - paths find members, elements and `length`, and nothing that JavaScript's objects inherit;
/// - a condition with a malformed part, or an unknown operator for an attribute, does not apply as
///   a whole, and has an issue: `$not` around an operator that an old app does not know matches no
///   one.
///
/// ```swift
/// let condition = Condition(["country": ["$in": ["DE", "AT"]], "appVersion": ["$vgte": "2.3.0"]])
/// condition.matches(JSONObject([.init(key: "country", value: "DE")]))  // false: 0 < 2.3.0
/// ```
public struct Condition: Sendable {
  /// The mistakes found in the condition; empty if it is valid.
  public let issues: [ConditionIssue]

  private let table: ConditionTable
  private let id: ConditionID

  /// Compiles a condition.
  ///
  /// - Parameters:
  ///   - json: The condition, an object.
  ///   - segments: The segments that `$inGroup` and `$notInGroup` may name.
  public init(_ json: JSON, segments: [Segment] = []) {
    var builder = ConditionTable.Builder(segments: segments)
    id = builder.add(json)
    issues = builder.issues
    table = builder.finish()
  }

  /// Whether the condition is true for these attributes; a missing attribute is null.
  public func matches(_ attributes: JSONObject) -> Bool {
    table.bind(attributes).withUnsafeBufferPointer { table.evaluate(id, $0) }
  }
}
