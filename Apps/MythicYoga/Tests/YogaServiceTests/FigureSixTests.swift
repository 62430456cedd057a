import FlowCore
import FlowMagic
import FlowTesting
import Testing
import YogaDomain
import YogaService

/// The state machine of the app's original specification (figure 6): the transitions of each
/// state.
@Suite struct FigureSixTests {
  /// A row: the presses that lead to a state, the event, and the state that follows.
  struct Row: Sendable, CustomTestStringConvertible {
    let isSignedIn: Bool
    let path: [Name]
    let state: Name
    let event: Name
    let next: Name
    var testDescription: String { "\(state) × \(event) → \(next)" }
  }

  private static func stranger(_ path: [Name], _ state: Name, _ event: Name, _ next: Name) -> Row {
    Row(isSignedIn: false, path: path, state: state, event: event, next: next)
  }

  private static func person(_ path: [Name], _ state: Name, _ event: Name, _ next: Name) -> Row {
    Row(isSignedIn: true, path: path, state: state, event: event, next: next)
  }

  static let rows: [Row] =
    [
      stranger([], "start", "register", "register"),
      stranger([], "start", "forgot", "forgot"),
      stranger([], "start", "logIn", "menu"),
      stranger(["register"], "register", "register", "registered"),
      stranger(["register"], "register", "back", "start"),
      stranger(["register", "register"], "registered", "start", "start"),
      stranger(["forgot"], "forgot", "sendReset", "reset-sent"),
      stranger(["forgot"], "forgot", "back", "start"),
      stranger(["forgot", "sendReset"], "reset-sent", "start", "start"),
      person([], "menu", "camera", "camera"),
      person([], "menu", "gallery", "gallery"),
      person([], "menu", "logOut", "start"),
      person([], "menu", "myths", "myths"),
      person(["camera"], "camera", "menu", "menu"),
      person(["gallery"], "gallery", "menu", "menu"),
      person(["myths"], "myths", "menu", "menu"),
      person(["myths", "agni", "video0"], "practice", "menu", "menu"),
      person(["myths", "agni", "video0"], "practice", "done", "menu"),
      person(["myths", "agni", "menu"], "menu", "myths", "myths"),
    ]
    + Catalog.current.myths.flatMap { myth in
      let id = Name(myth.id)
      return [
        person(["myths"], "myths", id, id), person(["myths", id], id, "menu", "menu"),
      ] + (0..<6).map { person(["myths", id], id, Name("video\($0)"), "practice") }
    }

  @Test(arguments: rows)
  func `each event leads from its state to the next`(row: Row) async throws {
    let tester = try FlowTester(
      YogaFlow.screens(), YogaServer.document(),
      context: row.isSignedIn ? YogaFlow.signedIn : YogaFlow.stranger, isExhaustive: false)
    tester.press("begin")
    // Half of the visitors are asked to register first.
    if !row.isSignedIn, tester.step == "register" { tester.press("back") }
    for press in row.path { await tester.act(press) }
    #expect(tester.step == row.state)
    await tester.act(row.event)
    #expect(tester.step == row.next)
  }

  @Test func `the figure has all fourteen myths with six videos each`() {
    #expect(Self.rows.filter { $0.state == "myths" }.count == 15)
    #expect(Self.rows.filter { $0.next == "practice" }.count == 84)
  }
}

extension FlowTester {
  /// The step that is shown.
  var step: Name? { state.current?.step }

  /// Presses a button, and ends the action that it calls.
  func act(_ button: Name) async {
    press(button)
    if button.string.hasPrefix("video") { await run("choose") }
  }
}
