import FlowBlocks
import FlowCore
import Testing

@Suite struct HTMLTests {
  private let options = HTMLRenderer.Options(
    assetURL: { "/assets/" + $0.string }, iconsURL: "/icons.svg")

  private func html(
    _ blocks: String, _ values: ScreenValues = ScreenValues(), state: String = "{}"
  ) throws -> String {
    let resolved = try screen(blocks, state: state).resolved(values)
    let first = try #require(resolved.root?.blocks(.children).first)
    return String(decoding: HTMLRenderer.render(first, options), as: UTF8.self)
  }

  @Test func `a screen has its blocks in order`() throws {
    let resolved = try screen(
      #"{"type": "divider", "id": "b"}, {"type": "divider", "id": "a"}"#
    ).resolved()
    #expect(
      String(decoding: HTMLRenderer.render(resolved, options), as: UTF8.self)
        == """
        <div class="fm-screen" data-screen="Screen"><div class="fm-column fm-gap-3 fm-align-fill" \
        data-key="/root"><hr class="fm-divider" data-key="b"><hr class="fm-divider" data-key="a">\
        </div></div>
        """)
  }

  @Test(arguments: [
    "text", "title", "label", "hint",
  ])
  func `text from an output is escaped`(_ property: String) throws {
    let markup = #"</p><script>alert('&"')</script>"#
    let block =
      switch property {
      case "text": #"{"type": "text", "text": {"$": "output.e"}}"#
      case "title":
        #"{"type": "button", "title": "{output.e}", "do": [{"back": true}]}"#
      case "label":
        #"{"type": "input", "kind": "text", "name": "e", "label": "{output.e}"}"#
      default:
        #"{"type": "input", "kind": "text", "name": "e", "label": "L", "hint": "{output.e}"}"#
      }
    let page = try html(block, ScreenValues(outputs: ["e": .string(markup)]))
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;"))
  }

  @Test func `a password or another secret is never in the page`() throws {
    for input in [
      #"{"type": "input", "kind": "password", "name": "p", "label": "P"}"#,
      #"{"type": "input", "kind": "text", "secret": true, "name": "p", "label": "P"}"#,
      #"{"type": "input", "kind": "multiline", "secret": true, "name": "p", "label": "P"}"#,
    ] {
      let page = try html(input, ScreenValues(enteredValues: ["p": "violet harbour"]))
      #expect(!page.contains("violet"))
      #expect(page.contains(#"type="password""#) && !page.contains("textarea"))
    }
  }

  @Test func `a field refers to its label, its hint and its error`() throws {
    let input = """
      {"type": "input", "kind": "email", "name": "mail", "label": "Email", "hint": "Work",
       "required": true}
      """
    #expect(
      try html(input, ScreenValues(enteredValues: ["mail": "ada"], touchedFields: ["mail"])) == """
        <div class="fm-input fm-field" data-key="/root/children/0">\
        <label for="field-mail">Email</label><p class="fm-hint" id="field-mail-hint">Work</p>\
        <input id="field-mail" name="field.mail" required="" \
        aria-describedby="field-mail-hint field-mail-error" aria-invalid="true" maxlength="2000" \
        autocomplete="email" type="email" value="ada">\
        <p class="fm-error" id="field-mail-error">Enter an email address such as name@example.com.\
        </p></div>
        """)
  }

  @Test func `a text has three kinds of inline marks`() throws {
    #expect(
      try html(
        #"{"type": "text", "inline": true, "text": "**Now** _or_ [never](https://a.example/?b)_"}"#)
          == """
          <p class="fm-text fm-style-body fm-tone-normal fm-align-start" \
          data-key="/root/children/0"><strong>Now</strong> <em>or</em> \
          <a href="https://a.example/?b">never</a>_</p>
          """)
    let script = try html(
      #"{"type": "text", "inline": true, "text": "[x](javascript:alert(1)) <b>"}"#)
    #expect(script.contains("[x](javascript:alert(1)) &lt;b&gt;"))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["[", "_", "**", "[[](https://", "[a](https://", "**a_", "[]("])
  func `unpaired marks are parsed in linear time`(_ mark: String) throws {
    let text = String(repeating: mark, count: 500_000 / mark.utf8.count)
    let page = try html(
      #"{"type": "text", "inline": true, "text": {"$": "output.e"}}"#,
      ScreenValues(outputs: ["e": .string(text)]))
    #expect(page.utf8.count > text.utf8.count)
  }

  @Test(arguments: [
    (
      "a ** b **c** [d](https://e) _f_ _g",
      #"a <strong> b </strong>c** <a href="https://e">d</a> <em>f</em> _g"#
    ),
    ("[a [b](https://c) [d](https://e", #"<a href="https://c">a [b</a> [d](https://e"#),
    (
      "****a**** __ [](https://a) [b](https://c)",
      #"*<strong>*a</strong>** __ [](https://a) <a href="https://c">b</a>"#
    ),
  ])
  func `a mark is paired with the next one`(_ text: String, _ expected: String) throws {
    let page = try html(
      #"{"type": "text", "inline": true, "text": {"$": "output.e"}}"#,
      ScreenValues(outputs: ["e": .string(text)]))
    #expect(page.contains(expected), "\(page)")
  }

  @Test func `a submit button identifies the pressed block`() throws {
    #expect(
      try html(#"{"type": "button", "id": "go", "title": "Go", "do": [{"fire": "next"}]}"#) == """
        <button class="fm-button fm-style-primary" data-key="go" type="submit" name="press" \
        value="go"><span>Go</span></button>
        """)
    #expect(
      try html(#"{"type": "button", "id": "b", "title": "Back", "do": [{"back": true}]}"#)
        .contains(#"formnovalidate="""#))
  }

  @Test func `choices are native controls`() throws {
    let choice = """
      {"type": "choice", "name": "c", "label": "Goal", "default": "a", "options": [
        {"value": "a", "title": "A"}, {"value": 2, "title": "B"}]}
      """
    let page = try html(choice)
    #expect(page.contains("<legend>Goal</legend>"))
    #expect(
      page.contains(#"<input type="radio" name="field.c" value="&quot;a&quot;" checked="">"#))
    #expect(page.contains(#"<input type="radio" name="field.c" value="2">"#))
  }

  @Test func `a chart has its points and its summary`() throws {
    let chart = """
      {"type": "chart", "from": "data.prices", "x": "item.at", "y": "item.price", "kind": "line",
       "summary": "Falling", "empty": {"type": "text", "text": "Nothing yet"}}
      """
    let rows = try json(
      #"[{"at": 1, "price": 30}, {"at": 2, "price": 20}, {"at": 3, "price": 10}]"#)
    let page = try html(chart, ScreenValues(data: ["prices": rows]))
    #expect(page.contains(#"<polyline class="fm-line" points="6,8 150,60 294,112">"#))
    #expect(page.contains("<figcaption>Falling</figcaption>"))
    #expect(try html(chart).contains("Nothing yet"))
    let huge = try json(#"[{"at": 1, "price": -1e308}, {"at": 2, "price": 1e308}]"#)
    #expect(
      try html(chart, ScreenValues(data: ["prices": huge])).contains(#"points="6,112 294,8""#))
    let endless = try json(#"[{"at": 1, "price": 1}, {"at": 2, "price": 1e999}]"#)
    #expect(try html(chart, ScreenValues(data: ["prices": endless])).contains("fm-line"))
  }

  @Test(arguments: ["bar", "ring", "dots"])
  func `attack: no number is too large for a progress indicator`(_ style: String) throws {
    for (value, total) in [("1", "1e300"), ("1e999", "1e999"), ("-1e300", "1"), ("1e300", "2")] {
      let page = try html(
        #"{"type": "progress", "style": "\#(style)", "value": \#(value), "total": \#(total), "#
          + #""alt": "A"}"#)
      #expect(page.contains("fm-style-\(style)"), "\(value) of \(total)")
    }
  }
}
