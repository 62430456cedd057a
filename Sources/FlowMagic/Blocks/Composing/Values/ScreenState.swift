import FlowCore

/// The values that a ``ComposedScreen`` keeps while it is shown, with their initial values.
///
/// ```swift
/// struct PlanState: ScreenState { var isYearly = true }
/// ```
public protocol ScreenState: Codable, Sendable {
  /// Creates the initial values.
  init()
}

/// The state of a screen that has none.
public struct NoScreenState: ScreenState {
  /// Creates a value.
  public init() {}
}

extension ScreenState {
  /// The values with their types, as documents declare them.
  static var declarations: [BlockScreen.StateDeclaration] {
    let initial = (try? JSON(encoding: Self()))?.object ?? JSONObject()
    return MemberKeys<Self>().shape.members.map { member in
      .init(
        key: member.key, type: member.shape.valueType, initial: initial[member.key] ?? .null)
    }
  }
}
