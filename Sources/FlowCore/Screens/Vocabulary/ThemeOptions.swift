/// The corner radius of a theme.
public enum ThemeCorner: UInt8, Sendable, CaseIterable {
  case none, small, medium, large

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.list("none small medium large")

  /// The radius in hundredths of the default radius.
  public var hundredths: Int {
    switch self {
    case .none: 0
    case .small: 50
    case .medium: 100
    case .large: 175
    }
  }
}

/// The spacing of a theme, between and around blocks.
public enum ThemeSpacing: UInt8, Sendable, CaseIterable {
  case compact, regular, spacious

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.list("compact regular spacious")

  /// The spacing in hundredths of the default spacing.
  public var hundredths: Int { 75 + 25 * Int(rawValue) }
}

/// The typeface of a theme: one that every system provides.
public enum ThemeFont: UInt8, Sendable, CaseIterable {
  case system, rounded, serif, monospaced

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.list("system rounded serif monospaced")
}
