/// The ports of a screen: an enum of texts.
///
/// A port is a named way out. Declaring them as an enum means that a wrong name does not compile.
///
/// ```swift
/// enum Port: String, ActionPort { case login, signUp }
/// ```
public protocol ActionPort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

/// The ports of a screen that nobody leaves.
public enum NoPort: ActionPort {
  /// No port at all.
  public static let allCases: [NoPort] = []

  /// Nothing: there is no such port.
  public init?(rawValue: String) { nil }

  /// Never asked for.
  public var rawValue: String { switch self {} }
}
