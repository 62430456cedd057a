import Testing

@testable import Shop

@Suite struct KeyReaderTests {
  @Test func `an escape sequence in several chunks is one key`() {
    var reader = KeyReader()

    #expect(reader.keys(in: [0x1B]) == [])
    #expect(reader.keys(in: [UInt8(ascii: "[")]) == [])
    #expect(reader.keys(in: [UInt8(ascii: "B"), 0x0D]) == [.down, .enter])
  }

  @Test func `a lone escape is a key if nothing follows`() {
    var reader = KeyReader()

    #expect(reader.keys(in: [0x1B]) == [])
    #expect(reader.keysAfterPause() == [.escape])
    #expect(reader.keys(in: Array("ü".utf8)) == [.letter("ü")])
  }

  @Test func `bytes that are not UTF-8 are skipped`() {
    var reader = KeyReader()

    #expect(reader.keys(in: [0xFF, 0xFE, 0x80, 0x80, 0x61]) == [.letter("a")])
  }
}

@Suite @MainActor struct PageViewTests {
  @Test(arguments: [(80, 24), (40, 12), (200, 60)])
  func `a page fills the terminal exactly`(columns: Int, rows: Int) {
    let page = Page(
      title: "Wörter 日本", text: [String(repeating: "word ", count: 80)],
      fields: [Page.Field(id: "a", label: "A")], choices: [Page.Choice("Go") { _ in nil }])
    var state = PageState()
    state.values["a"] = String(repeating: "x", count: 60)

    let lines = PageView(columns: columns, rows: rows, hasColor: false)
      .lines(page, state, PageView.Status(application: "Shop", release: "release 1"))

    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.columns == columns })
  }
}
