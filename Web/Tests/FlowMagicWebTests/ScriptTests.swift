import FlowCore
import FlowMagicWeb
import Testing

/// The responses that the script receives instead of pages.
@Suite struct ScriptTests {
  private let type = "application/vnd.flowmagic.patch+json"

  /// The patch in the response to a press.
  private func press(
    _ browser: inout TestBrowser, _ key: String, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> JSON {
    browser.accept = type
    defer { browser.accept = nil }
    try await browser.press(key, fields)
    #expect(browser.lastResponse?.header("content-type") == type)
    return try ParsedJSON(try #require(browser.lastResponse).body).root.value
  }

  @Test func `a press that leads to another step gets its screen, URL and state`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let patch = try await press(&browser, "next", ["email": "ada@example.org"])
      #expect(patch["at"]?.string == "/sign-up/goal")
      #expect(patch["title"]?.string == "Goal")
      #expect(patch["screen"]?.string?.contains("For ada@example.org") == true)
      #expect(patch["screen"]?.string?.contains("<html") == false)
      #expect(patch["state"]?.string?.isEmpty == false)
      #expect(patch["n"] == 1)
    }
  }

  @Test func `a press that changes one block gets only that block`() async throws {
    try await Site.run(Documents.list()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/list")
      let patch = try await press(&browser, "pick", ["note": "typed"])
      let changed = patch["ops"]?.array ?? []
      #expect(changed.count == 1)
      #expect(changed.first?.array?.prefix(2) == ["r", "chosen"])
      #expect(changed.first?.array?.last?.string?.contains("Chosen") == true)
      #expect(patch.utf8().count <= 2_560)
    }
  }

  @Test func `a submission with errors gets the whole screen, which lists them`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let patch = try await press(&browser, "next", ["email": "ada"])
      #expect(patch["at"]?.string == "/sign-up/email")
      #expect(patch["screen"]?.string?.contains("fm-problems") == true)
    }
  }

  @Test func `a press that the script repeats redirects to the same URL`() async throws {
    let submitted = Recorder<Submission>()
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.onSubmit = { submitted.append($0) } }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let first = browser
      _ = try await press(&browser, "next", ["email": "ada@example.org"])
      var repeated = first
      let patch = try await press(&repeated, "next", ["email": "ada@example.org"])
      #expect(patch["to"]?.string == "/sign-up/goal")
      #expect(submitted.all.count == 1)
    }
  }

  @Test func `going back and forward in a tab follows its own path`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.goToSummary()
      let latest = browser.state
      browser.accept = type
      var currentPath = "/sign-up/summary"
      for (path, text) in [
        ("/sign-up/email", "ada@example.org"), ("/sign-up/summary", "Summary"),
      ] {
        try await browser.post([("fm", latest), ("go", path)], to: currentPath)
        currentPath = path
        let patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
        #expect(patch["at"]?.string == path)
        #expect(patch["screen"]?.string?.contains(text) == true)
        #expect(browser.lastResponse?.headerValues("set-cookie") == [])
      }
    }
  }

  @Test func `a new release reaches an open page, and entered values are kept`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      try host.update(Documents.signUp(goalTitle: "What for?"))
      browser.accept = type
      try await browser.post([
        ("fm", browser.state), ("go", "/sign-up/goal"), ("field.goal", "2"),
      ])
      let screen = try ParsedJSON(try #require(browser.lastResponse).body).root.value["screen"]?
        .string
      #expect(screen?.contains("What for?") == true)
      #expect(screen?.contains(#"value="2" checked"#) == true)
    }
  }

  @Test func `the response to an invalid request of the script is a page`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browser.accept = type
      try await browser.post([("fm", "nonsense"), ("press", "next")])
      #expect(browser.status == 400)
      #expect(browser.lastResponse?.header("content-type") == "text/html; charset=utf-8")
    }
  }

  @Test func `only a step that the screen links to can be opened`() async throws {
    try await Site.run(Documents.list()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/list")
      try await browser.open("/list/items?step=help")
      #expect(browser.heading == "Help")
      try await browser.open("/list/items?step=secret")
      #expect(browser.heading == "Items")
    }
  }

  @Test func `the script is small, and browsers may cache it forever`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let path = try #require(browser.attribute("src", after: "<script"))
      let script = try await browser.send("GET", path)
      #expect(script.status == 200)
      #expect(script.header("cache-control")?.contains("immutable") == true)
      // gzip compresses it to a third of that.
      #expect(script.body.utf8.count < 20_000)
    }
  }
}

extension Documents {
  /// A page with ninety items, a button that changes one block, and a link.
  static func list() throws -> FlowDocument {
    let items = (0..<90).map { #"{"type": "text", "id": "item\#($0)", "text": "Item \#($0)"}"# }
    return try make(
      """
      {"schema": 1, "flows": [{"id": "list", "start": "items", "steps": [
         {"id": "items", "screen": "Items", "ports": {"next": [{"finish": "done"}],
           "help": [{"to": "help"}], "secret": [{"to": "secret"}]}},
         {"id": "help", "screen": "Help", "ports": {"next": [{"to": "items"}]}},
         {"id": "secret", "screen": "Secret", "ports": {"next": [{"to": "items"}]}}]}],
       "screens": [
        {"name": "Items", "title": "Items",
         "state": {"picked": {"type": "boolean", "default": false}},
         "root": {"type": "column", "children": [
          {"type": "text", "text": "Items", "role": "heading1"},
          {"type": "input", "name": "note", "label": "Note", "kind": "text"},
          \(items.joined(separator: ",\n")),
          {"type": "card", "id": "chosen", "selected": {"$": "state.picked"}, "children": [
            {"type": "text", "id": "name", "text": "Chosen"}]},
          {"type": "button", "id": "pick", "title": "Pick", "do": [{"set": "picked", "to": true}]},
          {"type": "button", "id": "help", "title": "Help", "do": [{"fire": "help"}]},
          {"type": "button", "id": "secret", "title": "Secret", "do": [{"fire": "secret"}]},
          {"type": "link", "title": "Help", "to": "help"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Help", "title": "Help", "root": {"type": "column", "children": [
          {"type": "text", "text": "Help", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Secret", "title": "Secret", "root": {"type": "column", "children": [
          {"type": "text", "text": "Secret", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }
}
