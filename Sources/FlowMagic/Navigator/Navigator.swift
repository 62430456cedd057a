public import FlowCore
public import Observation

import Foundation

/// Navigates through an app's flows and adopts new releases as they arrive.
///
/// One navigator drives one user interface of any kind: it publishes the current step and the path,
/// and screens fire their ports to navigate. The whole state is a value that can be saved and
/// restored.
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
  /// The user's attributes, which conditions and splits evaluate.
  ///
  /// A change applies to drawn screens at once, and to routes from the next fired port on.
  public var context: JSONObject {
    didSet {
      reducer.setContext(context)
      updateObservedProperties()
      notifyListeners()
    }
  }
  /// The pictures of drawn screens; set by `FlowMagic.start`.
  public var pictures: PictureStore?
  /// Whether a running session moves to a new release.
  public var adoption: AdoptionPolicy {
    get { reducer.policy }
    set { reducer.policy = newValue }
  }
  /// The user's attributes whose values are not reported when a session starts.
  public var privateAttributes: PrivateAttributes {
    get { reducer.privateAttributes }
    set { reducer.privateAttributes = newValue }
  }
  /// The origin of the latest release that the source has delivered; nil before the start.
  public private(set) var origin: LoadedRelease.Origin?

  // Each property is observed separately: a view that reads the path is not reevaluated when an
  // output changes.

  /// The whole state, as a value.
  public internal(set) var state = NavigatorState()
  /// The path from the first step to the current one, including screens that steps in code present.
  public internal(set) var path: [ShownStep] = []
  /// The path as an interface presents it: stacks, sheets and covers, without steps that have no
  /// interface.
  public internal(set) var layers: [ScreenLayer] = []
  /// The last change of the path; nil before the start.
  public internal(set) var lastChange: NavigationChange?
  /// The outcome, once the flow has ended.
  public internal(set) var outcome: Name?
  /// Whether the user is waiting for `Work`, or for a `Step` between two screens.
  public internal(set) var isWorking = false
  /// Whether `back()` would go back.
  public internal(set) var canGoBack = false
  /// The drawn screens on the path.
  package internal(set) var drawnScreens: [ShownStep.ID: DrawnScreenState] = [:]

  @ObservationIgnored var reducer: NavigatorReducer
  @ObservationIgnored var stepRunner: StepRunner?
  /// Runs the code of the current step: work, or a step in code.
  @ObservationIgnored var codeTask: Task<Void, Never>?
  /// The step whose code was started last.
  @ObservationIgnored var codeStep: ShownStep.ID?
  /// The number of runs, which distinguishes a cancelled run from the current one.
  @ObservationIgnored var codeRunID = 0
  /// Runs the action that a drawn screen has called.
  @ObservationIgnored var callTask: CallTask?
  @ObservationIgnored var hooks = NavigatorHooks()
  @ObservationIgnored var phase = AppPhase.active
  /// Whether the app has entered the background and has not been active since.
  @ObservationIgnored var isInBackground = false
  @ObservationIgnored var scenes = ScenePhases()
  @ObservationIgnored let source: any ReleaseSource
  @ObservationIgnored let events: any EventSink
  /// The flow to start; nil for the release's first one.
  @ObservationIgnored let flow: Name?
  @ObservationIgnored let restoration: RestorationFile?
  /// The number of states passed to `restoration`, which skips a state older than the last one.
  @ObservationIgnored var stateNumber = 0
  /// The links of the app.
  @ObservationIgnored var links = LinkTable()
  /// The link that was opened last before the start.
  @ObservationIgnored var pendingLink: PendingLink?
  @ObservationIgnored private var updateTask: Task<Void, Never>?
  @ObservationIgnored private var listeners: [Int: AsyncStream<NavigatorState>.Continuation] = [:]
  @ObservationIgnored private var lastListenerID = 0
  /// The values last sent to listeners; nil before the first listener.
  @ObservationIgnored private var lastSnapshot: Snapshot?

  /// Creates a navigator that shows nothing yet.
  ///
  /// - Parameters:
  ///   - screens: The screens of this build.
  ///   - source: The source of releases; without one, only the bundled flows are used.
  ///   - document: The flows bundled with the app: the fallback when there is no release, or when
  ///     a release cannot continue.
  ///   - flow: The flow to start; if nil, the first one. If neither the release nor the bundled
  ///     flows have it, the start reports `unknown-flow` and shows the first of the bundled flows.
  ///   - context: The user's attributes.
  ///   - adoption: Whether a running session moves to a new release.
  ///   - privateAttributes: The attributes whose values are not reported.
  ///   - events: The sink for analytics events.
  ///   - restoration: The file that keeps the state from one launch to the next; none if nil.
  /// - Throws: A `FlowMagicError` if a step of the bundled flows has content that its screen
  ///   cannot decode, uses a screen that is not registered, or leads to a step or flow that they do
  ///   not have, or if a flow starts at such a step; a `FlowError` if the flows are too large.
  public init(
    screens: ScreenRegistry, source: (any ReleaseSource)? = nil, default document: FlowDocument,
    flow: Name? = nil, context: JSONObject = JSONObject(), adoption: AdoptionPolicy = .whenSafe,
    privateAttributes: PrivateAttributes = .standard, events: any EventSink = NoOpEventSink(),
    restoration: RestorationFile? = nil
  ) throws {
    let bundled = try screens.compileDefault(document)
    self.screens = screens
    self.source = source ?? FixedReleaseSource(LoadedRelease(bundled, from: .bundle))
    self.events = events
    self.flow = flow
    self.restoration = restoration
    self.context = context
    reducer = NavigatorReducer(
      screens: screens, bundled: bundled, policy: adoption,
      privateAttributes: privateAttributes, makeID: { UUID().uuidString })
    reducer.today = Navigator.today
  }

  // NB: not `isolated deinit`, which the oldest supported systems lack.
  deinit {
    updateTask?.cancel()
    codeTask?.cancel()
    callTask?.task.cancel()
    for listener in listeners.values { listener.finish() }
  }
}

// MARK: - State

extension Navigator {
  /// The current step; nil before the start.
  public var current: ShownStep? { path.last }

  /// The session's outputs so far, typed; values that do not decode count as missing.
  ///
  /// - Parameter type: The outputs' type.
  /// - Returns: The outputs.
  public func outputs<Outputs: FlowOutput>(_ type: Outputs.Type = Outputs.self) -> Outputs {
    reducer.state.outputs(type)
  }

  /// The proxy of the current step, if it shows a certain screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The proxy; nil if another screen is current.
  public func screen<S: Screen>(_ screen: S.Type) -> ScreenProxy<S>? {
    current.flatMap { ScreenProxy(screen, $0, in: self) }
  }

  /// The current state, and the state after each change of it, of ``isWorking`` or of
  /// ``canGoBack``.
  ///
  /// A slow reader gets only the latest. For interfaces that do not use Observation.
  public func changes() -> AsyncStream<NavigatorState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NavigatorState.self, bufferingPolicy: .bufferingNewest(1))
    notifyListeners()
    lastListenerID += 1
    let listener = lastListenerID
    listeners[listener] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[listener] = nil }
    }
    lastSnapshot = Snapshot(state: state, isWorking: isWorking, canGoBack: canGoBack)
    continuation.yield(state)
    return stream
  }

  /// The values that were last sent to listeners.
  private struct Snapshot: Equatable {
    let state: NavigatorState
    let isWorking: Bool
    let canGoBack: Bool
  }
}

// MARK: - Navigation

extension Navigator {
  /// Shows the first step and follows new releases until ``stop()`` is called or the navigator is
  /// deallocated.
  ///
  /// Waits for the source's first release; a client waits for at most its `startTimeout`.
  ///
  /// - Parameter saved: The `state.saved` of an earlier launch; if nil, the state in the
  ///   restoration file. If it cannot be restored on any release, the error is reported and the
  ///   flow starts from its beginning, as it does if the saved session has ended.
  public func start(restoring saved: JSON? = nil) async {
    if !isInBackground { ActiveNavigators.insert(self) }
    let first = await source.start()
    origin = first.origin
    // NB: subscribes before the first step is shown, so that no release is missed.
    let updates = await source.updates()
    change { reducer in
      reducer.latestRelease = first.release
      guard reducer.state.session == nil else { return }
      if let saved = saved ?? lastState(&reducer) {
        do throws(FlowError) {
          return try reducer.restore(saved, orStart: flow, context: context)
        } catch {
          reducer.report(error)
        }
      }
      reducer.start(flow, context: context)
    }
    updateTask?.cancel()
    updateTask = Task { [weak self] in
      for await update in updates { self?.adopt(update) }
    }
    openPendingLink()
  }

  /// Starts a flow from its beginning and discards the session's outputs.
  ///
  /// If no flow has the id, the error is reported, and a running session continues; after the end
  /// of the flow, the first flow starts.
  ///
  /// - Parameter flow: The flow; if nil, the navigator's own.
  public func restart(_ flow: Name? = nil) {
    requireMainActor()
    if let flow, state.isActive, let error = reducer.unknownFlowError(flow) {
      return report(error)
    }
    cancelStepRunner()
    restoration?.stopKeeping()
    change { $0.start(flow ?? self.flow, context: context) }
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was a step to go back to; if not, the app can dismiss the flow.
  @discardableResult
  public func back() -> Bool {
    requireMainActor()
    if let stepRunner, stepRunner.name == nil { return stepRunner.back() }
    return reducer.canGoBack && restartCode { $0.back() }
  }

  /// Goes back to a step of the path, removing all steps after it in one change with one event.
  ///
  /// For gestures that go back over several screens at once, such as swiping a sheet away or
  /// long-pressing the back button. Work and a `Step` that run above the step are cancelled.
  ///
  /// - Parameter step: The identity of a step on the ``path``.
  /// - Returns: Whether the step became the current one; false if it already was, has no interface
  ///   or is no longer on the path.
  @discardableResult
  public func back(to step: ShownStep.ID) -> Bool {
    requireMainActor()
    guard let stepRunner, stepRunner.name == nil else {
      return restartCode { $0.back(to: step) }
    }
    if reducer.owner(of: step)?.step == stepRunner.owner { return stepRunner.back(to: step) }
    guard path.contains(where: { $0.id == step }) else { return false }
    let isOwnStep = reducer.state.current?.id == step
    // NB: this has no effect while the `Step` runs code between two screens.
    if isOwnStep { return stepRunner.leave() }
    cancelStepRunner()
    return change { $0.back(to: step) }
  }

  /// Adopts a release as if the source had just delivered it.
  ///
  /// - Parameter loaded: The release.
  public func adopt(_ loaded: LoadedRelease) {
    origin = loaded.origin
    change { $0.adopt(loaded.release) }
  }

  /// Stops following new releases.
  public func stop() {
    updateTask?.cancel()
    updateTask = nil
  }

  func fire(_ port: Name, output: JSON?, from id: ShownStep.ID) {
    requireMainActor()
    if let stepRunner, stepRunner.hasScreens {
      stepRunner.fire(port, output: output, from: id)
    } else if let error = reducer.errorDuringWork(port, from: id) {
      report(error)
    } else {
      change { $0.fire(port, output: output, from: id) }
    }
  }

  package func report(_ error: any Error) {
    change { $0.report(error) }
  }

  /// Stops the program, with the reason, if it is not on the main actor.
  ///
  /// In Swift 5 mode, a closure that inherits the main actor compiles as the callback of a function
  /// that calls it on another thread.
  func requireMainActor() {
    let message = """
      A navigator was called on another thread, such as by a callback. Call it on the main actor: \
      `Task { @MainActor in … }`.
      """
    #if canImport(Darwin)
      guard !Thread.isMainThread else { return }
      // NB: release builds stop without the message.
      NSLog("%@", message)
    #endif
    MainActor.preconditionIsolated(message)
  }

  func cancelStepRunner() {
    guard let runner = stepRunner, runner.name == nil else { return }
    runner.cancel()
    stepRunner = nil
    reducer.endVisit(of: runner.owner)
  }

  /// Goes back in a way that may lead into a step in code, which then runs again.
  private func restartCode(_ goBack: (inout NavigatorReducer) -> Bool) -> Bool {
    var newReducer = reducer
    guard goBack(&newReducer) else { return false }
    stopCode()
    return change(goBack)
  }

  /// Applies a change to the reducer, then performs its effects and notifies all listeners.
  @discardableResult
  func change<Result>(_ body: (inout NavigatorReducer) -> Result) -> Result {
    requireMainActor()
    var newReducer = reducer
    let result = body(&newReducer)
    let effects = newReducer.takeEffects()
    reducer = newReducer
    updateObservedProperties()
    for effect in effects { perform(effect) }
    saveAndNotify()
    cancelCallIfLeft()
    startCodeIfNeeded()
    return result
  }

  /// Sends the state to all listeners, and saves it for the next launch.
  func saveAndNotify() {
    saveState()
    notifyListeners()
  }

  /// Sends the state to all listeners if it has changed.
  ///
  /// NB: comparing states is costly, so it is skipped while there are no listeners.
  func notifyListeners() {
    guard !listeners.isEmpty else { return }
    let current = Snapshot(state: state, isWorking: isWorking, canGoBack: canGoBack)
    guard current != lastSnapshot else { return }
    lastSnapshot = current
    for listener in listeners.values { listener.yield(state) }
  }

  private func perform(_ effect: NavigatorReducer.Effect) {
    switch effect {
    case .event(let event): events.record(event)
    case .show(let step): hooks.onShow?(step)
    case .error(let error): hooks.onError?(error)
    case .finish(let outcome):
      hooks.onFinish?(FinishedFlow(outcome: outcome, state: reducer.state))
    }
  }
}
