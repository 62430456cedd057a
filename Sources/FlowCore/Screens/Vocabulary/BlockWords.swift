/// The roles of colors; each has a light and a dark color.
public enum ThemeRole: UInt8, Sendable, CaseIterable {
  case background, surface, raised, text, muted, accent, onAccent, good, warning, danger

  /// The name in documents.
  public var name: Name { ThemeRole.names[Int(rawValue)] }

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.table(
    """
    background surface raised text muted accent onAccent good warning danger
    """)
}

/// The kind of an `input`, which determines its keyboard, autofill and validation.
public enum InputKind: UInt8, Sendable, CaseIterable {
  case text, name, email, phone, password, newPassword, code, search, url, multiline

  /// The name in documents.
  public var name: Name { InputKind.names[Int(rawValue)] }

  /// The kind of that name; nil if this engine does not know it.
  public init?(_ name: Name) {
    guard let index = InputKind.names.firstIndex(of: name) else { return nil }
    self = InputKind.allCases[index]
  }

  /// The names, in the order of the cases.
  public static let names: [Name] = Name.table(
    """
    text name email phone password newPassword code search url multiline
    """)

  /// Whether what is entered is never shown, stored or sent with events.
  public var isSecret: Bool { self == .password || self == .newPassword }
}

/// The icons of level 1, by their meaning; each renderer has its own symbols for them.
public enum IconName {
  /// All names.
  public static let all: [Name] = Name.table(
    """
    add airplane alarm apple arrowDown arrowEnd arrowStart arrowUp bag bank barcode battery
    bell bike bolt book bookmark box brain briefcase bus cake calculator calendar camera car
    card cart chart chat check checkCircle chevronDown chevronEnd chevronStart chevronUp
    clipboard clock close cloud code coffee coin compass copy crown diamond document download
    edit email error eye eyeOff face filter fingerprint fire flag folder food gear gift globe
    graph hand headphones heart help home hourglass image info key leaf lightbulb link list
    location lock map medal meditation menu microphone minus moon more mountain music mute
    pause people person phone pin play power print receipt refresh ribbon run scale scan search
    send share shield sleep sound sparkles star stop store sun tag target ticket timer train
    trash trophy undo unlock upload video wallet warning watch water wifi yoga
    """)
}
