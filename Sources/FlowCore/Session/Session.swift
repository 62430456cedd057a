/// One user's progress through a flow: the current step, the path to it, and the outputs so far.
///
/// A session is a value without clocks, randomness or I/O: a copy is a snapshot, sessions can be
/// compared, and every move is a function of the session alone. A session keeps the release that it
/// runs, so a new release never disrupts a flow in progress.
public struct Session: Sendable {
  /// Whether a session can continue.
  public enum Status: Sendable, Equatable {
    /// A step is shown.
    case active
    /// The flow has ended with this outcome.
    case finished(Name)
    /// The session could not continue; the app falls back to its bundled flows.
    case failed(FlowError)
  }

  /// The maximum number of nested flows, which stops flows that enter each other endlessly.
  public static let maximumDepth = 32
  /// The maximum length of the path; the oldest steps are dropped first.
  public static let maximumPathLength = 1_000

  /// The release that the session runs.
  public package(set) var release: Release
  /// Whether the session can continue.
  public package(set) var status = Status.active
  /// The user's attributes, used by conditions, splits and placeholders in texts.
  ///
  /// A change does not move the session: the current step stays, even if its `showWhen` is false
  /// now.
  public var context: JSONObject {
    didSet { rebind() }
  }

  /// The flow that the session was started with, as an index of the release.
  package var rootFlow: Int32
  package var evaluationContext: EvaluationContext
  /// The steps on the path; the last one is current.
  package var visits: [Visit] = []
  /// The entered flows that have not yet ended, outermost first.
  package var calls: [SubflowCall] = []
  /// The outputs so far, oldest first; the last value of each key is the current one.
  package var log: [StoredOutput] = []
  /// The outputs that going back has removed: kept to prefill screens, but no longer part of the
  /// outputs.
  package var enteredValues: [StoredOutput] = []
  /// The experiments with a recorded exposure, each with its last variant.
  package var exposedVariants: [ExposedVariant] = []

  package init(release: Release, rootFlow: Int32, context: JSONObject) {
    self.release = release
    self.rootFlow = rootFlow
    self.context = context
    evaluationContext = EvaluationContext(release, context: context)
  }
}

extension Session {
  /// The last recorded variant of an experiment.
  package struct ExposedVariant: Sendable {
    package let experiment: Name
    /// Nil in a session that was saved without it.
    package var variant: Name?
  }

  /// One shown step on the path.
  package struct Visit: Sendable {
    package var step: Int32
    package var style: Destination.Style
    /// The number of entered flows that the step is in.
    package var depth: Int32
    /// The length of the log when the step was shown.
    package var logCount: Int32
  }

  /// An entered flow and the step that entered it.
  package struct SubflowCall: Sendable, Equatable {
    package var caller: Int32
    /// The destination that entered the flow; its continuations define where each outcome leads.
    package var destination: Int32
  }

  /// A value that a step wrote when it was left.
  package struct StoredOutput: Sendable, Equatable {
    package var key: Name
    package var value: JSON
  }
}

extension Session {
  /// The step that is shown or, after the end, was shown last; nil if none was.
  public var current: Presentation? { visits.last.map { presentation($0) } }

  /// The steps from the first to the current one.
  public var path: [Presentation] { visits.map { presentation($0) } }

  /// The ports of the current step.
  public var ports: [Name] {
    guard let visit = visits.last else { return [] }
    return release.steps[Int(visit.step)].portIndices.map { release.ports[$0].name }
  }

  /// All outputs so far, by step id and by the keys that screens provide.
  public var outputs: JSONObject {
    var outputs = JSONObject()
    for entry in log { outputs[entry.key] = entry.value }
    return outputs
  }

  /// Returns the current output of a key; nil if the session has none.
  public func output(_ key: Name) -> JSON? {
    var index = log.count - 1
    while index >= 0 {
      if log[index].key == key { return log[index].value }
      index -= 1
    }
    return nil
  }

  /// Returns the value with which to prefill a screen: the current output, or else the one that
  /// going back has removed; nil if there is none.
  public func enteredValue(_ key: Name) -> JSON? {
    output(key) ?? enteredValues.last { $0.key == key }?.value
  }

  /// The route that a port of the current step would take now, without taking it.
  ///
  /// For previews, and for enabling buttons. Nil if there is no such port or none of its routes
  /// applies. Time: linear in the number of routes evaluated.
  public func choice(at port: Name) -> RouteChoice? {
    guard let visit = visits.last,
      let index = release.portIndex(port, step: Int(visit.step)),
      let resolution = release.resolve(port: index, evaluationContext)
    else { return nil }
    let route = Int(resolution.route)
    let firstVariant =
      resolution.variant < 0 ? 0 : release.splits[Int(release.routes[route].split)].firstVariant
    return RouteChoice(
      route: route - Int(release.ports[index].firstRoute),
      variant: resolution.variant < 0 ? nil : Int(resolution.variant - firstVariant))
  }

  package func presentation(_ visit: Visit) -> Presentation {
    let step = release.steps[Int(visit.step)]
    return Presentation(
      flow: release.flows[Int(step.flow)].id, step: step.id,
      screen: release.screen(of: Int(visit.step)).name, style: visit.style)
  }

  /// Recomputes ``evaluationContext`` from the attributes and the outputs.
  package mutating func rebind() {
    evaluationContext = EvaluationContext(release, context: context)
    for entry in log { evaluationContext.set(entry.key, to: entry.value, in: release) }
  }
}

/// The route that a port would take, by its index on the port.
public struct RouteChoice: Sendable, Hashable {
  /// The route's index on its port, from 0.
  public let route: Int
  /// The index of the split's variant, from 0; nil if the route has no split.
  public let variant: Int?
}

extension Session: Equatable {
  /// Whether both are in the same state, with the same release number and the same context.
  public static func == (left: Session, right: Session) -> Bool {
    left.context == right.context && left.saved() == right.saved()
  }
}
