/// The roles of colors; each has a light and a dark color.
public enum ThemeRole: UInt8, Sendable, CaseIterable {
  case background, surface, raised, text, muted, accent, onAccent, good, warning, danger

  /// The name in documents.
  public var name: Name { ThemeRole.names[Int(rawValue)] }

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.list(
    """
    background surface raised text muted accent onAccent good warning danger
    """)
}
