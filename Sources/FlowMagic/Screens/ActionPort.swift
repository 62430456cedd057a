/// The ports of a screen: an enum of strings.
///
/// A port is a named exit of a screen, which flows route to other steps. Because ports are an enum,
/// a wrong name does not compile.
///
/// ```swift
/// enum Port: String, ActionPort { case login, signUp }
/// ```
public protocol ActionPort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The label of the port's button; nil, the default, if the content has it or it is unknown.
  ///
  /// The portal's preview shows it, and an app may use it for the button itself.
  var label: PortLabel? { get }
}

extension ActionPort {
  /// None.
  public var label: PortLabel? { nil }
}

/// The ports of a screen that has none.
public enum NoPort: ActionPort {
  /// Empty.
  public static let allCases: [NoPort] = []

  /// Always nil.
  public init?(rawValue: String) { nil }

  /// Unreachable, because there is no value.
  public var rawValue: String { switch self {} }
}
