import Testing
import flowmagic

@Suite struct StyledTextTests {
  @Test func `text is wrapped between words and keeps its styles`() {
    let text = StyledText("one two ", .plain) + StyledText("three four", .strong)
    let lines = text.wrapped(to: 9)
    #expect(lines.map(\.plain) == ["one two", "three", "four"])
    #expect(lines[1].rendered(colored: true) == "\u{1B}[1mthree\u{1B}[0m")
    #expect(lines[1].rendered(colored: false) == "three")
  }

  @Test func `a word longer than a line is split`() {
    #expect(StyledText("abcdefgh ij").wrapped(to: 3).map(\.plain) == ["abc", "def", "gh", "ij"])
  }

  @Test func `line breaks and empty lines are kept`() {
    #expect(StyledText("a\n\nb").wrapped(to: 9).map(\.plain) == ["a", "", "b"])
    #expect(StyledText("").wrapped(to: 9).map(\.plain) == [""])
  }

  @Test(arguments: [("abc", 3), ("日本", 4), ("👍", 2), ("e\u{301}", 1), ("ł", 1), ("👨‍👩‍👧", 2)])
  func `width is measured in columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func `wide characters are not cut in half`() {
    #expect(StyledText("日本語").truncated(to: 4, ellipsis: "…").plain == "日…")
    #expect(StyledText("日本語").wrapped(to: 3).map(\.plain) == ["日", "本", "語"])
  }

  @Test func `control characters and direction marks are replaced`() {
    #expect(
      StyledText("a\u{1B}[31mb\u{202E}c\u{61C}\td\r").plain
        == "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}  d")
  }

  @Test func `all lines of a box have the same width`() {
    let box = Box(width: 30, glyphs: .unicode)
    let long = StyledText(String(repeating: "x", count: 50))
    let lines = [
      box.top("Title", "flow › step"), box.top(long, "right"), box.top("日本", long), box.divider(),
      box.line("日本"), box.bottom("note"), box.bottom(long),
    ]
    #expect(lines.allSatisfy { $0.width == 30 })
    #expect(lines[0].plain == "╭─ Title ────── flow › step ─╮")
  }

  @Test func `values are aligned and wrapped`() {
    let lines = KeyValueList.lines([("a", "one two three"), ("long", "x")], width: 15)
    #expect(lines.map(\.plain) == ["a     one two", "      three", "long  x"])
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "C"], false), ([:], true),
    (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LANG": "C.utf8", "TERM": "dumb"], false),
    (["TMUX": "/tmp/x"], false),
  ])
  func `Unicode is used if the terminal supports it`(variables: [String: String], isUsed: Bool) {
    let terminal = TerminalTraits(isTerminal: true) { variables[$0] }
    #expect(terminal.showsUnicode == isUsed)
    #expect(TerminalTraits(isTerminal: false) { variables[$0] }.showsUnicode == false)
  }

  @Test func `color is used in terminals unless NO_COLOR or an option turns it off`() {
    let plain = TerminalTraits(isTerminal: true) { _ in nil }
    #expect(plain.isColored(.auto))
    #expect(!plain.isColored(.never))
    let without = TerminalTraits(isTerminal: true) { $0 == "NO_COLOR" ? "1" : nil }
    #expect(!without.isColored(.auto))
    #expect(without.isColored(.always))
    #expect(!TerminalTraits(isTerminal: false) { _ in nil }.isColored(.auto))
  }
}
