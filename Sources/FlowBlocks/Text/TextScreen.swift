public import FlowCore

/// A screen as lines of text, with the elements that can have the focus: what a terminal shows.
public struct TextScreen: Sendable, Equatable {
  /// The lines, from top to bottom.
  public let lines: [TextLine]
  /// The focusable elements, in tab order.
  public let elements: [TextElement]

  /// Returns the element with an id; nil if the screen has none.
  public func element(_ id: TextElement.ID?) -> TextElement? { elements.first { $0.id == id } }

  /// The lines as plain text, without spaces at their ends.
  public var text: String {
    var bytes: [UInt8] = []
    for index in lines.indices {
      if index > 0 { bytes.append(UInt8(ascii: "\n")) }
      for span in lines[index].spans { bytes += Array(span.text.utf8) }
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A line of a screen as text.
public struct TextLine: Sendable, Equatable {
  /// The parts of the line, from left to right; none in an empty line.
  public internal(set) var spans: [TextSpan] = []

  /// The width in columns of a terminal.
  public var width: Int {
    var width = 0
    for span in spans { width += TextWidth.columns(span.text) }
    return width
  }
}

/// A part of a line with one style.
public struct TextSpan: Sendable, Equatable {
  /// The text.
  public let text: String
  /// The role, for which a terminal has a color or weight.
  public let style: TextStyle
  /// Whether it is part of the focused element.
  public let isFocused: Bool

  /// Creates a span.
  public init(_ text: String, _ style: TextStyle = .plain, isFocused: Bool = false) {
    self.text = text
    self.style = style
    self.isFocused = isFocused
  }

  /// Whether both are the same, byte by byte.
  public static func == (left: TextSpan, right: TextSpan) -> Bool {
    Name(left.text) == Name(right.text) && left.style == right.style
      && left.isFocused == right.isFocused
  }
}

/// The role of a part of a line.
public enum TextStyle: UInt8, Sendable, CaseIterable {
  case plain, title, strong, emphasis, code, muted, accent, good, warning, danger
  /// The contents of a field.
  case entry
  case button
  case link
  /// A border of a card, a divider, or the empty part of a bar.
  case border
}

/// An element of a screen that can have the focus: a button, a field, an option.
public struct TextElement: Sendable, Equatable {
  /// The identity of an element while its screen is shown.
  public struct ID: Sendable, Equatable {
    /// The key of the element's block.
    public let block: Name
    /// The index of the option or tab within the block; 0 for other elements.
    public let index: Int

    /// Creates an id.
    public init(_ block: Name, _ index: Int = 0) {
      self.block = block
      self.index = index
    }
  }

  /// The ways in which elements are used.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// A button or a card.
    case button
    /// A link to ``TextElement/target``.
    case link
    /// A field for one line of text.
    case entry
    /// A field whose text is not shown.
    case secret
    /// A field for several lines of text.
    case multiline
    /// A switch.
    case toggle
    /// An option, of which one or several are chosen.
    case option
    /// A menu or a slider, changed with the left and right arrow keys.
    case adjustable
    /// A tab.
    case tab
    /// A disclosure.
    case disclosure
  }

  /// The identity.
  public let id: ID
  /// The way in which it is used.
  public let kind: Kind
  /// Its lines, counted from 0.
  public internal(set) var lines: Range<Int>
  /// The name of the field that it belongs to; nil if it does not belong to one.
  public var field: Name?
  /// The current value of the field; null where there is none.
  public var value = JSON.null
  /// The value of the field after this element is pressed, or after the right arrow key; nil if
  /// neither changes it.
  public var nextValue: JSON?
  /// The value of the field after the left arrow key; nil if the key does not change it.
  public var previousValue: JSON?
  /// The URL or step that a link leads to; nil for other elements.
  public var target: Name?
}

/// The state of a screen's view, which the user changes: the focus, toggled disclosures, selected
/// tabs.
public struct TextViewState: Sendable, Equatable {
  /// The focused element; nil where nothing has the focus, as in tests and logs.
  public var focused: TextElement.ID?
  /// The keys of the disclosures that the user has toggled.
  public private(set) var toggledDisclosures: [Name] = []
  private var tabs: [TextElement.ID] = []

  /// Creates a state.
  public init(focused: TextElement.ID? = nil) { self.focused = focused }

  /// Toggles a disclosure or selects a tab; does nothing for other elements.
  public mutating func activate(_ element: TextElement) {
    let key = element.id.block
    if element.kind == .tab {
      tabs.removeAll { $0.block == key }
      tabs.append(element.id)
    } else if element.kind == .disclosure {
      if let index = toggledDisclosures.firstIndex(of: key) {
        toggledDisclosures.remove(at: index)
      } else {
        toggledDisclosures.append(key)
      }
    }
  }

  /// Returns the index of the selected tab: the user's choice, or else that of the screen's state,
  /// or else 0.
  func selectedTab(of block: ResolvedBlock) -> Int {
    let state = block.number(.value)?.int.flatMap { Int(exactly: $0) }
    return tabs.first { $0.block == block.key }?.index ?? state ?? 0
  }

  /// Whether a disclosure is open.
  func isOpen(_ block: ResolvedBlock) -> Bool {
    block.flag(.open) != toggledDisclosures.contains(block.key)
  }
}
