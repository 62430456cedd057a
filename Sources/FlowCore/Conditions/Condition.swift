/// A single condition, which is true or false for a user's attributes.
///
/// A release compiles all its conditions together; this is for trying one out, as the portal and
/// `flowmagic eval` do. The grammar is the MongoDB-style one that GrowthBook's SDKs share, with
/// JavaScript's conversions between types. Where that is ambiguous or does not fit JSON:
/// - arrays and objects are equal when their values are, members in any order;
/// - patterns run on Unicode scalars in linear time, without backreferences and lookaround;
/// - paths find members, elements and `length`, and nothing that JavaScript's objects inherit;
/// - a condition with a malformed part or an unknown operator of an attribute anywhere does not
///   apply and has an issue, so that `$not` around something that an old app does not know matches
///   no one.
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
  ///   - json: the condition, an object.
  ///   - segments: the segments that `$inGroup` and `$notInGroup` may name.
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
