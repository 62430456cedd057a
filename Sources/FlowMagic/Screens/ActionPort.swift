/// The ports of a screen: an enum of strings.
///
/// A port is a named exit of a screen, which flows route to other steps. Because ports are an enum,
/// misspelling one is a compile-time error. The outcomes of a ``ScreenAction`` are declared in the
/// same way.
///
/// ```swift
/// enum Port: String, ActionPort { case login, signUp }
/// ```
public protocol ActionPort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The label of the port's button; nil, the default, if the content has it or there is none.
  ///
  /// The portal's preview shows it, and an app can use it for the button itself.
  var label: PortLabel? { get }
}

extension ActionPort {
  /// No label.
  public var label: PortLabel? { nil }
}

/// The ports of a screen that has none.
public enum NoPort: ActionPort {
  /// No ports.
  public static let allCases: [NoPort] = []

  /// Always nil.
  public init?(rawValue: String) { nil }

  /// Unreachable, because there is no value.
  public var rawValue: String { switch self {} }
}
