public import FlowCore

extension Block {
  /// Returns the block with a property.
  func with(_ key: BlockKey, _ value: BlockValue) -> Block {
    var block = self
    block[key] = value
    return block
  }

  func with(_ key: BlockKey, _ option: String) -> Block { with(key, .name(Name(option))) }

  /// Returns the block with a property, unless the value is nil.
  func with<Option: RawRepresentable<String>>(_ key: BlockKey, _ option: Option?) -> Block {
    option.map { with(key, $0.rawValue) } ?? self
  }

  func with(_ key: BlockKey, text: BlockText?) -> Block {
    text.map { with(key, .text($0)) } ?? self
  }

  /// Sets a stable key, which tests and hosts use to press the block.
  public func id(_ id: Name) -> Block { with(.id, .name(id)) }

  /// Makes the field required: without a value, the form cannot be submitted.
  public func required() -> Block { with(.required, .flag(true)) }

  /// Adds an explanation to the field.
  public func hint(_ text: BlockText) -> Block { with(.hint, .text(text)) }

  /// Sets the error message that is shown instead of the standard ones of the field.
  public func message(_ text: BlockText) -> Block { with(.message, .text(text)) }

  /// Shows the block only while a condition is true.
  ///
  /// - Parameter condition: A condition as on routes, such as `["output.plan": "plus"]`.
  /// - Returns: The block.
  public func shown(when condition: JSON) -> Block { with(.showIf, .condition(condition)) }

  /// Shows the block only while a bound value equals a value.
  ///
  /// - Parameters:
  ///   - bound: The bound value.
  ///   - value: The value that it must equal.
  /// - Returns: The block.
  public func shown<Value: Encodable>(
    when bound: BoundValue<Value>, is value: Value
  ) -> Block {
    let json = (try? JSON(encoding: value)) ?? .null
    return shown(when: .object(JSONObject([.init(key: bound.path.name, value: json)])))
  }

  /// Sets the label for screen readers.
  public func accessibilityLabel(_ text: BlockText) -> Block {
    with(.a11y, .objects([[.init(.label, .text(text))]]))
  }

  /// Sets the width.
  public func width(_ width: BlockOption.BlockWidth) -> Block { with(.width, width) }

  /// Adds padding on all sides, a step of the spacing scale from 0 to 6.
  public func padding(_ size: Int) -> Block { with(.pad, .integer(size)) }

  /// Sets the background to a color of the theme.
  public func surface(_ role: ThemeRole) -> Block { with(.surface, .name(role.name)) }

  /// Rounds the corners.
  public func corner(_ corner: BlockOption.Corner) -> Block { with(.corner, corner) }

  /// Sets the block that builds show instead if they cannot show this one.
  public func fallback(_ block: Block) -> Block { with(.else, .block(block)) }
}
