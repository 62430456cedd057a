public import FlowCore

// The blocks that arrange and lead on. They are functions of the screen's own type, so that they
// know its ports and outputs, and are not seen elsewhere.

/// The words of blocks.
public enum BlockWord {
  /// The style of a text.
  public enum TextStyle: String, Sendable {
    case display, title, headline, body, small, caption, code
  }
  /// The meaning of a text or an icon, which has a color of the theme.
  public enum Tone: String, Sendable { case normal, muted, accent, good, warning, danger }
  /// The style of a button.
  public enum Button: String, Sendable { case primary, secondary, plain, danger }
  /// The least width of a grid's columns.
  public enum Width: String, Sendable { case small, medium, large }
  /// The style of options.
  public enum Options: String, Sendable { case list, cards, chips, menu }
  /// The style of bullets.
  public enum Bullets: String, Sendable { case dot, check, number, timeline }
}

extension ComposedScreen {
  /// Blocks one below the other.
  public static func column(gap: Int? = nil, @BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.column, children(), gap: gap)
  }

  /// Blocks side by side; one below the other where texts are large.
  public static func row(gap: Int? = nil, @BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.row, children(), gap: gap)
  }

  /// Blocks in as many columns as there is room for.
  public static func grid(
    _ least: BlockWord.Width, gap: Int? = nil, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    container(.grid, children(), gap: gap).with(.min, least.rawValue)
  }

  /// Blocks on a raised surface.
  public static func card(@BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.card, children(), gap: nil)
  }

  /// Blocks on a raised surface that fires a port when pressed.
  public static func card(fire port: Port, @BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.card, children(), gap: nil).with(.do, .actions([.fire(Name(port.rawValue))]))
  }

  /// Blocks that stay at the screen's end; the last of the body.
  public static func footer(@BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.footer, children(), gap: nil)
  }

  /// Blocks that the user may open and close.
  public static func disclosure(
    _ title: BlockText, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    container(.disclosure, children(), gap: nil).with(.title, .text(title))
  }

  /// Room between two blocks, from 1 to 6.
  public static func spacer(_ size: Int = 3) -> Block {
    Block(.spacer, [.init(.size, .number(JSONNumber(size)))])
  }

  /// A line between two blocks.
  public static func divider() -> Block { Block(.divider) }

  private static func container(_ type: BlockType, _ children: [Block], gap: Int?) -> Block {
    let block = Block(type, [.init(.children, .blocks(children))])
    return gap.map { block.with(.gap, .number(JSONNumber($0))) } ?? block
  }

  // MARK: Leading on

  /// A button that leaves the screen by a port, with what was entered.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - port: The port.
  ///   - style: The style.
  ///   - submits: Whether the form is checked first and written; false for a button that cancels.
  /// - Returns: The button.
  public static func button(
    _ title: BlockText, fire port: Port, style: BlockWord.Button = .primary, submits: Bool = true
  ) -> Block {
    let block = Block(
      .button,
      [.init(.title, .text(title)), .init(.do, .actions([.fire(Name(port.rawValue))]))]
    ).with(.style, style.rawValue)
    return submits ? block : block.with(.submits, .flag(false))
  }

  /// A button that goes back.
  public static func backButton(
    _ title: BlockText, style: BlockWord.Button = .plain
  ) -> Block {
    Block(.button, [.init(.title, .text(title)), .init(.do, .actions([.back]))])
      .with(.style, style.rawValue)
  }

  /// A link to an `https` address or to a step of the flow.
  public static func link(_ title: BlockText, to target: Name) -> Block {
    Block(.link, [.init(.title, .text(title)), .init(.to, .name(target))])
  }
}

extension Block {
  /// The block with a property.
  func with(_ key: BlockKey, _ value: BlockValue) -> Block {
    var block = self
    block[key] = value
    return block
  }

  func with(_ key: BlockKey, _ word: String) -> Block { with(key, .name(Name(word))) }

  /// The block with a stable key, by which tests and hosts press it.
  public func id(_ id: Name) -> Block { with(.id, .name(id)) }

  /// The field with a value that must be there to leave the screen.
  public func required() -> Block { with(.required, .flag(true)) }

  /// The field with an explanation.
  public func hint(_ text: BlockText) -> Block { with(.hint, .text(text)) }

  /// The field with an error message of its own.
  public func message(_ text: BlockText) -> Block { with(.message, .text(text)) }

  /// The block where a condition holds, as on routes: `["output.plan": "plus"]`.
  public func shown(when condition: JSON) -> Block { with(.showIf, .condition(condition)) }

  /// The block with a text for screen readers.
  public func accessibilityLabel(_ text: BlockText) -> Block {
    with(.a11y, .objects([[.init(.label, .text(text))]]))
  }
}
