/// The names of blocks' properties, and of the properties of their items.
public enum BlockKey: UInt8, Sendable, CaseIterable {
  // Every block has these.
  case id, showIf, width, pad, surface, corner, a11y, `else`
  case gap, align, children, spread, stackWhen, wrap, min, size, grow, `do`, selected
  case text, style, role, tone, inline
  case image, alt, fit, ratio, name, video, poster, captions, play, resume, ended
  case items, value, total, from, x, y, kind, summary, empty, until, units, title, open
  case icon, submits, to
  case label, hint, required, message, max, pattern, same, secret, step, unit, time
  case `default`, mustBe, many, options
  case key, item, limit, dots, state, tabs
  case products, price, badge, props
  case hidden

  /// The name in documents.
  public var name: Name { BlockKey.names[Int(rawValue)] }

  /// The key with this name; nil if this engine does not know it.
  public init?(_ name: Name) {
    guard let index = BlockKey.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The names, in the order of the cases.
  private static let names: [Name] = Name.list(
    """
    id showIf width pad surface corner a11y else gap align children spread stackWhen wrap min
    size grow do selected text style role tone inline image alt fit ratio name video poster
    captions play resume ended items value total from x y kind summary empty until units title
    open icon submits to label hint required message max pattern same secret step unit time
    default mustBe many options key item limit dots state tabs products price badge props
    hidden
    """)
}
