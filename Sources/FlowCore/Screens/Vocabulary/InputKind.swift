/// The kind of an `input`, which determines its keyboard, autofill and validation.
public enum InputKind: UInt8, Sendable, CaseIterable {
  case text, name, email, phone, password, newPassword, code, search, url, multiline

  /// The name in documents.
  public var name: Name { InputKind.names[Int(rawValue)] }

  /// The kind with this name; nil if this engine does not know it.
  public init?(_ name: Name) {
    guard let index = InputKind.names.firstIndex(of: name) else { return nil }
    self = InputKind.allCases[index]
  }

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.list(
    """
    text name email phone password newPassword code search url multiline
    """)

  /// Whether the entered value is secret: it is not shown, stored or sent with events.
  public var isSecret: Bool { self == .password || self == .newPassword }
}
