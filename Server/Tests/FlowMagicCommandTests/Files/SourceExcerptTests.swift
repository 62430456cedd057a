import FlowCore
import Testing
import flowmagic

@Suite struct SourceExcerptTests {
  private func excerpt(_ text: String, at offset: Int, line: Int = 1, width: Int = 60) -> [String] {
    let position = SourcePosition(offset: offset, line: line, column: 1, pointer: "")
    let excerpt = SourceExcerpt(Array(text.utf8), at: position)
    return excerpt?.lines(width: width, glyphs: .ascii).map(\.plain) ?? []
  }

  @Test func `the caret is under the position, even after wide characters`() {
    #expect(excerpt("{\n \"日\": x\n}", at: 10, line: 2) == ["  2 |  \"日\": x", "    |        ^"])
  }

  @Test func `the end of the text is a valid position`() {
    #expect(excerpt("[1", at: 2) == ["  1 | [1", "    |   ^"])
  }

  @Test func `a long line is cut around the position`() {
    let text = String(repeating: "a", count: 5_000) + "X" + String(repeating: "b", count: 5_000)
    let lines = excerpt(text, at: 5_000, width: 60)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= 60 })
    let caret = lines[1].firstIndex(of: "^").map {
      lines[1].distance(from: lines[1].startIndex, to: $0)
    }
    let position = lines[0].firstIndex(of: "X").map {
      lines[0].distance(from: lines[0].startIndex, to: $0)
    }
    #expect(caret == position)
    #expect(lines[0].hasPrefix("  1 | ...a"))
    #expect(lines[0].hasSuffix("b..."))
  }

  @Test func `a position outside the text has no excerpt`() {
    #expect(excerpt("", at: 0).isEmpty)
    #expect(excerpt("ab", at: 3).isEmpty)
  }
}
