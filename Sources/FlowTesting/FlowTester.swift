public import FlowCore
public import FlowMagic
public import Testing

/// Walks an app's flows in the app's own tests: no simulator, no waiting.
///
/// Everything that happens has to be expected: a screen that is shown, an experiment that a person
/// met, a step that was skipped, an end. What a test does not mention fails it, with a list.
///
/// ```swift
/// let flow = try FlowTester(screens, document, context: ["country": "DE"])
/// flow.fire(Welcome.self, .next)
/// flow.expect(Legal.self)
/// flow.fire(Legal.self, .accept)
/// flow.expectFinished("completed") { (answers: Answers) in answers.email == nil }
/// ```
///
/// Naming a screen to `fire` expects it. After something was not as expected, the tester says so
/// once and does nothing more.
public final class FlowTester {
  /// Everything recorded so far, as the portal would get it.
  public private(set) var events: [FlowEvent] = []
  /// Whether what a test does not mention fails it.
  public let isExhaustive: Bool

  private var walk: Walk
  private var pending: [Happening] = []
  private var hasFailed = false
  private let context: JSONObject
  private let onFailure: FlowTestFailure.Handler
  private let made: SourceLocation

  /// Starts a flow.
  ///
  /// - Parameters:
  ///   - screens: The app's screens.
  ///   - document: The flows to walk.
  ///   - flow: The flow; the first one when nil.
  ///   - context: The person's attributes.
  ///   - isExhaustive: Whether what the test does not mention fails it.
  ///   - onFailure: What a failed expectation does: by default, records an issue of Swift Testing.
  ///   - sourceLocation: The line that hears of what was never expected.
  /// - Throws: What a navigator throws for flows that do not fit the screens.
  public init(
    _ screens: ScreenRegistry, _ document: FlowDocument, flow: Name? = nil,
    context: JSONObject = JSONObject(), isExhaustive: Bool = true,
    onFailure: @escaping FlowTestFailure.Handler = FlowTestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    walk = Walk(
      screens: screens, compiled: try screens.compileDefault(document), policy: .whenSafe,
      makeID: { "test" })
    self.isExhaustive = isExhaustive
    self.context = context
    self.onFailure = onFailure
    made = sourceLocation
    change { $0.start(flow, context: context) }
  }

  deinit {
    complain("The test ended, but it did not expect", at: made)
  }

  /// The whole state, for expectations of a test's own.
  public var state: NavigatorState { walk.state }

  /// The engine's session.
  public var session: Session? { walk.state.session }

  /// Leaves the screen that is shown by a port.
  ///
  /// - Parameters:
  ///   - screen: The screen, which has to be shown.
  ///   - port: The port.
  ///   - output: What the screen produces.
  ///   - sourceLocation: The test's line.
  public func fire<S: Screen>(
    _ screen: S.Type, _ port: S.Port, output: S.Output? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard expect(screen, sourceLocation: sourceLocation) else { return }
    goOn("\(S.name) was left by \(port.rawValue)", sourceLocation) { walk in
      do {
        let json = try output.map { try JSON(encoding: $0) }
        walk.fire(Name(port.rawValue), output: json, from: nil)
      } catch {
        walk.report(error)
      }
    }
  }

  /// Goes back one step.
  ///
  /// - Parameter sourceLocation: The test's line.
  public func back(sourceLocation: SourceLocation = #_sourceLocation) {
    settleScreen()
    goOn("the person went back", sourceLocation) { walk in
      if !walk.back() {
        walk.report(FlowMagicError(.staleScreen, "There is no step to go back to."))
      }
    }
  }

  /// Opens a step directly, as a link does.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - flow: The flow's id; the first one when nil.
  ///   - answers: What would have been entered on the way.
  ///   - sourceLocation: The test's line.
  public func open(
    _ step: Name, of flow: Name? = nil, answers: some FlowOutput = NoAnswers(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    settleScreen()
    goOn("\(step) was opened", sourceLocation) { [context] walk in
      let outputs = (try? JSON(encoding: answers))?.object ?? JSONObject()
      _ = walk.open(step, of: flow, outputs: outputs, context: context)
    }
  }

  /// Takes a new release, as it would come from the server in the middle of the flow.
  ///
  /// - Parameters:
  ///   - document: The release.
  ///   - sourceLocation: The test's line.
  /// - Throws: `tooManyParts`.
  public func publish(
    _ document: FlowDocument, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let release = try walk.screens.compile(document)
    settleScreen()
    goOn("a release was published", sourceLocation) { $0.adopt(release) }
  }

  /// Ends the app and starts it again from its saved state, with another release if one is given.
  ///
  /// - Parameters:
  ///   - document: The release at hand after the restart; the same one when nil.
  ///   - sourceLocation: The test's line.
  /// - Throws: `sessionMismatch` if the saved state does not fit.
  public func relaunch(
    with document: FlowDocument? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let saved = state.saved else { return }
    let release = try document.map { try walk.screens.compile($0) }
    settleScreen()
    var next = Walk(
      screens: walk.screens, compiled: walk.compiled, policy: walk.policy, makeID: walk.makeID)
    next.latest = release ?? walk.latest
    try next.restore(try JSON(parsing: saved.text()), context: context)
    goOn("the app was started again", sourceLocation) { $0 = next }
  }
}

extension FlowTester {
  /// Does something, after everything that happened before was expected.
  private func goOn(
    _ what: String, _ location: SourceLocation, _ body: (inout Walk) -> Void
  ) {
    guard !hasFailed else { return }
    complain("Before \(what), the test did not expect", at: location)
    guard !hasFailed else { return }
    change(body)
  }

  private func change(_ body: (inout Walk) -> Void) {
    body(&walk)
    for note in walk.takeNotes() {
      switch note {
      case .event(let event):
        events.append(event)
        if let happening = Happening(event) { pending.append(happening) }
      case .shows(let step):
        pending.removeAll { $0.kind == .screen }
        pending.append(Happening(.screen, step.screen, "the screen \(step.screen)"))
      case .failed(let error):
        pending.append(Happening(error))
      case .finished(let outcome):
        pending.append(Happening(.finish, outcome, "the end with \(outcome)"))
      }
    }
  }

  private func complain(_ beginning: String, at location: SourceLocation) {
    guard isExhaustive, !pending.isEmpty, !hasFailed else { return }
    let list = pending.map { "  - \($0.sentence)" }.joined(separator: "\n")
    pending = []
    fail("\(beginning):\n\(list)", location)
  }

  /// The decoded content of a step on the path.
  func content(of step: ShownStep) -> (any Sendable)? { walk.content(of: step.id) }

  func fail(_ message: String, _ location: SourceLocation) {
    guard !hasFailed else { return }
    hasFailed = true
    onFailure(FlowTestFailure(message: message, sourceLocation: location))
  }

  /// Whether expectations still say something.
  var isWalking: Bool { !hasFailed }

  func settleScreen() {
    pending.removeAll { $0.kind == .screen }
  }

  /// Takes something off the list of what is still to be expected.
  ///
  /// - Returns: Whether it was on it.
  func settle(_ kind: Happening.Kind, _ name: Name) -> Bool {
    guard let index = pending.firstIndex(where: { $0.kind == kind && $0.name == name }) else {
      return false
    }
    pending.remove(at: index)
    return true
  }

  /// What is still to be expected of a kind, for a sentence.
  func list(_ kind: Happening.Kind) -> String {
    let list = pending.filter { $0.kind == kind }.map(\.sentence)
    return list.isEmpty ? "nothing of the kind" : list.joined(separator: ", ")
  }
}
