import FlowBlocks
import FlowCore
import Testing

@Suite struct ReaderTests {
  @Test func `a screen is read with pointers for findings`() throws {
    let screen = try screen(
      """
      {"type": "text", "text": {"$": "output.name", "else": "you"}, "style": "title"},
      {"type": "input", "kind": "email", "name": "email", "label": "Email", "required": true},
      {"type": "button", "title": "Continue", "do": [{"fire": "next"}]}
      """)
    #expect(screen.root.children.map(\.type) == [.text, .input, .button])
    #expect(screen.root.children[2][.do] == .actions([.fire("next")]))
    #expect(screen.root.children[1].pointer == "/root/children/1")
  }

  @Test(arguments: BlockType.allCases)
  func `every type has a name that reads back`(_ type: BlockType) {
    #expect(BlockType(type.name) == type)
  }

  @Test(arguments: BlockKey.allCases)
  func `every property has a name that reads back`(_ key: BlockKey) {
    #expect(BlockKey(key.name) == key)
  }

  @Test func `every property is used by a type`() {
    func keys(_ rules: [BlockRule]) -> [BlockKey] {
      rules.flatMap { rule -> [BlockKey] in
        switch rule.kind {
        case .objects(_, let inner), .object(let inner): [rule.key] + keys(inner)
        default: [rule.key]
        }
      }
    }
    let used = keys(BlockVocabulary.common + BlockType.allCases.flatMap(BlockVocabulary.rules))
    #expect(Set(BlockKey.allCases).subtracting(used) == [])
  }

  @Test(arguments: [
    (#"{"type": "hologram"}"#, FindingCode.unknownBlock, "/root/children/0"),
    (#"{"type": "divider", "thick": 3}"#, .unknownProperty, "/root/children/0/thick"),
    (#"{"type": "image", "image": "hero"}"#, .missingProperty, "/root/children/0"),
    (#"{"type": "text", "text": 3}"#, .invalidProperty, "/root/children/0/text"),
    (#"{"type": "spacer", "size": 9}"#, .invalidProperty, "/root/children/0/size"),
    (
      #"{"type": "input", "kind": "text", "name": "a", "label": "A", "pattern": "(a)\\1"}"#,
      .invalidProperty, "/root/children/0/pattern"
    ),
    (
      #"{"type": "button", "title": "A", "do": [{"fire": "a"}, {"back": true}]}"#,
      .invalidProperty, "/root/children/0/do/0"
    ),
    (
      #"{"type": "button", "title": "A", "do": [{"open": "http://example.com"}]}"#,
      .invalidProperty, "/root/children/0/do/0"
    ),
  ])
  func `an issue is reported with its pointer`(
    _ block: String, _ code: FindingCode, _ pointer: String
  ) throws {
    let reported = try issues(block)
    #expect(reported.map(\.code) == [code])
    #expect(reported.first?.pointer == pointer)
  }

  @Test func `a block of a newer vocabulary is replaced by its else`() throws {
    let screen = try screen(
      #"{"type": "hologram", "spin": 3, "else": {"type": "text", "text": "Flat"}}"#)
    #expect(screen.root.children.map(\.type) == [.text])
  }

  @Test func `a screen that exceeds a limit is reported`() throws {
    let many = Array(repeating: #"{"type": "divider"}"#, count: 200).joined(separator: ",")
    #expect(try issues(many).map(\.code) == [.screenTooLarge])
    var deep = #"{"type": "divider"}"#
    for _ in 0..<12 { deep = #"{"type": "column", "children": [\#(deep)]}"# }
    #expect(try issues(deep).map(\.code) == [.screenTooLarge])
    let long = String(repeating: "a", count: 33_000)
    #expect(
      try issues(#"{"type": "text", "text": "\#(long)"}"#).map(\.code) == [.screenTooLarge])
  }

  @Test(arguments: [
    (
      #"{"type": "input", "kind": "text", "name": "a", "label": "A"},"#
        + #"{"type": "date", "name": "a", "label": "A"}"#, FindingCode.duplicateBlock
    ),
    (#"{"type": "text", "id": "a", "text": "A"}, {"type": "divider", "id": "a"}"#, .duplicateBlock),
    (#"{"type": "footer", "children": []}, {"type": "divider"}"#, .misplacedBlock),
    (#"{"type": "text", "text": {"$": "state.a"}}"#, .unknownBinding),
    (#"{"type": "text", "text": {"$": "item.a"}}"#, .unknownBinding),
    (#"{"type": "button", "title": "A", "do": [{"set": "a", "to": 1}]}"#, .unknownBinding),
    (
      #"{"type": "list", "from": "data.a", "key": "item.a", "empty": {"type": "divider"},"#
        + #" "item": {"type": "toggle", "name": "t", "label": "T"}}"#, .misplacedBlock
    ),
  ])
  func `blocks that cannot work are reported`(_ blocks: String, _ code: FindingCode) throws {
    #expect(try issues(blocks).map(\.code) == [code])
  }

  @Test func `the default theme has enough contrast`() {
    #expect(ScreenTheme.standard.lowContrasts() == [])
  }

  @Test func `colors with too little contrast are reported`() throws {
    let theme = ScreenTheme(
      try json(##"{"colors": {"accent": {"light": "#9BF", "dark": "#3C9"}}}"##))
    let pairs = theme.lowContrasts()
    #expect(pairs.contains { $0.text == .accent && $0.background == .background && !$0.isDark })
    #expect(pairs.contains { $0.text == .onAccent && $0.background == .accent })
    #expect(!pairs.contains { $0.isDark && $0.background == .background })
  }
}
