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

  private static func guest(_ path: [Name], _ state: Name, _ event: Name, _ next: Name) -> Row {
    Row(isSignedIn: false, path: path, state: state, event: event, next: next)
  }

  private static func user(_ path: [Name], _ state: Name, _ event: Name, _ next: Name) -> Row {
    Row(isSignedIn: true, path: path, state: state, event: event, next: next)
  }

  static let rows: [Row] =
    [
      guest([], "start", "register", "register"),
      guest([], "start", "forgot", "forgot"),
      guest([], "start", "logIn", "menu"),
      guest(["register"], "register", "register", "registered"),
      guest(["register"], "register", "back", "start"),
      guest(["register", "register"], "registered", "start", "start"),
      guest(["forgot"], "forgot", "sendReset", "reset-sent"),
      guest(["forgot"], "forgot", "back", "start"),
      guest(["forgot", "sendReset"], "reset-sent", "start", "start"),
      user([], "menu", "camera", "camera"),
      user([], "menu", "gallery", "gallery"),
      user([], "menu", "logOut", "start"),
      user([], "menu", "myths", "myths"),
      user(["camera"], "camera", "menu", "menu"),
      user(["gallery"], "gallery", "menu", "menu"),
      user(["myths"], "myths", "menu", "menu"),
      user(["myths", "agni", "video0"], "practice", "menu", "menu"),
      user(["myths", "agni", "video0"], "practice", "done", "menu"),
      user(["myths", "agni", "menu"], "menu", "myths", "myths"),
    ]
    + Catalog.current.myths.flatMap { myth in
      let id = Name(myth.id)
      return [
        user(["myths"], "myths", id, id), user(["myths", id], id, "menu", "menu"),
      ] + (0..<6).map { user(["myths", id], id, Name("video\($0)"), "practice") }
    }

  @Test(arguments: rows)
  func `each event leads from its state to the next`(row: Row) async throws {
    let tester = try FlowTester(
      YogaFlow.screens(), YogaServer.document(),
      context: row.isSignedIn ? YogaFlow.userAttributes : YogaFlow.guestAttributes,
      isExhaustive: false)
    tester.press("begin")
    // A split shows half of the guests the registration first.
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

  /// Presses a button, and completes the action that it calls.
  func act(_ button: Name) async {
    press(button)
    if button.string.hasPrefix("video") { await run("choose") }
  }
}
