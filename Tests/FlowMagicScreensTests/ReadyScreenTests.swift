import FlowBlocks
import FlowCore
import FlowMagicScreens
import Testing

@Suite struct ReadyScreenTests {
  /// A document with one step that uses the screen, in two languages.
  private func document(_ screen: ReadyScreen) throws -> FlowDocument {
    let port = screen == .error ? "retry" : "next"
    var document = try FlowDocument(
      parsing: """
        {"schema": 1, "defaultLocale": "en", "locales": ["en", "de"],
         "flows": [{"id": "main", "start": "step", "steps": [
           {"id": "step", "screen": "\(screen.name)", "content": \(Self.content(screen)),
            "ports": {"\(port)": [{"finish": "done"}]}}]}],
         "strings": {
           "en": {"title": "One moment", "text": "This takes a while.", "label": "Your answer",
             "button": "Continue", "back": "Back", "a": "Run", "b": "Sleep"},
           "de": {"title": "Einen Augenblick", "text": "Das dauert etwas.", "label": "Antwort",
             "button": "Weiter", "back": "Zurück", "a": "Laufen", "b": "Schlafen"}}}
        """)
    document.add([screen])
    return document
  }

  /// The texts that the screen needs, from the tables.
  private static func content(_ screen: ReadyScreen) -> String {
    func text(_ key: String, _ table: String) -> String { #""\#(key)": {"$text": "\#(table)"}"# }
    let label = text("label", "label")
    let button = text("button", "button")
    let back = text("back", "back")
    let parts: [String] =
      switch screen {
      case .info: [button]
      case .textInput: [label, button]
      case .choice:
        [
          label, button,
          #""options": [{"value": "run", \#(text("title", "a"))}, "#
            + #"{"value": "sleep", \#(text("title", "b"))}]"#,
        ]
      case .form:
        [text("nameLabel", "a"), text("emailLabel", "b"), text("termsLabel", "label"), button]
      case .summary:
        [#""facts": [{\#(text("name", "label")), \#(text("value", "a"))}]"#, button, back]
      case .loading: [button]
      case .error: [button, back]
      }
    return "{" + ([text("title", "title"), text("text", "text")] + parts).joined(separator: ", ")
      + "}"
  }

  private static let manifest = """
    {"schema": 1, "application": "a", "platform": "web", "version": "1", "build": "1",
     "blocks": {"level": 1, "data": [{"name": "progress"}]}}
    """

  @Test(arguments: ReadyScreen.allCases)
  func `a ready-made screen has no findings`(_ screen: ReadyScreen) throws {
    let findings = Verifier(
      try document(screen), manifests: [try Manifest(parsing: Self.manifest)]
    ).findings()
    #expect(findings.map { $0.json.text(.compact) } == [])
  }

  @Test(arguments: ReadyScreen.allCases)
  func `missing content is reported`(_ screen: ReadyScreen) throws {
    var document = try document(screen)
    document.flows[0].steps[0].content = ["title": "Only this"]
    let findings = Verifier(
      document, manifests: [try Manifest(parsing: Self.manifest)]
    ).findings()
    #expect(findings.contains { $0.code == FindingCode.contentMismatch })
  }

  @Test func `the starter flow runs to its end`() throws {
    let document = FlowDocument.starter
    let manifest = try Manifest(parsing: Self.manifest)
    #expect(Verifier(document, manifests: [manifest]).findings() == [])
    var session = try Session.start(in: Release(document, manifest: manifest), context: [:]).session
    let answers: [JSON?] = [
      nil, "work", ["name": "Mira", "email": "mira@example.com", "terms": true], nil,
    ]
    var steps: [Name] = []
    var last: SessionEffect?
    for answer in answers {
      steps += [session.current?.step].compactMap { $0 }
      last = session.fire("next", output: answer).effect
    }
    #expect(steps == ["welcome", "goal", "account", "ready"])
    #expect(last == .finish("done"))
  }

  /// The screen in a language, as text.
  private func text(_ screen: ReadyScreen, _ locale: String, data: JSONObject = [:]) throws
    -> String
  {
    let document = try document(screen)
    let session = try Session.start(
      in: Release(document), context: ["locale": .string(locale)]
    ).session
    let read = try #require(ScreenParser.parse(screen.json).screen)
    let shown = ScreenProgram(read, document: document).resolve(
      ScreenValues(
        attributes: ["locale": .string(locale)], content: session.content, data: data))
    return TextRenderer.render(shown, columns: 32)
  }

  @Test(arguments: [
    (ReadyScreen.info, "", "[ Weiter ]"),
    (.textInput, "Antwort *\n________________________________", "[ Weiter ]"),
    (.choice, "Antwort *\n( ) Laufen\n( ) Schlafen", "[ Weiter ]"),
    (
      .form,
      "Laufen *\n________________________________\n\nSchlafen *\n________________________________"
        + "\n\n[ ] Antwort", "[ Weiter ]"
    ),
    (.summary, "Antwort                   Laufen", "[ Weiter ]\n[ Zurück ]"),
  ])
  func `a ready-made screen is shown in the user's language`(
    _ screen: ReadyScreen, _ body: String, _ footer: String
  ) throws {
    let head = "Einen Augenblick\n\nDas dauert etwas.\n\n"
    let line = String(repeating: "─", count: 32)
    #expect(
      try text(screen, "de-AT")
        == head + (body.isEmpty ? "" : body + "\n\n") + line + "\n" + footer)
  }

  @Test func `a loading screen shows its button when it is done`() throws {
    #expect(
      try text(.loading, "en", data: ["progress": 0.5])
        == "One moment\n\n██████████░░░░░░░░░░\nThis takes a while.")
    #expect(try text(.loading, "en", data: ["progress": 1]).hasSuffix("[ Continue ]"))
  }

  @Test func `an error screen has buttons to retry and to go back`() throws {
    #expect(
      try text(.error, "en").hasSuffix(
        "This takes a while.\n\n"
          + String(repeating: "─", count: 32) + "\n[ Continue ]\n[ Back ]"))
  }

  @Test func `a screen that the document already has is not added again`() throws {
    var document = try document(.info)
    document.add(ReadyScreen.allCases)
    let names = document.unknown["screens"]?.array?.compactMap { $0["name"]?.string }
    #expect(names == ReadyScreen.allCases.map(\.rawValue))
  }
}
