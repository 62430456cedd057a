import FlowBlocks
import FlowCore
import Testing

@Suite struct TextRendererTests {
  private func layout(
    _ blocks: String, _ values: ScreenValues = ScreenValues(), columns: Int = 40,
    viewState: TextViewState = TextViewState(), state: String = "{}"
  ) throws -> TextScreen {
    TextRenderer.layout(
      try screen(blocks, state: state).resolved(values), columns: columns, viewState: viewState)
  }

  private func text(
    _ blocks: String, _ values: ScreenValues = ScreenValues(), columns: Int = 40
  ) throws -> String {
    TextRenderer.render(try screen(blocks).resolved(values), columns: columns)
  }

  // MARK: Lines

  @Test(arguments: [
    ("one two three four five six", ["one two three four", "five six"]),
    ("Donaudampfschifffahrtsgesellschaft", ["Donaudampfschifffahr", "tsgesellschaft"]),
    ("東京都は日本の首都です東京", ["東京都は日本の首都で", "す東京"]),
    ("a\nb\n", ["a", "b", ""]),
    ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} abcdefghijklmn", ["ééééé abcdefghijklmn"]),
    ("👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻 👩‍💻👩‍💻👩‍💻 x", ["👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻 👩‍💻👩‍💻👩‍💻", "x"]),
  ])
  func `lines are wrapped by width`(_ text: String, _ lines: [String]) throws {
    let result = try layout(
      #"{"type": "text", "text": {"$": "data.t"}}"#,
      ScreenValues(data: ["t": .string(text)]), columns: 20)
    #expect(result.text == lines.joined(separator: "\n"))
    #expect(result.lines.allSatisfy { $0.width <= 20 })
  }

  @Test func `no control character reaches a terminal`() throws {
    let result = try text(
      #"{"type": "input", "kind": "text", "name": "n", "label": {"$text": "l"}}"#,
      ScreenValues(enteredValues: ["n": "a\u{1B}]0;b\u{7}\u{9B}31m\r"]))
    #expect(result == "l\na]0;b31m" + String(repeating: "_", count: 24))
    #expect(result.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `no control character of a unit reaches a terminal`() throws {
    let result = try text(
      #"""
      {"type": "number", "name": "n", "label": "N", "unit": "k\u001b[2Jg\u009b"},
      {"type": "slider", "name": "s", "label": "S", "min": 0, "max": 8, "step": 2, "default": 4,
       "unit": "\u001b]0;m\u0007"}
      """#)
    #expect(result.contains("_ k[2Jg") && result.contains("4 ]0;m"))
    let isClean = result.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
    }
    #expect(isClean, "\(result)")
  }

  @Test(arguments: [20, 31, 58, 120])
  func `no line is wider than the columns`(_ columns: Int) throws {
    for (type, block) in Self.everyType {
      let result = try layout(block, Self.values, columns: columns)
      for line in result.lines { #expect(line.width <= columns, "\(type): \(result.text)") }
    }
  }

  // MARK: Elements

  @Test func `hidden blocks are neither drawn nor selectable`() throws {
    let result = try layout(
      """
      {"type": "button", "id": "a", "title": "A", "do": [], "showIf": {"state.more": true}},
      {"type": "button", "id": "b", "title": "B", "do": []}
      """, state: #"{"more": {"type": "boolean", "default": false}}"#)
    #expect(result.text == "[ B ]")
    #expect(result.elements.map(\.id.block) == ["b"])
  }

  @Test func `elements have positions and actions`() throws {
    let result = try layout(
      """
      {"type": "text", "text": "Hello"},
      {"type": "input", "id": "p", "kind": "password", "name": "pass", "label": "Password",
       "hint": "Yours"},
      {"type": "toggle", "id": "t", "name": "news", "label": "News"},
      {"type": "choice", "id": "c", "name": "days", "label": "Days", "many": true, "options": [
        {"value": 1, "title": "One"}, {"value": 2, "title": "Two", "text": "Both of them"}]},
      {"type": "row", "children": [
        {"type": "button", "id": "b", "title": "Go", "do": [{"back": true}]},
        {"type": "link", "id": "l", "title": "Help", "to": "help"}]}
      """, ScreenValues(enteredValues: ["days": [2]]))
    #expect(
      result.text == """
        Hello

        Password
        Yours
        ________________________________

        [ ] News

        Days
        [ ] One
        [x] Two
            Both of them

        [ Go ]  → Help
        """)
    #expect(result.elements.map(\.kind) == [.secret, .toggle, .option, .option, .button, .link])
    #expect(result.elements.map(\.lines) == [4..<5, 6..<7, 9..<10, 10..<12, 13..<14, 13..<14])
    #expect(result.elements.map(\.field) == ["pass", "news", "days", "days", nil, nil])
    #expect(result.elements.map(\.nextValue) == [nil, true, [2, 1], [], nil, nil])
    #expect(result.elements.last?.target == "help")
    #expect(result.element(.init("c", 1)) == result.elements[3])
    #expect(result.element(.init("c", 2)) == nil)
  }

  @Test func `the focused element is highlighted and has the cursor`() throws {
    let input = #"{"type": "input", "id": "n", "kind": "name", "name": "n", "label": "Name"}"#
    let result = try layout(
      input, ScreenValues(enteredValues: ["n": "Ada"]),
      viewState: TextViewState(focused: .init("n")))
    #expect(result.lines[1].spans.map(\.text) == ["Ada▏", String(repeating: "_", count: 28)])
    #expect(result.lines[1].spans.allSatisfy { $0.isFocused && $0.style == .entry })
    #expect(result.lines[0].spans.allSatisfy { !$0.isFocused })
  }

  @Test func `a long entry shows its end`() throws {
    let input = #"{"type": "input", "kind": "name", "name": "n", "label": "Name"}"#
    let long = String(repeating: "abcdefghi ", count: 4) + "end"
    let result = try layout(input, ScreenValues(enteredValues: ["n": .string(long)]), columns: 20)
    #expect(result.text == "Name\nend_________________")
  }

  @Test func `a slider and a menu have previous and next values`() throws {
    let slider = """
      {"type": "slider", "name": "kilos", "label": "Weight", "min": 40, "max": 60, "step": 0.5,
       "default": 40, "unit": "kg"}
      """
    let low = try #require(try layout(slider).elements.first)
    #expect([low.previousValue, low.nextValue] == [40, 40.5])
    let high = try layout(slider, ScreenValues(enteredValues: ["kilos": 60]))
    #expect(high.elements.first?.nextValue == 60)
    #expect(high.text == "Weight\n───────────────────● 60 kg")
    let menu = """
      {"type": "choice", "name": "land", "label": "Country", "style": "menu", "options": [
        {"value": "de", "title": "Germany"}, {"value": "at", "title": "Austria"}]}
      """
    let none = try #require(try layout(menu).elements.first)
    #expect([none.previousValue, none.nextValue] == ["at", "de"])
    let last = try layout(menu, ScreenValues(enteredValues: ["land": "at"]))
    #expect(last.text == "Country\nAustria ▾")
    #expect([last.elements.first?.previousValue, last.elements.first?.nextValue] == ["de", "de"])
  }

  // MARK: Disclosures and tabs

  @Test func `a disclosure opens and closes`() throws {
    let block = """
      {"type": "disclosure", "id": "d", "title": "More", "children": [
        {"type": "text", "text": "Inside"}]}
      """
    var viewState = TextViewState(focused: .init("d"))
    let closed = try layout(block, viewState: viewState)
    #expect(closed.text == "▸ More")
    viewState.activate(try #require(closed.elements.first))
    let open = try layout(block, viewState: viewState)
    #expect(open.text == "▾ More\n  Inside")
    viewState.activate(try #require(open.elements.first))
    #expect(try layout(block, viewState: viewState) == closed)
  }

  @Test func `a tab is selected`() throws {
    let tabs = """
      {"type": "tabs", "id": "t", "state": "place", "tabs": [
        {"title": "Prices", "children": [{"type": "text", "text": "12 €"}]},
        {"title": "Alarms", "children": [{"type": "text", "text": "None"}]}]}
      """
    let state = #"{"place": {"type": "number", "default": 1}}"#
    var viewState = TextViewState()
    let second = try layout(tabs, state: state)
    #expect(second.text == "○ Prices  ● Alarms\n\nNone")
    viewState.activate(second.elements[0])
    let prices = try layout(tabs, viewState: viewState, state: state)
    #expect(prices.text == "● Prices  ○ Alarms\n\n12 €")
    let narrow = try layout(tabs, columns: 20, state: state)
    #expect(narrow.text == "○ Prices  ● Alarms\n\nNone")
    #expect(narrow.elements.map(\.lines) == [0..<1, 0..<1])
  }

  // MARK: Every type

  private static let values = ScreenValues(
    data: ["rows": [["id": "a", "n": 3], ["id": "b", "n": 12]]],
    products: ["year": ["name": "Yearly", "price": "60 €"]])

  private static let everyType: [(BlockType, String)] = BlockType.allCases.map { type in
    let text = #"{"type": "text", "text": "A text that goes on for longer than most"}"#
    let members: String =
      switch type {
      case .column, .row, .overlay, .card, .footer: #""children": [\#(text), \#(text)]"#
      case .grid: #""min": "small", "children": [\#(text), \#(text)]"#
      case .spacer, .divider: #""pad": 1"#
      case .text, .badge: #""text": "A text that goes on for longer than most do""#
      case .image: #""image": "a", "alt": "A harbour in the morning, with two boats""#
      case .icon: #""name": "bell", "alt": "An alarm""#
      case .video: #""video": "a", "poster": "b", "captions": {"silent": true}"#
      case .bullets: #""items": [{"title": "One", "text": "A text that goes on for long"}]"#
      case .facts: #""items": [{"name": "The name of a fact that is long", "value": "Value"}]"#
      case .progress: #""value": 1, "total": 3, "alt": "Step 1 of 3, and two more""#
      case .chart:
        #""from": "data.rows", "x": "item.id", "y": "item.n", "kind": "bar", "summary": "Rising""#
      case .countdown: #""until": "2026-12-01T00:00:00Z", "ended": {"type": "divider"}"#
      case .disclosure: #""title": "More", "open": true, "children": [\#(text)]"#
      case .button: #""title": "Continue with all of this and more", "do": []"#
      case .link: #""title": "Terms", "to": "https://a.example/terms/of/use/for/everyone""#
      case .input: #""name": "f", "label": "F", "kind": "multiline", "hint": "Something longer""#
      case .number: #""name": "f", "label": "F", "unit": "kg""#
      case .date, .toggle: #""name": "f", "label": "A label that is longer than the others""#
      case .slider: #""name": "f", "label": "F", "min": 0, "max": 9, "step": 1, "default": 4"#
      case .choice: #""name": "f", "label": "F", "options": [{"value": 1, "title": "One"}]"#
      case .list:
        #""from": "data.rows", "key": "item.id", "item": \#(text), "empty": {"type": "divider"}"#
      case .carousel: #""children": [\#(text), \#(text)]"#
      case .tabs: #""tabs": [{"title": "Prices", "children": [\#(text)]}]"#
      case .offer:
        #""name": "f", "products": ["year"], "default": "year", "title": "{product.name}", "#
          + #""price": "{product.price}""#
      case .custom: #""name": "Stars""#
      }
    return (type, #"{"type": "\#(type.name)", \#(members)}"#)
  }

  @Test(arguments: [
    #"{"type": "progress", "value": 1, "total": 1e300, "style": "dots", "alt": "A"}"#,
    #"{"type": "progress", "value": -1e300, "total": 3, "style": "dots", "alt": "A"}"#,
    #"{"type": "progress", "value": 1e999, "total": 1e999, "style": "bar", "alt": "A"}"#,
    #"{"type": "slider", "name": "f", "label": "F", "min": -1e308, "max": 1e308, "step": 1, "#
      + #""default": 1e308}"#,
    #"{"type": "chart", "from": "data.huge", "x": "item.id", "y": "item.n", "kind": "bar", "#
      + #""summary": "Rising", "empty": {"type": "divider"}}"#,
  ])
  func `attack: no number is too large to be drawn`(_ block: String) throws {
    let values = ScreenValues(
      data: ["huge": try json(#"[{"id": "a", "n": -1e308}, {"id": "b", "n": 1e308}]"#)])
    #expect(!(try text(block, values)).isEmpty)
  }

  @Test(arguments: everyType.filter { $0.0 != .spacer }.map(\.1))
  func `every type except the spacer is drawn`(_ block: String) throws {
    #expect(!(try text(block, Self.values)).isEmpty)
  }
}
