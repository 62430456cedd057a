public import FlowCore

extension Block {
  /// The block with a property.
  func with(_ key: BlockKey, _ value: BlockValue) -> Block {
    var block = self
    block[key] = value
    return block
  }

  func with(_ key: BlockKey, _ word: String) -> Block { with(key, .name(Name(word))) }

  /// The block with a property unless there is no value.
  func with<Word: RawRepresentable<String>>(_ key: BlockKey, _ word: Word?) -> Block {
    word.map { with(key, $0.rawValue) } ?? self
  }

  func with(_ key: BlockKey, text: BlockText?) -> Block {
    text.map { with(key, .text($0)) } ?? self
  }

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

  /// The block where a bound value is that one.
  ///
  /// - Parameters:
  ///   - bound: The bound value.
  ///   - value: The value that it must have.
  /// - Returns: The block.
  public func shown<Value: Encodable>(
    when bound: BoundValue<Value>, is value: Value
  ) -> Block {
    let json = (try? JSON(encoding: value)) ?? .null
    return shown(when: .object(JSONObject([.init(key: bound.path.name, value: json)])))
  }

  /// The block with a text for screen readers.
  public func accessibilityLabel(_ text: BlockText) -> Block {
    with(.a11y, .objects([[.init(.label, .text(text))]]))
  }

  /// The block with a width.
  public func width(_ width: BlockOption.BlockWidth) -> Block { with(.width, width) }

  /// The block with room around it, from 0 to 6.
  public func padding(_ size: Int) -> Block { with(.pad, .whole(size)) }

  /// The block on a color of the theme.
  public func surface(_ role: ThemeRole) -> Block { with(.surface, .name(role.name)) }

  /// The block with corners.
  public func corner(_ corner: BlockOption.Corner) -> Block { with(.corner, corner) }

  /// The block, or another one in builds that cannot show it.
  public func otherwise(_ other: Block) -> Block { with(.else, .block(other)) }
}
