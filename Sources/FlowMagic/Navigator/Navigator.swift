public import FlowCore
public import Observation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Leads a person through an app's flows and follows every new release.
///
/// One navigator drives one interface, whatever it is made of: it says which step is shown, and the
/// screens say by which port they are left. Its whole state is a value.
///
/// ```swift
/// let navigator = try Navigator(screens: screens, source: client, default: bundled)
/// navigator.onFinish { print("ended with \($0.outcome)") }
/// await navigator.start()
/// ```
@MainActor @Observable
public final class Navigator {
  /// The screens of this build.
  public nonisolated let screens: ScreenRegistry
  /// The person's attributes: what conditions and splits look at.
  ///
  /// A change counts from the next step on.
  public var context: JSONObject {
    didSet { walk.setContext(context) }
  }
  /// Whether a new release takes effect in the middle of a flow.
  public var adoption: AdoptionPolicy {
    get { walk.policy }
    set { walk.policy = newValue }
  }
  /// Which of the person's attributes stay on the device when a session starts.
  public var privateAttributes: PrivateAttributes {
    get { walk.privateAttributes }
    set { walk.privateAttributes = newValue }
  }
  /// Where the release in use came from; nil before the start.
  public private(set) var origin: LoadedRelease.Origin?

  var walk: Walk
  /// The screens that a running `Step` has shown.
  var asked: [ShownStep] = []
  @ObservationIgnored var run: StepRun?
  @ObservationIgnored var lastAsked = 0
  @ObservationIgnored var working: Task<Void, Never>?
  @ObservationIgnored var workingOn: ShownStep.ID?
  @ObservationIgnored var hooks = NavigatorHooks()
  @ObservationIgnored private let source: any ReleaseSource
  @ObservationIgnored private let events: any EventSink
  @ObservationIgnored private let flow: Name?
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var listeners: [Int: AsyncStream<NavigatorState>.Continuation] = [:]
  @ObservationIgnored private var lastListener = 0

  /// Makes a navigator that shows nothing yet.
  ///
  /// - Parameters:
  ///   - screens: The screens of this build.
  ///   - source: Where releases come from; without one, only the compiled flows are walked.
  ///   - document: The flows compiled into the app, for when there are no others or they cannot go
  ///     on.
  ///   - flow: The flow to start; the first one when nil.
  ///   - context: The person's attributes.
  ///   - adoption: Whether a new release takes effect in the middle of a flow.
  ///   - privateAttributes: Which of the attributes stay on the device.
  ///   - events: What takes events for the portal.
  /// - Throws: A `FlowMagicError` if a step of the compiled flows has content that its screen
  ///   cannot read, or a screen that is not registered; a `FlowError` if they are too large.
  public init(
    screens: ScreenRegistry, source: (any ReleaseSource)? = nil, default document: FlowDocument,
    flow: Name? = nil, context: JSONObject = JSONObject(), adoption: AdoptionPolicy = .whenSafe,
    privateAttributes: PrivateAttributes = .standard, events: any EventSink = NoEvents()
  ) throws {
    let compiled = try screens.compileDefault(document)
    self.screens = screens
    self.source = source ?? OneRelease(LoadedRelease(compiled, from: .bundle))
    self.events = events
    self.flow = flow
    self.context = context
    walk = Walk(
      screens: screens, compiled: compiled, policy: adoption,
      privateAttributes: privateAttributes, makeID: { UUID().uuidString })
  }

  // NB: not `isolated deinit`, which the oldest systems that we support do not have.
  deinit {
    following?.cancel()
    working?.cancel()
    for listener in listeners.values { listener.finish() }
  }
}

// MARK: - What is shown

extension Navigator {
  /// The whole state, as a value.
  public var state: NavigatorState { walk.state }

  /// The steps from the first to the one that is shown; those of a running `Step` at the end.
  public var path: [ShownStep] { walk.state.path + asked }

  /// The step that is shown; nil before the start.
  public var current: ShownStep? { asked.last ?? walk.state.current }

  /// The outcome, once the flow has ended.
  public var outcome: Name? { walk.state.outcome }

  /// Whether there is a step to go back to.
  public var canGoBack: Bool { run != nil || walk.canGoBack }

  /// What the person has entered so far, typed; whatever does not fit counts as not entered.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func answers<Answers: FlowOutput>(_ type: Answers.Type = Answers.self) -> Answers {
    walk.state.answers(type)
  }

  /// The step that is shown, if it is of this screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The screen while it is shown; nil if another one is.
  public func shown<S: Screen>(_ screen: S.Type) -> Shown<S>? {
    current.flatMap { Shown(screen, $0, in: self) }
  }

  /// The state now and after each change, for hosts that do not observe; only the newest waits.
  public func changes() -> AsyncStream<NavigatorState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NavigatorState.self, bufferingPolicy: .bufferingNewest(1))
    lastListener += 1
    let listener = lastListener
    listeners[listener] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[listener] = nil }
    }
    continuation.yield(state)
    return stream
  }
}

// MARK: - Moving

extension Navigator {
  /// Shows the first step, and follows every new release until the navigator goes away.
  ///
  /// Waits for the source's first release, which waits no longer than the app allowed.
  ///
  /// - Parameter saved: What `state.saved` was before a restart. If no release at hand can go on
  ///   from there, the reason is reported and the flow begins anew.
  public func start(restoring saved: JSON? = nil) async {
    let first = await source.start()
    origin = first.origin
    // NB: asked for before the first step shows, so that no release can slip between.
    let updates = await source.updates()
    change { walk in
      walk.latest = first.release
      guard walk.state.session == nil else { return }
      if let saved {
        do throws(FlowError) {
          return try walk.restore(saved, context: context)
        } catch {
          walk.report(error)
        }
      }
      walk.start(flow, context: context)
    }
    following?.cancel()
    following = Task { [weak self] in
      for await update in updates { self?.adopt(update) }
    }
  }

  /// Starts a flow from its beginning; what was entered before is forgotten.
  ///
  /// - Parameter flow: The flow; the navigator's own when nil.
  public func restart(_ flow: Name? = nil) {
    cancelRun()
    change { $0.start(flow ?? self.flow, context: context) }
  }

  /// Opens a step directly, as a link or a notification does.
  ///
  /// If the step is not there or needs something that is not handed over, the reason is reported
  /// and the person stays; someone who was nowhere yet begins the flow.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - flow: The flow's id; the release's first flow when nil.
  ///   - answers: What would have been entered on the way.
  /// - Returns: Whether the step is shown.
  @discardableResult
  public func open(
    _ step: Name, of flow: Name? = nil, answers: some FlowOutput = NoAnswers()
  ) -> Bool {
    cancelRun()
    return change { walk in
      do {
        let outputs = try JSON(encoding: answers).object ?? JSONObject()
        return walk.open(step, of: flow ?? self.flow, outputs: outputs, context: context)
      } catch {
        walk.report(error)
        return false
      }
    }
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was one; the host may dismiss the flow otherwise.
  @discardableResult
  public func back() -> Bool {
    if let run { return run.back() }
    return change { $0.back() }
  }

  /// Takes a release, as if the source had just brought it.
  ///
  /// - Parameter loaded: The release.
  public func adopt(_ loaded: LoadedRelease) {
    origin = loaded.origin
    change { $0.adopt(loaded.release) }
  }

  /// Stops following new releases.
  public func stop() {
    following?.cancel()
    following = nil
  }

  func fire(_ port: Name, output: JSON?, from id: ShownStep.ID) {
    if let run, !asked.isEmpty {
      run.fire(port, output: output, from: id)
    } else {
      change { $0.fire(port, output: output, from: id) }
    }
  }

  func report(_ error: any Error) {
    change { $0.report(error) }
  }

  private func cancelRun() {
    run?.cancel()
    run = nil
    asked = []
  }

  /// Changes the state in one go, then tells everybody.
  @discardableResult
  func change<Result>(_ body: (inout Walk) -> Result) -> Result {
    var next = walk
    let result = body(&next)
    let notes = next.takeNotes()
    walk = next
    for note in notes { tell(note) }
    announce()
    workIfNeeded()
    return result
  }

  /// Tells listeners that something is shown anew.
  func announce() {
    for listener in listeners.values { listener.yield(state) }
  }

  private func tell(_ note: Walk.Note) {
    switch note {
    case .event(let event): events.record(event)
    case .shows(let step): hooks.willShow?(step)
    case .failed(let error): hooks.failed?(error)
    case .finished(let outcome):
      hooks.finished?(FinishedFlow(outcome: outcome, state: walk.state))
    }
  }
}
