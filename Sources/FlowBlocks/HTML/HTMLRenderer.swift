public import FlowCore

/// Draws a screen as HTML that works without a script: headings, native controls, and one form
/// whose submit buttons name the block that was pressed.
///
/// Appearance is set by classes, never by `style`, so that a page may forbid inline styles. The
/// pressed button is sent as `press` with the block's key; a field as `field.` and its name.
public struct HTMLRenderer {
  /// The parameters of a page that are not part of the screen.
  public struct Options: Sendable {
    /// The URL of an asset by its name.
    public var assetURL: @Sendable (Name) -> String
    /// The document's pictures in their sizes and variants; without them, and for other files, each
    /// has the single URL from `assetURL`.
    public var pictures: Pictures?
    /// The URL of the file with the icons, each a `symbol` with the icon's name as id.
    public var iconsURL: String
    /// Draws a custom block in place of its children; returns nil for a block that the app does not
    /// have.
    ///
    /// Receives the block, and its children as HTML. Returns HTML in UTF-8, which is inserted into
    /// the page unescaped.
    public var renderCustomBlock:
      (@Sendable (_ block: ResolvedBlock, _ children: [UInt8]) -> [UInt8]?)?
    /// Whether the first heading receives focus because the page has moved to another step.
    public var focusesHeading = false

    /// Creates options.
    public init(assetURL: @escaping @Sendable (Name) -> String, iconsURL: String) {
      self.assetURL = assetURL
      self.iconsURL = iconsURL
    }
  }

  var options: Options
  var html = HTMLWriter()

  init(_ options: Options) { self.options = options }

  /// Returns the screen's blocks as HTML, to be placed in a `form` element.
  ///
  /// - Parameters:
  ///   - screen: The screen as it is shown.
  ///   - options: The URLs of assets and icons, and what else the page sets.
  /// - Returns: HTML in UTF-8.
  public static func render(_ screen: ResolvedScreen, _ options: Options) -> [UInt8] {
    var renderer = HTMLRenderer(options)
    renderer.html.open("div", [("class", "fm-screen"), ("data-screen", screen.name.string)])
    if let root = screen.root { renderer.draw(root) }
    renderer.html.close("div")
    return renderer.html.bytes
  }

  /// Returns one block as HTML, to replace an earlier rendering of it.
  public static func render(_ block: ResolvedBlock, _ options: Options) -> [UInt8] {
    var renderer = HTMLRenderer(options)
    renderer.draw(block)
    return renderer.html.bytes
  }

  // MARK: Attributes

  /// Returns the attributes of every block's element: its key, its classes, and whether it is
  /// hidden from screen readers.
  func attributes(
    _ block: ResolvedBlock, _ classes: [String] = []
  ) -> [(StaticString, String?)] {
    var names = ["fm-" + block.type.name.string] + classes
    for key in [BlockKey.width, .surface, .corner] {
      if let word = block.name(key) { names.append("fm-" + key.name.string + "-" + word.string) }
    }
    if let pad = block.number(.pad) { names.append("fm-pad-" + pad.text) }
    let hidden = accessibility(block)?.value(.hidden) == .json(true)
    return [
      ("class", names.joined(" ")), ("data-key", block.key.string),
      ("aria-hidden", hidden ? "true" : nil),
    ]
  }

  /// Returns the accessibility label; nil where the block's own text is read.
  func label(_ block: ResolvedBlock) -> String? { accessibility(block)?.text(.label) }

  private func accessibility(_ block: ResolvedBlock) -> [ResolvedBlock.Property]? {
    block.items(.a11y).first
  }

  /// Returns the class for the value of a property, such as `fm-align-center`.
  func className(_ block: ResolvedBlock, _ key: BlockKey, or defaultValue: String) -> String {
    "fm-" + key.name.string + "-" + (block.name(key)?.string ?? defaultValue)
  }

  func gapClass(_ block: ResolvedBlock) -> String { "fm-gap-" + (block.number(.gap)?.text ?? "3") }

  // MARK: Blocks

  mutating func draw(_ block: ResolvedBlock) {
    switch block.type {
    case .column, .row, .grid, .overlay, .card, .footer, .spacer, .divider: drawLayout(block)
    case .text, .image, .icon, .video, .badge, .bullets, .facts: drawContent(block)
    case .progress, .chart, .countdown: drawIndicator(block)
    case .disclosure: drawDisclosure(block)
    case .button, .link: drawButton(block)
    case .input, .number, .date, .toggle, .slider, .choice, .offer: drawField(block)
    case .list, .carousel, .tabs, .custom: drawCollection(block)
    }
  }

  mutating func draw(_ blocks: [ResolvedBlock]) {
    for block in blocks { draw(block) }
  }

  private mutating func drawLayout(_ block: ResolvedBlock) {
    switch block.type {
    case .column:
      drawContainer(block, "div", [gapClass(block), className(block, .align, or: "fill")])
    case .row:
      var classes = [
        gapClass(block), className(block, .align, or: "top"),
        className(block, .spread, or: "start"), className(block, .stackWhen, or: "largeText"),
      ]
      if block.flag(.wrap) { classes.append("fm-wrap") }
      drawContainer(block, "div", classes)
    case .grid:
      drawContainer(block, "div", [gapClass(block), className(block, .min, or: "medium")])
    case .overlay: drawContainer(block, "div", [className(block, .align, or: "center")])
    case .footer: drawContainer(block, "footer", [])
    case .card: drawCard(block)
    case .spacer:
      let size = "fm-size-" + (block.number(.size)?.text ?? "3")
      html.open("div", attributes(block, block.flag(.grow) ? [size, "fm-grow"] : [size]))
      html.close("div")
    default: html.open("hr", attributes(block))
    }
  }

  private mutating func drawContainer(
    _ block: ResolvedBlock, _ tag: StaticString, _ classes: [String]
  ) {
    html.open(tag, attributes(block, classes))
    draw(block.blocks(.children))
    html.close(tag)
  }

  /// Draws a card; one that can be pressed is covered by a button, labeled with the card's texts.
  private mutating func drawCard(_ block: ResolvedBlock) {
    let isSelected = block.flag(.selected)
    let canBePressed = !block.actions(.do).isEmpty
    var properties = attributes(block, isSelected ? ["fm-selected"] : [])
    let id = canBePressed ? labelID(block) : nil
    if let id { properties.append(("id", id)) }
    html.open("div", properties)
    draw(block.blocks(.children))
    if canBePressed {
      html.open(
        "button",
        [
          ("type", "submit"), ("class", "fm-press-all"), ("name", "press"),
          ("value", block.key.string), ("formnovalidate", ""),
          ("aria-label", id == nil ? label(block) ?? Self.combinedText(block) : nil),
          ("aria-labelledby", id),
          ("aria-pressed", block[.selected].map { _ in isSelected ? "true" : "false" }),
        ])
      html.close("button")
    }
    html.close("div")
  }

  /// Returns the id by which the button of a card refers to the card's content as its label; nil if
  /// the label is known from the document.
  ///
  /// The texts of a custom block are known only once the app has rendered it.
  private func labelID(_ block: ResolvedBlock) -> String? {
    #if hasFeature(Embedded)
      // The engine in browsers draws no custom blocks.
      return nil
    #else
      guard label(block) == nil, options.renderCustomBlock != nil,
        Self.containsCustomBlock(block)
      else { return nil }
      // NB: whitespace separates ids in `aria-labelledby`, so it is escaped with a percent sign.
      var bytes = Array("card-".utf8)
      for byte in block.key.string.utf8 {
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "%"):
          bytes += [UInt8(ascii: "%"), byte + 0x40]
        default: bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    #endif
  }

  #if !hasFeature(Embedded)
    private static func containsCustomBlock(_ block: ResolvedBlock) -> Bool {
      block.type == .custom || block.blocks(.children).contains { containsCustomBlock($0) }
    }
  #endif

  /// Returns the texts of a block and its descendants, in order, separated by spaces.
  static func combinedText(_ block: ResolvedBlock) -> String {
    var texts: [String] = []
    for key in [BlockKey.text, .title, .alt] {
      if let text = block.text(key) { texts.append(text) }
    }
    for child in block.blocks(.children) {
      let inner = Self.combinedText(child)
      if !inner.isEmpty { texts.append(inner) }
    }
    return texts.joined(" ")
  }

  private mutating func drawButton(_ block: ResolvedBlock) {
    let title = block.text(.title) ?? ""
    if block.type == .link {
      let target = block.name(.to)?.string ?? ""
      let isWeb = UTF8Bytes.has(prefix: "https://", target)
      html.writeElement(
        "a", attributes(block) + [("href", isWeb ? target : "?step=" + target)], text: title)
      return
    }
    let submits = block[.submits] == nil || block.flag(.submits)
    let fires = block.actions(.do).contains { !$0.ports.isEmpty }
    html.open(
      "button",
      attributes(block, [className(block, .style, or: "primary")]) + [
        ("type", "submit"), ("name", "press"), ("value", block.key.string),
        ("formnovalidate", submits && fires ? nil : ""), ("aria-label", label(block)),
      ])
    if let icon = block.name(.icon) { drawIcon(icon, text: nil) }
    html.writeElement("span", text: title)
    html.close("button")
  }

  /// Draws an icon; one without a text is hidden from screen readers.
  mutating func drawIcon(
    _ name: Name, text: String?, _ attributes: [(StaticString, String?)] = []
  ) {
    html.open(
      "svg",
      attributes + [
        ("class", attributes.isEmpty ? "fm-icon" : nil), ("viewBox", "0 0 24 24"),
        ("role", text == nil ? nil : "img"), ("aria-label", text),
        ("aria-hidden", text == nil ? "true" : nil), ("focusable", "false"),
      ])
    html.open("use", [("href", options.iconsURL + "#" + name.string)])
    html.close("use")
    html.close("svg")
  }
}

extension Array<String> {
  /// Returns the texts, concatenated with the separator between them.
  func joined(_ separator: String) -> String {
    var text = ""
    for index in indices {
      if index > 0 { text += separator }
      text += self[index]
    }
    return text
  }
}
