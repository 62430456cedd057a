import FlowCore
import FlowMagicWeb
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

/// A clock that only the test advances.
final class TestClock: Sendable {
  private let second = NIOLockedValueBox(1_800_000_000)
  var now: Int { second.withLockedValue { $0 } }
  func advance(by seconds: Int) { second.withLockedValue { $0 += seconds } }
}

/// A thread-safe list to which handlers append what they receive.
final class Recorder<Element: Sendable>: Sendable {
  private let list = NIOLockedValueBox<[Element]>([])
  var all: [Element] { list.withLockedValue { $0 } }
  func append(_ element: Element) { list.withLockedValue { $0.append(element) } }
}

/// A real server on a free local port, as an app would run it.
enum Site {
  static let key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

  static func settings(
    _ clock: TestClock = TestClock(), _ change: (inout FlowHostSettings) -> Void = { _ in }
  ) throws -> FlowHostSettings {
    var settings = FlowHostSettings(keys: try SealingKeys(current: key))
    settings.clock = { clock.now }
    settings.pressesPerSecond = 1_000
    // On a busy machine, a press may take longer than a second.
    settings.progressDelay = .seconds(600)
    settings.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    change(&settings)
    return settings
  }

  /// Runs a host while `body` sends requests to it.
  static func run(_ host: FlowHost, _ body: (RawClient) async throws -> Void) async throws {
    let router = Router()
    host.addRoutes(to: router)
    router.get("about") { _, _ in "The app's own page" }
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        continuation.yield(channel.localAddress?.port ?? 0)
        continuation.finish()
      }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await app.run() }
    defer { running.cancel() }
    for await port in ports { try await body(RawClient(port: port)) }
    running.cancel()
    _ = await running.result
  }

  static func run(
    _ document: FlowDocument, _ clock: TestClock = TestClock(),
    _ change: (inout FlowHostSettings) -> Void = { _ in },
    _ body: (RawClient, FlowHost) async throws -> Void
  ) async throws {
    let host = try FlowHost(document, settings: try settings(clock, change))
    try await run(host) { try await body($0, host) }
  }
}

/// The documents of the tests.
enum Documents {
  static func make(_ text: String) throws -> FlowDocument { try FlowDocument(parsing: text) }

  /// A sign-up with four steps: email, goal, password, summary.
  static func signUp(goalTitle: String = "Your goal") throws -> FlowDocument {
    try make(
      """
      {"schema": 1, "defaultLocale": "en",
       "flows": [{"id": "sign-up", "start": "email", "steps": [
         {"id": "email", "screen": "Email", "ports": {"next": [{"to": "goal"}]}},
         {"id": "goal", "screen": "Goal", "ports": {"next": [{"to": "password"}]}},
         {"id": "password", "screen": "Password", "ports": {"next": [{"to": "summary"}]}},
         {"id": "summary", "screen": "Summary", "ports": {"done": [{"finish": "signed-up"}]}}]},
        {"id": "other", "start": "hello", "steps": [
         {"id": "hello", "screen": "Hello", "ports": {"next": [{"finish": "bye"}]}}]}],
       "strings": {"en": {"email.title": "Your email"}, "de": {"email.title": "Deine E-Mail"}},
       "screens": [
        {"name": "Email", "title": {"$text": "email.title"},
         "root": {"type": "column", "children": [
          {"type": "text", "text": {"$text": "email.title"}, "role": "heading1"},
          {"type": "input", "name": "email", "label": "Email", "kind": "email", "required": true},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Goal", "title": "Goal",
         "state": {"more": {"type": "boolean", "default": false}},
         "root": {"type": "column", "children": [
          {"type": "text", "text": "\(goalTitle)", "role": "heading1"},
          {"type": "text", "text": "For {email}"},
          {"type": "choice", "name": "goal", "label": "Goal", "required": true, "options": [
            {"value": "run", "title": "Run"}, {"value": 2, "title": "Sleep"}]},
          {"type": "text", "text": "More about goals", "showIf": {"state.more": true}},
          {"type": "button", "id": "back", "title": "Back", "style": "plain", "submits": false,
           "do": [{"back": true}]},
          {"type": "button", "id": "more", "title": "More", "style": "plain",
           "do": [{"set": "more", "to": true}]},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Password", "title": "Password", "root": {"type": "column", "children": [
          {"type": "text", "text": "Your password", "role": "heading1"},
          {"type": "input", "name": "password", "label": "Password", "kind": "newPassword",
           "required": true, "min": 8},
          {"type": "input", "name": "hint", "label": "Hint", "kind": "text"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Summary", "title": "Summary", "root": {"type": "column", "children": [
          {"type": "text", "text": "Summary", "role": "heading1"},
          {"type": "text", "text": {"$": "output.email"}},
          {"type": "button", "id": "done", "title": "Done", "do": [{"fire": "done"}]}]}},
        {"name": "Hello", "title": "Hello", "root": {"type": "column", "children": [
          {"type": "text", "text": "Hello", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }
}

extension TestBrowser {
  /// Completes the sign-up up to the summary.
  mutating func goToSummary() async throws {
    try await open("/sign-up")
    try await press("next", ["email": "ada@example.org"])
    try await press("next", ["goal": "\"run\""])
    try await press("next", ["password": "correct horse", "hint": "animal"])
  }
}

extension FlowHost {
  /// Returns the decrypted states that a browser has, and the page that it shows.
  func unsealedData(of browser: TestBrowser) -> String {
    let visit = browser.cookie("flow") ?? ""
    let states = [browser.state, browser.cookie("flow-state") ?? ""]
    let texts = states.compactMap { unsealedText($0, cookie: visit) }
    return texts.joined(separator: "\n") + browser.page
  }
}
