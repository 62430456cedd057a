/// The building blocks that screens are made of.
///
/// This is level 1 of the vocabulary; a build declares in its manifest up to which level it draws.
public enum BlockType: UInt8, Sendable, CaseIterable {
  // Layout.
  case column, row, grid, overlay, card, footer, spacer, divider
  // Display.
  case text, image, icon, video, badge, bullets, facts, progress, chart, countdown, disclosure
  // Actions.
  case button, link
  // Fields.
  case input, number, date, toggle, slider, choice
  // Collections.
  case list, carousel, tabs
  // Offers and custom blocks.
  case offer, custom

  /// The name in documents.
  public var name: Name { BlockType.names[Int(rawValue)] }

  /// The type with this name; nil if this engine does not know it.
  public init?(_ name: Name) {
    guard let index = BlockType.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The names, in the order of the cases.
  private static let names: [Name] = Name.list(
    """
    column row grid overlay card footer spacer divider text image icon video badge bullets
    facts progress chart countdown disclosure button link input number date toggle slider
    choice list carousel tabs offer custom
    """)

  /// Whether the block is a field, whose value the screen writes under the block's name.
  public var isField: Bool {
    switch self {
    case .input, .number, .date, .toggle, .slider, .choice, .offer: true
    default: false
    }
  }
}
