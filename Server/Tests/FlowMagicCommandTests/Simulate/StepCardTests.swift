import FlowCore
import Testing
import flowmagic

@Suite struct StepCardTests {
  private func card(_ content: JSON, width: Int = 40, glyphs: Glyphs = .ascii) -> [String] {
    StepCard(
      screen: "Info", flow: "join", step: "welcome", content: ContentSummary(content),
      choices: [.init(name: "next", hint: "email"), .init(name: "skip", hint: "end: left")],
      defaultChoice: 0, note: "step 1"
    ).lines(width: width, glyphs: glyphs).map(\.plain)
  }

  @Test func `title, text, field and other content are separated`() {
    let content: JSON = [
      "image": "a.png", "title": "Welcome", "subtitle": "It takes a minute.",
      "placeholder": "Name",
    ]
    #expect(
      card(content) == [
        "+- Info -------------- join > welcome -+",
        "|                                      |",
        "| Welcome                              |",
        "| It takes a minute.                   |",
        "|                                      |",
        "| [ Name                     ]         |",
        "|                                      |",
        "| image  a.png                         |",
        "|                                      |",
        "+--------------------------------------+",
        "| 1  next  -> email                    |",
        "| 2  skip  -> end: left                |",
        "+----------------------------- step 1 -+",
      ])
  }

  @Test(arguments: [24, 40, 80]) func `every line is as wide as the card`(width: Int) {
    let content: JSON = [
      "title": .string(String(repeating: "日本語 ", count: 30)), "deep": ["er": ["key": [1, 2]]],
      "options": ["a", ["id": "b", "label": "Big"]], "list": [["x": 1], ["y": .null]],
      "a very long key that does not fit anywhere": "value",
    ]
    let lines = card(content, width: width, glyphs: .unicode)
    #expect(lines.allSatisfy { DisplayWidth.of($0) == width })
  }

  @Test func `content without any text has only its ports`() {
    #expect(card(.null).count == 4)
    #expect(card([:]).count == 4)
  }

  @Test func `long content is cut`() {
    let lines = card(.array((0..<500).map { ["n": .number(JSONNumber($0))] }))
    #expect(lines.count < 50)
    #expect(lines.contains { $0.contains("more lines") })
  }

  @Test func `options have numbers in parentheses and show their values`() {
    let lines = card(["options": [["id": "s", "label": "Small"], "m"]])
    #expect(lines.contains("| (1) Small (s)                        |"))
    #expect(lines.contains("| (2) m                                |"))
  }
}
