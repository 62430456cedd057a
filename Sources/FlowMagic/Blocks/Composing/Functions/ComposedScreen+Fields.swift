public import FlowCore

// The blocks that write or show properties of the screen's outputs.

extension ComposedScreen {
  /// An output of an earlier screen as text; without a fallback, the screen needs it.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - format: The format; unformatted if nil.
  ///   - fallback: The text to show if there is no value.
  ///   - style: The style.
  ///   - tone: The tone.
  /// - Returns: The text.
  public static func text<Value>(
    _ output: OutputProperty<Outputs, Value>, as format: BindingFormat? = nil,
    else fallback: String? = nil, _ style: BlockOption.TextStyle = .body,
    tone: BlockOption.Tone = .normal
  ) -> Block {
    text(
      BoundValue<Value>(.output, [key(output)]), as: format, else: fallback, style, tone: tone)
  }

  /// A text field.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - kind: The kind of text.
  ///   - length: The minimum and maximum number of characters, up to 2,000.
  ///   - pattern: A regular expression that the text must match.
  ///   - isSecret: Whether the text is masked, and neither stored nor sent with events, as a
  ///     password always is.
  /// - Returns: The field.
  public static func input(
    _ output: OutputProperty<Outputs, String>, _ label: BlockText, _ kind: InputKind = .text,
    length: ClosedRange<Int>? = nil, pattern: String? = nil, isSecret: Bool = false
  ) -> Block {
    var block = field(.input, output, label).with(.kind, .name(kind.name))
    if let length {
      block = block.with(.min, .integer(length.lowerBound)).with(.max, .integer(length.upperBound))
    }
    if let pattern { block = block.with(.pattern, pattern) }
    return isSecret ? block.with(.secret, .flag(true)) : block
  }

  /// A text field whose text must equal that of another one, such as a repeated password.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - kind: The kind of text.
  ///   - other: The output of the other field.
  /// - Returns: The field.
  public static func input(
    _ output: OutputProperty<Outputs, String>, _ label: BlockText, _ kind: InputKind = .text,
    sameAs other: OutputProperty<Outputs, String>
  ) -> Block {
    input(output, label, kind).with(.same, .name(key(other)))
  }

  /// A number field.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - range: The minimum and maximum value; any number if nil.
  ///   - step: The increment of the field's stepper buttons.
  ///   - unit: The unit, such as `kg`.
  /// - Returns: The field.
  public static func number<Value: Numeric>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText,
    in range: ClosedRange<Double>? = nil, step: Double? = nil, unit: BlockText? = nil
  ) -> Block {
    var block = field(.number, output, label)
    if let range {
      block = block.with(.min, .double(range.lowerBound)).with(.max, .double(range.upperBound))
    }
    if let step { block = block.with(.step, .double(step)) }
    return block.with(.unit, text: unit)
  }

  /// A slider for a number.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - range: The minimum and maximum value.
  ///   - step: The increment.
  ///   - initial: The initial value.
  ///   - unit: The unit, such as `kg`.
  /// - Returns: The slider.
  public static func slider<Value: Numeric>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText, in range: ClosedRange<Double>,
    step: Double = 1, default initial: Double, unit: BlockText? = nil
  ) -> Block {
    field(.slider, output, label)
      .with(.min, .double(range.lowerBound)).with(.max, .double(range.upperBound))
      .with(.step, .double(step)).with(.default, .double(initial)).with(.unit, text: unit)
  }

  /// A date field, for a `String` (as `yyyy-MM-dd`) or a `Date`.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - first: The earliest date that is valid; any if nil.
  ///   - last: The latest date that is valid; any if nil.
  ///   - includesTime: Whether the user enters a time, too.
  /// - Returns: The field.
  public static func date<Value>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText, from first: DateBound? = nil,
    to last: DateBound? = nil, includesTime: Bool = false
  ) -> Block {
    var block = field(.date, output, label)
    if let first { block = block.with(.min, .name(first.name)) }
    if let last { block = block.with(.max, .name(last.name)) }
    return includesTime ? block.with(.time, .flag(true)) : block
  }

  /// A switch.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - isOn: Whether it is on initially.
  ///   - mustBeOn: Whether the form is invalid while it is off, as for terms that must be accepted.
  /// - Returns: The switch.
  public static func toggle(
    _ output: OutputProperty<Outputs, Bool>, _ label: BlockText, isOn: Bool = false,
    mustBeOn: Bool = false
  ) -> Block {
    let block = field(.toggle, output, label).with(.default, .flag(isOn))
    return mustBeOn ? block.with(.mustBe, .flag(true)) : block
  }

  /// The products of an offer, one of which is chosen; left out by builds that cannot sell
  /// products.
  ///
  /// - Parameters:
  ///   - output: The output for the reference of the chosen product.
  ///   - products: The references of the products, at most six.
  ///   - initial: The product that is chosen initially.
  ///   - title: The title of a product, with placeholders such as `{product.name}`.
  ///   - price: The price of a product, with placeholders such as `{product.price}`.
  ///   - style: The style.
  ///   - badges: Short highlighted texts, by product.
  /// - Returns: The offer.
  public static func offer(
    _ output: OutputProperty<Outputs, String>, _ products: [Name], default initial: Name,
    title: BlockText = "{product.name}", price: BlockText = "{product.price}",
    style: BlockOption.OfferStyle? = nil, badges: KeyValuePairs<Name, String> = [:]
  ) -> Block {
    let block = Block(
      .offer,
      [
        .init(.name, .name(key(output))), .init(.products, .names(products)),
        .init(.default, .name(initial)), .init(.title, .text(title)), .init(.price, .text(price)),
      ]
    ).with(.style, style)
    guard !badges.isEmpty else { return block }
    let members = badges.map { JSONObject.Member(key: $0.key, value: .string($0.value)) }
    return block.with(.badge, .json(.object(JSONObject(members))))
  }

  static func field<Value>(
    _ type: BlockType, _ output: OutputProperty<Outputs, Value>, _ label: BlockText
  ) -> Block {
    Block(type, [.init(.name, .name(key(output))), .init(.label, .text(label))])
  }

  /// The coding key of an output; if it has none, the key path as text, with which registering the
  /// screen fails.
  static func key<Value>(_ output: OutputProperty<Outputs, Value>) -> Name {
    OutputKeys<Outputs>().declaration(output)?.key ?? Name("\(output)")
  }
}
