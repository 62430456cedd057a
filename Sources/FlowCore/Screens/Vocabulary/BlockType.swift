/// The building blocks that screens are made of.
///
/// Level 1 has these; a build says in its manifest up to which level it draws them.
public enum BlockType: UInt8, Sendable, CaseIterable {
  // Layout.
  case column, row, grid, overlay, card, footer, spacer, divider
  // Showing.
  case text, image, icon, video, badge, bullets, facts, progress, chart, countdown, disclosure
  // Pressing.
  case button, link
  // Asking.
  case input, number, date, toggle, slider, choice
  // Many.
  case list, carousel, tabs
  // Selling, and the app's own.
  case offer, custom

  /// The name in documents.
  public var name: Name { BlockType.names[Int(rawValue)] }

  /// The type of that name; nil for what this engine does not know.
  public init?(_ name: Name) {
    guard let index = BlockType.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// In the order of the cases.
  private static let names: [Name] = Name.table(
    """
    column row grid overlay card footer spacer divider text image icon video badge bullets
    facts progress chart countdown disclosure button link input number date toggle slider
    choice list carousel tabs offer custom
    """)

  /// Whether the block asks for a value, which the screen writes under the block's name.
  public var isField: Bool {
    switch self {
    case .input, .number, .date, .toggle, .slider, .choice, .offer: true
    default: false
    }
  }
}
