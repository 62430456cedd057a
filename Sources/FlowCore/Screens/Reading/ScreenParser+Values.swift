extension ScreenParser {
  /// Reads the value of a property; nil, with an issue, if it is not of that kind.
  mutating func parseValue(
    _ json: JSON, _ kind: BlockRule.Kind, at pointer: String, depth: Int
  ) -> BlockValue? {
    let value =
      parseSimpleValue(json, kind) ?? parseCompoundValue(json, kind, at: pointer, depth: depth)
    if value == nil, !Self.reportsIssue(kind) {
      var arguments: JSONObject = ["expected": .string(Self.expectation(kind).text)]
      if case .enumeration(let values) = kind, values.count <= 12 {
        arguments["values"] = .array(values.map { .name($0) })
      }
      report(.invalidProperty, at: pointer, arguments)
    }
    return value
  }

  /// Reads a value of a kind without nested values; nil for other kinds.
  private func parseSimpleValue(_ json: JSON, _ kind: BlockRule.Kind) -> BlockValue? {
    switch kind {
    case .boolean: json.bool.map { .flag($0) }
    case .integer(let minimum, let maximum):
      json.number?.int.flatMap { number in
        number >= minimum && number <= maximum ? .number(JSONNumber(Int(number))) : nil
      }
    case .number: json.number.flatMap { $0.double.isFinite ? .number($0) : nil }
    case .enumeration(let values):
      json.string.flatMap { values.contains(Name($0)) ? .name(Name($0)) : nil }
    case .name, .stateKey, .date, .target:
      json.string.flatMap { $0.isEmpty ? nil : .name(Name($0)) }
    case .path: json.string.flatMap { BindingPath(Name($0)) }.map { .path($0) }
    case .pattern: parsePattern(json)
    case .json: .json(json)
    case .condition: json.object == nil ? nil : .condition(json)
    case .booleanOrCondition:
      json.bool.map { .flag($0) } ?? (json.object == nil ? nil : .condition(json))
    case .names(let limit): parseNames(json, limit)
    case .text, .shownText, .alternative, .value, .asset, .captions, .actions, .block, .blocks,
      .objects, .options, .object:
      nil
    }
  }

  /// Reads a value of a kind with nested values or bindings; nil for other kinds.
  private mutating func parseCompoundValue(
    _ json: JSON, _ kind: BlockRule.Kind, at pointer: String, depth: Int
  ) -> BlockValue? {
    switch kind {
    case .text: parseText(json, at: pointer).map { .text($0) }
    case .shownText: parseShownText(json, at: pointer)
    case .alternative:
      json["decorative"]?.bool == true
        ? .noTextAlternative : parseText(json, at: pointer).map { .text($0) }
    case .captions:
      json["silent"]?.bool == true
        ? .noTextAlternative : parseValue(json, .asset, at: pointer, depth: depth)
    case .asset:
      json.string.map { .name(Name($0)) } ?? parseBinding(json, at: pointer).map { .binding($0) }
    case .value(let type):
      parseBinding(json, at: pointer).map { .binding($0) }
        ?? (type.contains(json) ? .json(json) : nil)
    case .actions: parseActions(json, at: pointer).map { .actions($0) }
    case .block: parseBlock(json, at: pointer, depth: depth + 1).map { .block($0) }
    case .blocks(let limit): parseBlocks(json, limit, at: pointer, depth: depth)
    case .objects(let limit, let rules): parseObjects(json, limit, rules, at: pointer, depth: depth)
    case .object(let rules):
      parseProperties(json, rules, at: pointer, depth: depth).map { .objects([$0]) }
    case .options(let limit): parseOptions(json, limit, at: pointer, depth: depth)
    default: nil
    }
  }

  // MARK: Texts and bindings

  mutating func parseText(_ json: JSON, at pointer: String) -> BlockText? {
    if let literal = json.string { return .literal(literal) }
    guard let key = json["$text"]?.string else { return nil }
    guard let count = json["count"] else { return .key(Name(key), count: nil) }
    guard let path = count.string.flatMap({ BindingPath(Name($0)) }) else { return nil }
    return .key(Name(key), count: path)
  }

  private mutating func parseShownText(_ json: JSON, at pointer: String) -> BlockValue? {
    if let binding = parseBinding(json, at: pointer) { return .binding(binding) }
    return parseText(json, at: pointer).map { .text($0) }
  }

  private mutating func parseBinding(_ json: JSON, at pointer: String) -> BlockBinding? {
    guard let path = json["$"]?.string.flatMap({ BindingPath(Name($0)) }) else { return nil }
    var format: BindingFormat?
    if let word = json["as"] {
      guard let read = word.string.flatMap({ BindingFormat(Name($0)) }) else { return nil }
      format = read
    }
    return BlockBinding(path, as: format, else: json["else"])
  }

  private func parsePattern(_ json: JSON) -> BlockValue? {
    guard let source = json.string else { return nil }
    do throws(PatternError) {
      _ = try Pattern(source, ignoringCase: false)
      return .name(Name(source))
    } catch {
      return nil
    }
  }

  private func parseNames(_ json: JSON, _ limit: Int) -> BlockValue? {
    guard let array = json.array, !array.isEmpty, array.count <= limit else { return nil }
    let names = array.compactMap { $0.string.map { Name($0) } }
    return names.count == array.count ? .names(names) : nil
  }

  // MARK: Blocks and items

  private mutating func parseBlocks(
    _ json: JSON, _ limit: Int, at pointer: String, depth: Int
  ) -> BlockValue? {
    guard let array = json.array, array.count <= limit else { return nil }
    var blocks: [Block] = []
    for index in array.indices {
      let elementPointer = Self.pointer(pointer, index)
      if let block = parseBlock(array[index], at: elementPointer, depth: depth + 1) {
        blocks.append(block)
      }
    }
    return .blocks(blocks)
  }

  private mutating func parseObjects(
    _ json: JSON, _ limit: Int, _ rules: [BlockRule], at pointer: String, depth: Int
  ) -> BlockValue? {
    guard let array = json.array, array.count <= limit else { return nil }
    var objects: [[Block.Property]] = []
    for index in array.indices {
      let elementPointer = Self.pointer(pointer, index)
      if let object = parseProperties(array[index], rules, at: elementPointer, depth: depth) {
        objects.append(object)
      }
    }
    return .objects(objects)
  }

  private mutating func parseOptions(
    _ json: JSON, _ limit: Int, at pointer: String, depth: Int
  ) -> BlockValue? {
    if json.array != nil {
      return parseObjects(json, limit, BlockVocabulary.option, at: pointer, depth: depth)
    }
    guard let from = parsePath(json["from"]), let value = parsePath(json["value"]),
      let title = parsePath(json["title"])
    else { return nil }
    return .options(BoundOptions(from: from, value: value, title: title))
  }

  private func parsePath(_ json: JSON?) -> BindingPath? {
    json?.string.flatMap { BindingPath(Name($0)) }
  }

  /// Whether reading a value of this kind itself reports why it is invalid.
  private static func reportsIssue(_ kind: BlockRule.Kind) -> Bool {
    switch kind {
    case .block, .actions, .object, .captions: true
    default: false
    }
  }

  /// The argument of the finding's message that describes the expected value.
  private static func expectation(_ kind: BlockRule.Kind) -> StaticString {
    switch kind {
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .enumeration: "enum"
    case .name, .stateKey, .asset, .captions, .target: "name"
    case .text, .shownText, .alternative: "text"
    case .value, .json: "value"
    case .path: "path"
    case .condition, .booleanOrCondition: "condition"
    case .actions: "actions"
    case .block: "block"
    case .blocks, .objects, .options, .names: "list"
    case .object: "object"
    case .date: "date"
    case .pattern: "pattern"
    }
  }
}

extension ValueType {
  /// Whether a literal has the type; for dates only whether it is a string, and true for versions,
  /// arrays, objects and `any`.
  package func contains(_ json: JSON) -> Bool {
    switch self {
    case .string, .date: json.string != nil
    case .number: json.number != nil
    case .integer: json.number?.int != nil
    case .boolean: json.bool != nil
    default: true
    }
  }
}
