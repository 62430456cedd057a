public import FlowCore

extension ComposedScreen {
  /// A choice of one of several options.
  ///
  /// - Parameters:
  ///   - output: The output; for an enum, the raw value is written.
  ///   - label: The label.
  ///   - options: The values with their titles.
  ///   - style: The style.
  ///   - initial: The value that is chosen initially; none if nil.
  ///   - actions: The actions to perform when an option is chosen, in order.
  /// - Returns: The choice.
  public static func choice<Value: RawRepresentable<String>>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText,
    _ options: KeyValuePairs<Value, BlockText>, style: BlockOption.ChoiceStyle = .list,
    default initial: Value? = nil, do actions: ComposedAction<Self>...
  ) -> Block {
    choice(field(.choice, output, label), optionList(options), style, initial?.rawValue, actions)
  }

  /// A choice of one of several texts.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - options: The values with their titles.
  ///   - style: The style.
  ///   - initial: The value that is chosen initially; none if nil.
  ///   - actions: The actions to perform when an option is chosen, in order.
  /// - Returns: The choice.
  public static func choice(
    _ output: OutputProperty<Outputs, String>, _ label: BlockText,
    _ options: KeyValuePairs<String, BlockText>, style: BlockOption.ChoiceStyle = .list,
    default initial: String? = nil, do actions: ComposedAction<Self>...
  ) -> Block {
    choice(field(.choice, output, label), optionList(options), style, initial, actions)
  }

  /// A choice of any number of options.
  ///
  /// - Parameters:
  ///   - output: The output, an array; for an enum, the raw values are written.
  ///   - label: The label.
  ///   - options: The values with their titles.
  ///   - count: The minimum and maximum number of chosen options; any number if nil.
  ///   - style: The style.
  /// - Returns: The choice.
  public static func choice<Value: RawRepresentable<String>>(
    _ output: OutputProperty<Outputs, [Value]>, _ label: BlockText,
    _ options: KeyValuePairs<Value, BlockText>, count: ClosedRange<Int>? = nil,
    style: BlockOption.ChoiceStyle = .list
  ) -> Block {
    multipleChoice(
      choice(field(.choice, output, label), optionList(options), style, nil, []), count)
  }

  /// A choice of any number of texts.
  ///
  /// - Parameters:
  ///   - output: The output, an array.
  ///   - label: The label.
  ///   - options: The values with their titles.
  ///   - count: The minimum and maximum number of chosen texts; any number if nil.
  ///   - style: The style.
  /// - Returns: The choice.
  public static func choice(
    _ output: OutputProperty<Outputs, [String]>, _ label: BlockText,
    _ options: KeyValuePairs<String, BlockText>, count: ClosedRange<Int>? = nil,
    style: BlockOption.ChoiceStyle = .list
  ) -> Block {
    multipleChoice(
      choice(field(.choice, output, label), optionList(options), style, nil, []), count)
  }

  /// A choice of one element of an array.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - label: The label.
  ///   - elements: The array, such as live data.
  ///   - value: The property of an element that is written.
  ///   - title: The property of an element that is shown.
  ///   - style: The style.
  /// - Returns: The choice.
  public static func choice<Element: Decodable, Value>(
    _ output: OutputProperty<Outputs, Value>, _ label: BlockText,
    of elements: BoundValue<[Element]>, value: KeyPath<Element, Value>,
    title: KeyPath<Element, String>, style: BlockOption.ChoiceStyle = .list
  ) -> Block {
    let element = BoundValue<Element>(.item)
    let options = BoundOptions(
      from: elements.path, value: element[dynamicMember: value].path,
      title: element[dynamicMember: title].path)
    return choice(field(.choice, output, label), .options(options), style, nil, [])
  }

  private static func optionList(_ options: KeyValuePairs<String, BlockText>) -> BlockValue {
    optionList(options.map { ($0.key, $0.value) })
  }

  private static func optionList<Value: RawRepresentable<String>>(
    _ options: KeyValuePairs<Value, BlockText>
  ) -> BlockValue {
    optionList(options.map { ($0.key.rawValue, $0.value) })
  }

  private static func optionList(_ options: [(String, BlockText)]) -> BlockValue {
    .objects(
      options.map { value, title in
        [.init(.value, .json(.string(value))), .init(.title, .text(title))]
      })
  }

  private static func choice(
    _ field: Block, _ options: BlockValue, _ style: BlockOption.ChoiceStyle, _ initial: String?,
    _ actions: [ComposedAction<Self>]
  ) -> Block {
    var block = field.with(.options, options).with(.style, style.rawValue)
    if let initial { block = block.with(.default, .json(.string(initial))) }
    return actions.isEmpty ? block : block.with(.do, .actions(actions.map(\.action)))
  }

  private static func multipleChoice(_ choice: Block, _ count: ClosedRange<Int>?) -> Block {
    let block = choice.with(.many, .flag(true))
    guard let count else { return block }
    return block.with(.min, .integer(count.lowerBound)).with(.max, .integer(count.upperBound))
  }
}
