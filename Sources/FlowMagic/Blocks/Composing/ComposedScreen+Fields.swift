public import FlowCore

// The blocks that show and ask.

extension ComposedScreen {
  /// A text; one of style `title` is the screen's heading.
  public static func text(
    _ text: BlockText, _ style: BlockWord.TextStyle = .body, tone: BlockWord.Tone = .normal
  ) -> Block {
    shown(.text(text), style, tone)
  }

  /// An output of an earlier screen as text; the screen needs it unless there is a fallback.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - format: How the value is written; as it is when nil.
  ///   - fallback: The text where there is no value.
  ///   - style: The style.
  ///   - tone: The tone.
  /// - Returns: The text.
  public static func text<Value>(
    _ output: OutputProperty<Outputs, Value>, as format: BindingFormat? = nil,
    else fallback: String? = nil, _ style: BlockWord.TextStyle = .body,
    tone: BlockWord.Tone = .normal
  ) -> Block {
    let path = BindingPath(.output, [key(output)])
    let binding = BlockBinding(path, as: format, else: fallback.map { .string($0) })
    return shown(.binding(binding), style, tone)
  }

  private static func shown(
    _ value: BlockValue, _ style: BlockWord.TextStyle, _ tone: BlockWord.Tone
  ) -> Block {
    let block = Block(.text, [.init(.text, value)])
      .with(.style, style.rawValue).with(.tone, tone.rawValue)
    return style == .title || style == .display ? block.with(.role, "heading1") : block
  }

  /// A picture of the document's assets; without a text it only decorates.
  public static func image(_ asset: Name, alt: BlockText?) -> Block {
    Block(.image, [.init(.image, .name(asset)), .init(.alt, alt.map { .text($0) } ?? .silent)])
  }

  /// An icon of the vocabulary, such as `check`; without a text it only decorates.
  public static func icon(
    _ name: Name, alt: BlockText?, tone: BlockWord.Tone = .normal
  ) -> Block {
    Block(.icon, [.init(.name, .name(name)), .init(.alt, alt.map { .text($0) } ?? .silent)])
      .with(.tone, tone.rawValue)
  }

  /// A short text that stands out.
  public static func badge(_ text: BlockText, tone: BlockWord.Tone = .accent) -> Block {
    Block(.badge, [.init(.text, .text(text))]).with(.tone, tone.rawValue)
  }

  /// A list of points.
  public static func bullets(
    _ titles: [BlockText], style: BlockWord.Bullets = .dot
  ) -> Block {
    Block(.bullets, [.init(.items, .objects(titles.map { [.init(.title, .text($0))] }))])
      .with(.style, style.rawValue)
  }

  /// How far the user has come.
  public static func progress(_ value: Int, of total: Int, alt: BlockText) -> Block {
    Block(
      .progress,
      [
        .init(.value, .json(.number(JSONNumber(value)))),
        .init(.total, .json(.number(JSONNumber(total)))), .init(.alt, .text(alt)),
      ])
  }

  // MARK: Fields

  /// A field for text.
  public static func input(
    _ output: OutputProperty<Outputs, String>, _ label: BlockText, _ kind: InputKind = .text
  ) -> Block {
    field(.input, output, label).with(.kind, .name(kind.name))
  }

  /// A field for a number.
  public static func number<Value: Numeric>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText,
    in range: ClosedRange<Int>? = nil
  ) -> Block {
    let block = field(.number, output, label)
    guard let range else { return block }
    return block.with(.min, .number(JSONNumber(range.lowerBound)))
      .with(.max, .number(JSONNumber(range.upperBound)))
  }

  /// A field for a day: of a `String` as `yyyy-MM-dd`, or of a `Date`.
  public static func date<Value>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText
  ) -> Block {
    field(.date, output, label)
  }

  /// A switch.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - isOn: Whether it is on at first.
  ///   - mustBeOn: Whether the form refuses it otherwise, as terms that have to be accepted.
  /// - Returns: The switch.
  public static func toggle(
    _ output: OutputProperty<Outputs, Bool>, _ label: BlockText, isOn: Bool = false,
    mustBeOn: Bool = false
  ) -> Block {
    let block = field(.toggle, output, label).with(.default, .flag(isOn))
    return mustBeOn ? block.with(.mustBe, .flag(true)) : block
  }

  /// A choice of one of several options.
  ///
  /// - Parameters:
  ///   - output: The output; of an enum whose raw values are written.
  ///   - label: The label.
  ///   - options: The values with their titles.
  ///   - style: The style.
  /// - Returns: The choice.
  public static func choice<Value: RawRepresentable<String>>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText,
    _ options: KeyValuePairs<Value, BlockText>, style: BlockWord.Options = .list
  ) -> Block {
    choice(key(output), label, options.map { ($0.key.rawValue, $0.value) }, style)
  }

  /// A choice of one of several texts.
  public static func choice(
    _ output: OutputProperty<Outputs, String>, _ label: BlockText,
    _ options: KeyValuePairs<String, BlockText>, style: BlockWord.Options = .list
  ) -> Block {
    choice(key(output), label, options.map { ($0.key, $0.value) }, style)
  }

  private static func choice(
    _ key: Name, _ label: BlockText, _ options: [(String, BlockText)], _ style: BlockWord.Options
  ) -> Block {
    let options = options.map { value, title -> [Block.Property] in
      [.init(.value, .json(.string(value))), .init(.title, .text(title))]
    }
    return Block(
      .choice,
      [
        .init(.name, .name(key)), .init(.label, .text(label)), .init(.options, .objects(options)),
      ]
    ).with(.style, style.rawValue)
  }

  private static func field<Value>(
    _ type: BlockType, _ output: OutputProperty<Outputs, Value>, _ label: BlockText
  ) -> Block {
    Block(type, [.init(.name, .name(key(output))), .init(.label, .text(label))])
  }

  /// The coding key of an output; one without a key is refused when the screen is registered.
  private static func key<Value>(_ output: OutputProperty<Outputs, Value>) -> Name {
    OutputKeys<Outputs>().declaration(output)?.key ?? Name("\(output)")
  }
}
