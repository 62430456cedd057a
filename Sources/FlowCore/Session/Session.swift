/// One user's progress through a flow: where they are, the path behind them and what they entered.
///
/// A session is a value without clocks, chance or I/O: copying it keeps a moment, comparing two
/// says whether they are the same moment, and every step forward or back is a function of the
/// session alone. It keeps the release that it runs, so a flow in progress is never pulled away.
public struct Session: Sendable {
  /// Whether a session can still move.
  public enum Status: Sendable, Equatable {
    /// A step is shown.
    case active
    /// The flow has ended with this outcome.
    case finished(Name)
    /// The flow could not go on; the app falls back to the flow it was compiled with.
    case failed(FlowError)
  }

  /// The most nested flows a session may enter, against flows that enter each other for ever.
  public static let maximumDepth = 32
  /// The most steps that a path remembers; the oldest are forgotten first.
  public static let maximumPath = 1_000

  /// The release that the session runs.
  public package(set) var release: Release
  /// Whether the session can still move.
  public package(set) var status = Status.active
  /// The user's attributes, by which routes are chosen and texts are filled.
  ///
  /// Setting it takes effect with the next step; the step shown stays.
  public var context: JSONObject {
    didSet { rebind() }
  }

  /// The flow that the session was started with, as an index of the release.
  package var rootFlow: Int32
  package var environment: Environment
  /// The steps shown and not gone back from; the last one is current.
  package var visits: [Visit] = []
  /// The entered flows that have not ended, outermost first.
  package var calls: [SubflowCall] = []
  /// The outputs so far, oldest first; for a key, the last value counts.
  package var log: [StoredOutput] = []
  /// Outputs of steps that the user has gone back from: offered again, but not part of the outputs.
  package var drafts: [StoredOutput] = []
  /// The experiments already recorded, each with the variant taken last.
  package var exposed: [ExposedVariant] = []

  package init(release: Release, rootFlow: Int32, context: JSONObject) {
    self.release = release
    self.rootFlow = rootFlow
    self.context = context
    environment = Environment(release, context: context)
  }
}

extension Session {
  /// The variant of an experiment that was recorded last.
  package struct ExposedVariant: Sendable {
    package let experiment: Name
    /// Nil if a session was saved without it.
    package var variant: Name?
  }

  /// One shown step on the path.
  package struct Visit: Sendable {
    package var step: Int32
    package var style: Destination.Style
    /// The number of entered flows that it is inside of.
    package var depth: Int32
    /// The length of the log when the step appeared.
    package var logCount: Int32
  }

  /// An entered flow and the step that entered it.
  package struct SubflowCall: Sendable, Equatable {
    package var caller: Int32
    /// The destination that entered the flow; its continuations say where the outcomes lead.
    package var destination: Int32
  }

  /// A value that a step wrote when it was left.
  package struct StoredOutput: Sendable, Equatable {
    package var key: Name
    package var value: JSON
  }
}

extension Session {
  /// The step that is shown; nil before the start, and after a flow that never showed one.
  public var current: Presentation? { visits.last.map { presentation($0) } }

  /// The steps from the first to the current one, as `back` would go through them.
  public var path: [Presentation] { visits.map { presentation($0) } }

  /// The ports of the current step.
  public var ports: [Name] {
    guard let visit = visits.last else { return [] }
    return release.steps[Int(visit.step)].portIndices.map { release.ports[$0].name }
  }

  /// Everything entered on the path so far, by step id and by the keys that screens provide.
  public var outputs: JSONObject {
    var outputs = JSONObject()
    for entry in log { outputs[entry.key] = entry.value }
    return outputs
  }

  /// The value that counts for a key; nil if nothing on the path wrote it.
  public func output(_ key: Name) -> JSON? {
    var index = log.count - 1
    while index >= 0 {
      if log[index].key == key { return log[index].value }
      index -= 1
    }
    return nil
  }

  /// Returns the value entered earlier on a step, to fill it in again after going back; nil if
  /// there is none.
  public func draft(_ key: Name) -> JSON? {
    output(key) ?? drafts.last { $0.key == key }?.value
  }

  /// The route that a port of the current step would take now, without taking it.
  ///
  /// For previews, and for enabling what leads somewhere. Nil when there is no such port or none of
  /// its routes applies. Allocates nothing; time linear in the routes tried.
  public func choice(at port: Name) -> RouteChoice? {
    guard let visit = visits.last,
      let index = release.portIndex(port, step: Int(visit.step)),
      let resolution = release.resolve(port: index, environment)
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

  package mutating func rebind() {
    environment = Environment(release, context: context)
    for entry in log { environment.set(entry.key, to: entry.value, in: release) }
  }
}

/// A route that applies, by its place on the port.
public struct RouteChoice: Sendable, Hashable {
  /// The route's index on its port, from 0.
  public let route: Int
  /// The index of the split's variant, from 0; nil when the route has no split.
  public let variant: Int?
}

extension Session: Equatable {
  /// Whether both are the same moment of the same release for the same context.
  public static func == (left: Session, right: Session) -> Bool {
    left.context == right.context && left.saved() == right.saved()
  }
}
