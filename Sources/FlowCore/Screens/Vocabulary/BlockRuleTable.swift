/// The rules of blocks, parsed from a text: an array literal would compile to instructions, which
/// are larger in the browser build.
///
/// A line has the name of a block or of an item, followed by its properties, such as `gap=0-6`; a
/// required one has `!=`. `+field` includes the properties of the line `field`, and a line precedes
/// those that refer to it. Kinds of values are named as in ``BlockRule/Kind``, with numbers and
/// names after colons; `a|b` are the values of an enumeration, and `0-6` are bounds.
struct BlockRuleTable {
  private var names: [Name] = []
  private var ruleSets: [[BlockRule]] = []

  init(_ text: StaticString) {
    let bytes = text.withUTF8Buffer { Array($0) }
    for line in UTF8Bytes.parts(bytes[...], at: UInt8(ascii: "\n")) {
      add(UTF8Bytes.parts(line, at: UInt8(ascii: " ")))
    }
  }

  /// The rules of a line; empty if there is no such line.
  func rules(_ name: Name) -> [BlockRule] {
    names.firstIndex(of: name).map { ruleSets[$0] } ?? []
  }

  private mutating func add(_ fields: [ArraySlice<UInt8>]) {
    var rules: [BlockRule] = []
    for field in fields[1...] {
      if field.first == UInt8(ascii: "+") {
        rules += self.rules(Self.name(field.dropFirst()))
      } else if let rule = rule(field) {
        rules.append(rule)
      }
    }
    names.append(Self.name(fields[0]))
    ruleSets.append(rules)
  }

  private func rule(_ field: ArraySlice<UInt8>) -> BlockRule? {
    let sides = UTF8Bytes.parts(field, at: UInt8(ascii: "="))
    let isRequired = sides[0].last == UInt8(ascii: "!")
    guard let key = BlockKey(Self.name(isRequired ? sides[0].dropLast() : sides[0])),
      let kind = kind(sides[1])
    else { return nil }
    return BlockRule(key, kind, isRequired: isRequired)
  }

  private func kind(_ text: ArraySlice<UInt8>) -> BlockRule.Kind? {
    let values = UTF8Bytes.parts(text, at: UInt8(ascii: "|"))
    if values.count > 1 { return .enumeration(values.map { Self.name($0) }) }
    let bounds = UTF8Bytes.parts(text, at: UInt8(ascii: "-"))
    if bounds.count > 1 { return .integer(Self.number(bounds[0]), Self.number(bounds[1])) }
    let parts = UTF8Bytes.parts(text, at: UInt8(ascii: ":"))
    let name = Self.name(parts[0])
    guard parts.count > 1 else { return Self.simpleKind(name) }
    let count = Self.number(parts[1])
    switch name {
    case "blocks": return .blocks(count)
    case "names": return .names(count)
    case "options": return .options(count)
    case "objects": return .objects(count, rules(Self.name(parts[2])))
    case "object": return .object(rules(Self.name(parts[1])))
    default: return ValueType(rawValue: Self.name(parts[1]).string).map { .value($0) }
    }
  }

  private static func simpleKind(_ name: Name) -> BlockRule.Kind? {
    switch name {
    case "icons": .enumeration(IconName.all)
    case "roles": .enumeration(ThemeRole.names)
    case "inputs": .enumeration(InputKind.names)
    default: simpleKindNames.firstIndex(of: name).map { simpleKinds[$0] }
    }
  }

  private static let simpleKindNames: [Name] = Name.list(
    """
    boolean number name stateKey text shownText alternative asset captions path condition
    booleanOrCondition actions block json date pattern target
    """)
  private static let simpleKinds: [BlockRule.Kind] = [
    .boolean, .number, .name, .stateKey, .text, .shownText, .alternative, .asset, .captions, .path,
    .condition, .booleanOrCondition, .actions, .block, .json, .date, .pattern, .target,
  ]

  private static func name(_ bytes: ArraySlice<UInt8>) -> Name {
    Name(String(decoding: bytes, as: UTF8.self))
  }

  /// The number in decimal digits; 0 for a name.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 0
    for byte in bytes where byte >= 0x30 && byte <= 0x39 { number = number * 10 + Int(byte) - 0x30 }
    return number
  }
}
