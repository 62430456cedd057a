/// The ports of a screen: an enum of strings.
///
/// A port is a named exit of a screen, which flows route to other steps. Because ports are an enum,
/// a wrong name does not compile.
///
/// ```swift
/// enum Port: String, ActionPort { case login, signUp }
/// ```
public protocol ActionPort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

/// The ports of a screen that has none.
public enum NoPort: ActionPort {
  /// Empty.
  public static let allCases: [NoPort] = []

  /// Always nil.
  public init?(rawValue: String) { nil }

  /// Unreachable, because there is no value.
  public var rawValue: String { switch self {} }
}
