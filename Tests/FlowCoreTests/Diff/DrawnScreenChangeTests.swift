import FlowCore
import Testing

@Suite struct DrawnScreenChangeTests {
  private static let text = #"{"type": "text", "text": "Choose a goal"}"#
  private static let next = #"{"type": "button", "title": "Continue", "do": [{"fire": "next"}]}"#

  private func document(_ blocks: String?, title: String = "Goal") throws -> FlowDocument {
    let screens = blocks.map {
      #""screens": [{"name": "Goal", "title": "\#(title)","#
        + #" "root": {"type": "column", "children": [\#($0)]}}], "#
    }
    return try FlowDocument(parsing: #"{"schema": 1, \#(screens ?? "")"flows": []}"#)
  }

  private func sentences(_ old: String?, _ new: String?) throws -> [String] {
    try document(old).changes(to: document(new)).map(\.sentence)
  }

  @Test func `a drawn screen is added or removed`() throws {
    #expect(try sentences(nil, Self.next) == ["Drawn screen “Goal” is new."])
    #expect(try sentences(Self.next, nil) == ["Drawn screen “Goal” was removed."])
    #expect(try sentences(Self.next, Self.next) == [])
  }

  @Test func `added, removed and changed blocks are reported by name`() throws {
    #expect(
      try sentences(Self.next, Self.text + "," + Self.next)
        == ["On drawn screen “Goal”, “text Choose a goal” is new."])
    #expect(
      try sentences(Self.text + "," + Self.next, Self.text)
        == ["On drawn screen “Goal”, “button Continue” was removed."])
    #expect(
      try sentences(Self.next, #"{"type": "button", "title": "Go", "do": [{"fire": "next"}]}"#)
        == ["On drawn screen “Goal”, “button Continue: title” is now “Go” instead of “Continue”."])
  }

  @Test func `changes around the blocks and in their order are reported too`() throws {
    let old = try document(Self.next)
    let new = try document(Self.next, title: "Your goal")
    #expect(
      old.changes(to: new).map(\.sentence)
        == ["On drawn screen “Goal”, “title” is now “Your goal” instead of “Goal”."])
    #expect(
      try sentences(Self.text + "," + Self.next, Self.next + "," + Self.text)
        == ["On drawn screen “Goal”, “root” is different."])
  }

  @Test func `attack: no text is repeated in full for each difference`() throws {
    let title = String(repeating: "title…", count: 1_000)
    func block(_ value: Int) -> String {
      let members = (0..<50).map { #""m\#($0)": \#(value)"# }.joined(separator: ", ")
      return #"{"type": "text", "id": "a", "text": "\#(title)", \#(members)}"#
    }
    let sentence = try #require(try sentences(block(1), block(2)).first)
    #expect(sentence.contains("“text: m0” is now 2 instead of 1"))
    #expect(sentence.utf8.count < 50 * 200)
  }

  @Test func `screens that are not a list are compared like any other member`() throws {
    let invalid = try FlowDocument(parsing: #"{"schema": 1, "screens": 5, "flows": []}"#)
    #expect(
      try document(Self.next).changes(to: invalid).map(\.sentence)
        == ["The additional member “screens” of the document changed."])
  }
}
