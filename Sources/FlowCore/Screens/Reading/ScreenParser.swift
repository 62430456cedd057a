/// Parses drawn screens, recording which of their parts are invalid.
///
/// An invalid block is left out and reported, so that a screen with a newer vocabulary is shown as
/// far as this engine knows it.
public struct ScreenParser {
  /// The issues found.
  public private(set) var issues: [ScreenIssue] = []
  private var blockCount = 0

  /// Creates a parser.
  public init() {}

  /// Parses a screen.
  ///
  /// - Parameter json: An element of the document's `screens`.
  /// - Returns: The screen and its issues; no screen if it lacks a name or a valid root block, or
  ///   is longer than ``BlockVocabulary/maximumBytes``.
  public static func parse(_ json: JSON) -> (screen: BlockScreen?, issues: [ScreenIssue]) {
    var parser = ScreenParser()
    let screen = parser.parseScreen(json)
    return (screen, parser.issues)
  }

  private mutating func parseScreen(_ json: JSON) -> BlockScreen? {
    guard let object = json.object else {
      report(.invalidProperty, at: "", expected: "object")
      return nil
    }
    guard let name = object["name"]?.string, !Name(name).isEmpty else {
      report(.missingProperty, at: "", named: "name")
      return nil
    }
    let bytes = json.utf8(.canonical).count
    guard bytes <= BlockVocabulary.maximumBytes else {
      report(.screenTooLarge, at: "", limit: BlockVocabulary.maximumBytes, of: "bytes")
      return nil
    }
    guard let root = object["root"] else {
      report(.missingProperty, at: "", named: "root")
      return nil
    }
    for member in object.members where !Self.members.contains(member.key) {
      report(.unknownProperty, at: Self.pointer("", member.key), named: member.key)
    }
    let title = object["title"].flatMap { parseText($0, at: "/title") }
    let state = parseState(object["state"])
    guard let root = parseBlock(root, at: "/root", depth: 1) else { return nil }
    return BlockScreen(
      name: Name(name), title: title, parameters: object["params"], state: state, root: root)
  }

  private static let members: [Name] = Name.list("name title params state root")

  private mutating func parseState(_ json: JSON?) -> [BlockScreen.StateDeclaration] {
    guard let json, !json.isNull else { return [] }
    guard let object = json.object else {
      report(.invalidProperty, at: "/state", expected: "object")
      return []
    }
    var declarations: [BlockScreen.StateDeclaration] = []
    for member in object.members {
      let memberPointer = Self.pointer("/state", member.key)
      guard let type = member.value["type"]?.string.flatMap({ ValueType(rawValue: $0) }),
        let initial = member.value["default"]
      else {
        report(.invalidProperty, at: memberPointer, expected: "state")
        continue
      }
      declarations.append(.init(key: member.key, type: type, initial: initial))
    }
    return declarations
  }

  // MARK: Blocks

  mutating func parseBlock(_ json: JSON, at pointer: String, depth: Int) -> Block? {
    guard let object = json.object, let word = object["type"]?.string else {
      report(.invalidProperty, at: pointer, expected: "block")
      return nil
    }
    blockCount += 1
    guard blockCount <= BlockVocabulary.maximumBlocks else {
      if blockCount == BlockVocabulary.maximumBlocks + 1 {
        report(.screenTooLarge, at: pointer, limit: BlockVocabulary.maximumBlocks, of: "blocks")
      }
      return nil
    }
    guard depth <= BlockVocabulary.maximumDepth else {
      report(.screenTooLarge, at: pointer, limit: BlockVocabulary.maximumDepth, of: "levels")
      return nil
    }
    guard let type = BlockType(Name(word)) else {
      if let other = object["else"] {
        return parseBlock(other, at: Self.pointer(pointer, "else"), depth: depth)
      }
      report(.unknownBlock, at: pointer, named: Name(word))
      return nil
    }
    var block = Block(type, pointer: pointer)
    for member in object.members where member.key != "type" {
      let memberPointer = Self.pointer(pointer, member.key)
      guard let key = BlockKey(member.key), let rule = BlockVocabulary.rule(key, of: type) else {
        report(.unknownProperty, at: memberPointer, named: member.key)
        continue
      }
      if let value = parseValue(member.value, rule.kind, at: memberPointer, depth: depth) {
        block.properties.append(.init(key, value))
      }
    }
    return checkRequired(block, json) ? block : nil
  }

  /// Returns whether the block has all required properties; reports those that are missing.
  private mutating func checkRequired(_ block: Block, _ json: JSON) -> Bool {
    var isComplete = true
    for rule in BlockVocabulary.rules(block.type) where rule.isRequired && block[rule.key] == nil {
      isComplete = false
      if json[rule.key.name] == nil {
        report(.missingProperty, at: block.pointer, named: rule.key.name)
      }
    }
    return isComplete
  }

  /// Reads the properties of an item.
  mutating func parseProperties(
    _ json: JSON, _ rules: [BlockRule], at pointer: String, depth: Int
  ) -> [Block.Property]? {
    guard let object = json.object else {
      report(.invalidProperty, at: pointer, expected: "object")
      return nil
    }
    var properties: [Block.Property] = []
    for member in object.members {
      let memberPointer = Self.pointer(pointer, member.key)
      guard let key = BlockKey(member.key), let rule = rules.first(where: { $0.key == key }) else {
        report(.unknownProperty, at: memberPointer, named: member.key)
        continue
      }
      if let value = parseValue(member.value, rule.kind, at: memberPointer, depth: depth) {
        properties.append(.init(key, value))
      }
    }
    for rule in rules where rule.isRequired && properties.value(rule.key) == nil {
      if object[rule.key.name] == nil {
        report(.missingProperty, at: pointer, named: rule.key.name)
      }
      return nil
    }
    return properties
  }

  // MARK: Issues

  mutating func report(_ id: FindingMessageID, at pointer: String, _ arguments: JSONObject) {
    issues.append(ScreenIssue(id, at: pointer, arguments))
  }

  mutating func report(_ id: FindingMessageID, at pointer: String, expected: StaticString) {
    report(id, at: pointer, ["expected": .string(expected.text)])
  }

  mutating func report(_ id: FindingMessageID, at pointer: String, named name: Name) {
    report(id, at: pointer, ["name": .name(name)])
  }

  mutating func report(
    _ id: FindingMessageID, at pointer: String, limit: Int, of what: StaticString
  ) {
    report(
      id, at: pointer,
      ["limit": .number(JSONNumber(limit)), "what": .string(what.text)])
  }

  package static func pointer(_ base: String, _ key: Name) -> String {
    var pointer = JSONPointer()
    pointer.append(key: key.string)
    return base + pointer.text
  }

  package static func pointer(_ base: String, _ index: Int) -> String {
    base + "/" + index.description
  }
}

extension StaticString {
  var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}
