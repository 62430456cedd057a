import Testing

@testable import Shop

@Suite struct KeyParserTests {
  @Test func `an escape sequence in several chunks is one key`() {
    var parser = KeyParser()

    #expect(parser.parse([0x1B]) == [])
    #expect(parser.parse([UInt8(ascii: "[")]) == [])
    #expect(parser.parse([UInt8(ascii: "B"), 0x0D]) == [.down, .enter])
  }

  @Test func `an escape byte is the Escape key if nothing follows`() {
    var parser = KeyParser()

    #expect(parser.parse([0x1B]) == [])
    #expect(parser.finish() == [.escape])
    #expect(parser.parse(Array("ü".utf8)) == [.character("ü")])
  }

  @Test func `bytes that are not UTF-8 are skipped`() {
    var parser = KeyParser()

    #expect(parser.parse([0xFF, 0xFE, 0x80, 0x80, 0x61]) == [.character("a")])
    #expect(parser.parse([0x80, 0x62]) == [.character("b")])
    #expect(parser.parse([0xC3, 0x03]) == [.quit])
    #expect(parser.parse([0xF8, 0x03]) == [.quit])
    #expect(parser.parse([0xE2, 0x82]) == [])
    #expect(parser.parse([0x1B, UInt8(ascii: "["), UInt8(ascii: "B")]) == [.down])
  }
}

@Suite @MainActor struct PageViewTests {
  @Test(arguments: [(80, 24), (40, 12), (200, 60)])
  func `a page fills the terminal exactly`(columns: Int, rows: Int) {
    let page = Page(
      title: "Wörter 日本", paragraphs: [String(repeating: "word ", count: 80)],
      fields: [Page.Field(id: "a", label: "A")], choices: [Page.Choice("Go") { _ in nil }])
    var state = PageState()
    state.values["a"] = String(repeating: "x", count: 60)

    let lines = PageView(columns: columns, rows: rows, hasColor: false)
      .lines(page, state, PageView.Status(application: "Shop", release: "release 1"))

    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.columns == columns })
  }

  @Test(arguments: [Key.enter, .right, .character("1")])
  func `a choice shows its error, whichever key presses it`(key: Key) {
    let page = Page(title: "Send", choices: [Page.Choice("Go") { _ in "Enter an amount." }])
    var state = PageState()

    #expect(state.press(key, on: page) == nil)

    #expect(state.error == "Enter an amount.")
  }
}
