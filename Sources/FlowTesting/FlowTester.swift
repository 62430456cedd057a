public import FlowCore
public import FlowMagic
public import Testing

import Foundation

/// Runs an app's flows in unit tests, without a simulator and without waiting.
///
/// A tester is exhaustive: a test has to expect every exposure, skipped step, error (also of a
/// field), opened URL, adopted release and end of the flow, to finish or run each called
/// action, and to expect or leave each screen. What it misses fails the test, and is listed.
///
/// ```swift
/// let flow = try FlowTester(screens, document, context: ["country": "DE"])
/// flow.fire(Welcome.self, .next)
/// flow.expect(Legal.self)
/// flow.fire(Legal.self, .accept)
/// flow.expectFinished("completed") { (outputs: Answers) in outputs.email == nil }
/// ```
///
/// `fire` expects the screen that is passed to it. After the first failure, the tester ignores
/// further calls.
public final class FlowTester {
  /// All events recorded so far, as an app's own event sink would receive them.
  public private(set) var events: [FlowEvent] = []
  /// Whether the test fails for events that it does not expect.
  public let isExhaustive: Bool

  private(set) var reducer: NavigatorReducer
  private var pending: [ExpectedEvent] = []
  private var hasFailed = false
  private let flow: Name?
  private let context: JSONObject
  private let links: LinkTable
  private let onFailure: FlowTestFailure.Handler
  private let creation: SourceLocation

  /// Starts a flow.
  ///
  /// - Parameters:
  ///   - screens: The app's screens.
  ///   - document: The flows.
  ///   - flow: The flow; if nil, the first one.
  ///   - context: The user's attributes.
  ///   - links: The links that the app opens.
  ///   - isExhaustive: Whether the test fails for events that it does not expect.
  ///   - onFailure: Handles a failed expectation; records an issue of Swift Testing by default.
  ///   - sourceLocation: The line at which events that were never expected are reported.
  /// - Throws: Errors of `Navigator.init` for flows that do not match the screens, and of
  ///   `Navigator.setLinks` for an invalid link.
  public init(
    _ screens: ScreenRegistry, _ document: FlowDocument, flow: Name? = nil,
    context: JSONObject = JSONObject(), links: [FlowLink] = [], isExhaustive: Bool = true,
    onFailure: @escaping FlowTestFailure.Handler = FlowTestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bundled = try screens.compileDefault(document)
    self.links = try LinkTable(links, bundled: bundled)
    reducer = NavigatorReducer(
      screens: screens, bundled: bundled, policy: .whenSafe, makeID: { "test" })
    self.isExhaustive = isExhaustive
    self.flow = flow
    self.context = context
    self.onFailure = onFailure
    creation = sourceLocation
    change { $0.start(flow, context: context) }
  }

  deinit {
    failIfPending("The test ended, but it did not expect", at: creation)
  }

  /// The navigator's state, for custom expectations.
  public var state: NavigatorState { reducer.state }

  /// The engine's session.
  public var session: Session? { reducer.state.session }

  /// Fires a port of the current screen.
  ///
  /// - Parameters:
  ///   - screen: The screen, which must be current.
  ///   - port: The port.
  ///   - output: The screen's output.
  ///   - sourceLocation: The line of the test.
  public func fire<S: Screen>(
    _ screen: S.Type, _ port: S.Port, output: S.Output? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard expect(screen, sourceLocation: sourceLocation) else { return }
    guard state.shownPath.last?.id == state.current?.id else {
      let step = state.current?.screen ?? ""
      return fail(
        "\(S.name) is presented by the code of \(step). Leave it by an action of "
          + "`run(\(step).self, …)`.", sourceLocation)
    }
    proceed("\(S.name) fired \(port.rawValue)", sourceLocation) { reducer in
      do {
        let json = try output.map { try JSON(encoding: $0) }
        reducer.fire(Name(port.rawValue), output: json, from: nil)
      } catch {
        reducer.report(error)
      }
    }
  }

  /// Goes back one step.
  ///
  /// - Parameter sourceLocation: The line of the test.
  public func back(sourceLocation: SourceLocation = #_sourceLocation) {
    consumeScreen()
    proceed("the user went back", sourceLocation) { reducer in
      if !reducer.back() {
        reducer.report(FlowMagicError(.staleScreen, "There is no step to go back to."))
      }
    }
  }

  /// Opens a step directly, like a deep link.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - flow: The flow's id; if nil, the one that the tester started, or else the first one.
  ///   - outputs: The outputs that earlier steps would have provided.
  ///   - sourceLocation: The line of the test.
  public func open(
    _ step: Name, of flow: Name? = nil, outputs: some FlowOutput = NoFlowOutput(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    consumeScreen()
    proceed("\(step) was opened", sourceLocation) { [context, startedFlow = self.flow] reducer in
      let encoded = (try? JSON(encoding: outputs))?.object ?? JSONObject()
      _ = reducer.open(step, of: flow ?? startedFlow, outputs: encoded, context: context)
    }
  }

  /// Opens a URL with the app's links, as the system does.
  ///
  /// ```swift
  /// #expect(flow.open(url: "shop://summary/a@b.c") == .opened)
  /// flow.expect(Summary.self)
  /// ```
  ///
  /// A rejected link is a problem that the test has to expect, for example with
  /// `flow.expectProblem("missing-need")`.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - sourceLocation: The line of the test.
  /// - Returns: The result of the link; `unknown` if the text is not a URL.
  public func open(
    url text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> LinkResult {
    guard let url = URL(string: text) else { return .unknown }
    consumeScreen()
    var result = LinkResult.unknown
    proceed("\(text) was opened", sourceLocation) { [context, links] reducer in
      result = reducer.open(url, by: links, context: context)
    }
    return result
  }

  /// Delivers a new release in the middle of the flow, as a server would.
  ///
  /// - Parameters:
  ///   - document: The release.
  ///   - sourceLocation: The line of the test.
  /// - Throws: `too-many-parts`.
  public func publish(
    _ document: FlowDocument, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let release = try reducer.screens.compile(document)
    consumeScreen()
    proceed("a release was published", sourceLocation) { $0.adopt(release) }
  }

  /// Relaunches the app from its saved state, optionally with another release.
  ///
  /// If the flow has ended, it starts anew.
  ///
  /// - Parameters:
  ///   - document: The release after the relaunch; if nil, the current one.
  ///   - sourceLocation: The line of the test.
  /// - Throws: `session-mismatch` if the saved state does not match the release, `too-many-parts`.
  public func relaunch(
    with document: FlowDocument? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let saved = state.saved else { return }
    let release = try document.map { try reducer.screens.compile($0) }
    consumeScreen()
    var restored = NavigatorReducer(
      screens: reducer.screens, bundled: reducer.bundledRelease, policy: reducer.policy,
      makeID: reducer.makeID)
    restored.latestRelease = release ?? reducer.latestRelease
    restored.today = reducer.today
    try restored.restore(try JSON(parsing: saved.text()), orStart: flow, context: context)
    proceed("the app was relaunched", sourceLocation) { $0 = restored }
  }
}

extension FlowTester {
  /// Performs an action, provided that all earlier events were expected.
  func proceed(
    _ action: String, _ location: SourceLocation, _ body: (inout NavigatorReducer) -> Void
  ) {
    guard !hasFailed else { return }
    failIfPending("Before \(action), the test did not expect", at: location)
    guard !hasFailed else { return }
    change(body)
  }

  private func change(_ body: (inout NavigatorReducer) -> Void) {
    body(&reducer)
    for effect in reducer.takeEffects() {
      switch effect {
      case .event(let event):
        events.append(event)
        if let expected = ExpectedEvent(event) { pending.append(expected) }
      case .show(let step):
        pending.removeAll { $0.category == .screen }
        pending.append(ExpectedEvent(.screen, step.screen, "the screen \(step.screen)"))
      case .error(let error):
        pending.append(ExpectedEvent(error))
      case .finish(let outcome):
        pending.append(ExpectedEvent(.finish, outcome, "the outcome \(outcome)"))
      }
    }
  }

  private func failIfPending(_ beginning: String, at location: SourceLocation) {
    guard isExhaustive, !pending.isEmpty, !hasFailed else { return }
    let list = pending.map { "  - \($0.description)" }.joined(separator: "\n")
    pending = []
    fail("\(beginning):\n\(list)", location)
  }

  /// The decoded content of a step on the path.
  func content(of step: ShownStep) -> (any Sendable)? { reducer.content(of: step.id) }

  func fail(_ message: String, _ location: SourceLocation) {
    guard !hasFailed else { return }
    hasFailed = true
    // The cause may be an error, such as one that `Work` has thrown.
    let errors = pending.filter { $0.category == .problem && !message.contains($0.description) }
    let list = errors.map { "\n  - \($0.description)" }.joined()
    onFailure(
      FlowTestFailure(
        message: list.isEmpty ? message : "\(message)\nThe test did not expect:\(list)",
        sourceLocation: location))
  }

  /// Whether no expectation has failed yet.
  var isRunning: Bool { !hasFailed }

  /// Adds an event that the test has to expect.
  func addPending(_ event: ExpectedEvent) { pending.append(event) }

  func consumeScreen() {
    pending.removeAll { $0.category == .screen }
  }

  /// Removes a pending event.
  ///
  /// - Returns: Whether there was one.
  func consume(_ category: ExpectedEvent.Category, _ name: Name) -> Bool {
    guard let index = pending.firstIndex(where: { $0.category == category && $0.name == name })
    else {
      return false
    }
    pending.remove(at: index)
    return true
  }

  /// The pending events of a category, as part of a sentence.
  func list(_ category: ExpectedEvent.Category) -> String {
    let list = pending.filter { $0.category == category }.map(\.description)
    return list.isEmpty ? "none" : list.joined(separator: ", ")
  }
}
