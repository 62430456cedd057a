/// How round a theme's corners are.
public enum ThemeCorner: UInt8, Sendable, CaseIterable {
  case none, small, medium, large

  /// In the order of the cases.
  public static let names: [Name] = Name.table("none small medium large")

  /// The share of the usual radius, in hundredths.
  public var hundredths: Int {
    switch self {
    case .none: 0
    case .small: 50
    case .medium: 100
    case .large: 175
    }
  }
}

/// How much space a theme leaves between blocks and around them.
public enum ThemeSpacing: UInt8, Sendable, CaseIterable {
  case compact, regular, spacious

  /// In the order of the cases.
  public static let names: [Name] = Name.table("compact regular spacious")

  /// The share of the usual space, in hundredths.
  public var hundredths: Int { 75 + 25 * Int(rawValue) }
}

/// A theme's typeface: one that every system has.
public enum ThemeFont: UInt8, Sendable, CaseIterable {
  case system, rounded, serif, monospaced

  /// In the order of the cases.
  public static let names: [Name] = Name.table("system rounded serif monospaced")
}
