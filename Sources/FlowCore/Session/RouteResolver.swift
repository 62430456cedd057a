/// Resolves the path from one shown step to the next: routes, skipped steps and entered flows.
///
/// Only reads the session, which applies the result itself.
package struct RouteResolver {
  /// The end of a path.
  package enum End {
    case arrived(step: Int32, style: Destination.Style)
    /// A flow ended without a continuation: the visit that entered it is shown again.
    case returned(visit: Int)
    case finished(outcome: Int32)
    case failed(FlowError)
  }

  /// The result of following a destination (the path ends, or a step has to be evaluated) or of
  /// evaluating a step (the path fails, the step is shown, or it is skipped through a port).
  private enum Stop {
    case end(End)
    case step(Int32)
    case skipped(port: Int, SessionEdge.SkipReason)
  }

  private let release: Release
  package private(set) var calls: [Session.SubflowCall]
  package private(set) var exposures: [Exposure] = []
  package private(set) var edges: [SessionEdge] = []
  /// Visits deeper than this belong to flows that have ended on the path.
  package private(set) var returnDepth: Int32
  /// The last presentation style on the path that is not `push`.
  private var style = Destination.Style.push
  private var cycle = CycleDetector()

  package init(_ session: Session) {
    release = session.release
    calls = session.calls
    returnDepth = Int32(truncatingIfNeeded: session.calls.count)
  }

  /// Shows the start of a flow, or what follows it if it is skipped.
  package mutating func start(flow: Int, _ session: Session) -> End {
    let start = release.flows[flow].start
    guard start >= 0 else { return .failed(release.missingStart(flow)) }
    return arrive(at: start, style: .root, session)
  }

  /// Shows a step, or what follows it if it is skipped.
  package mutating func arrive(
    at step: Int32, style: Destination.Style, _ session: Session
  ) -> End {
    self.style = style
    switch evaluate(at: step, session) {
    case .end(let end): return end
    case .step(let step): return .arrived(step: step, style: style)
    case .skipped(let port, let reason): return leave(by: port, session, reason)
    }
  }

  /// Follows the first route of a port that applies, until a step is shown or the flow ends.
  package mutating func leave(
    by port: Int, _ session: Session, _ reason: SessionEdge.SkipReason? = nil
  ) -> End {
    var port = port
    var reason = reason
    while true {
      guard let resolution = release.resolve(port: port, session.evaluationContext) else {
        return .failed(release.noRoute(port: port))
      }
      record(resolution, port: port, reason, session)
      var stop = follow(
        resolution.destination, caller: release.ports[port].step, session)
      if case .step(let step) = stop { stop = evaluate(at: step, session) }
      switch stop {
      case .end(let end): return end
      case .step(let step): return .arrived(step: step, style: style)
      case .skipped(let nextPort, let nextReason):
        port = nextPort
        reason = nextReason
      }
    }
  }

  /// Follows a destination: into flows, out of flows, to a step or to the end.
  private mutating func follow(
    _ destination: Int32, caller: Int32, _ session: Session
  ) -> Stop {
    var index = destination
    while true {
      let destination = release.destinations[Int(index)]
      if destination.style != .push { style = destination.style }
      switch destination.kind {
      case .missing:
        return .end(.failed(release.missingTarget(caller)))
      case .step:
        return .step(destination.target)
      case .flow:
        return enter(index, caller: caller)
      case .finish:
        guard let call = calls.popLast() else {
          return .end(.finished(outcome: destination.target))
        }
        returnDepth = min(returnDepth, Int32(truncatingIfNeeded: calls.count))
        guard let next = release.continuation(of: call.destination, destination.target) else {
          return returned(to: call.caller, session)
        }
        recordContinuation(next, from: call.caller)
        index = next
      }
    }
  }

  private mutating func enter(_ index: Int32, caller: Int32) -> Stop {
    guard calls.count < Session.maximumDepth else {
      return .end(.failed(release.tooManyNestedFlows(caller)))
    }
    let flow = Int(release.destinations[Int(index)].target)
    let start = release.flows[flow].start
    guard start >= 0 else { return .end(.failed(release.missingStart(flow))) }
    calls.append(Session.SubflowCall(caller: caller, destination: index))
    return .step(start)
  }

  private func returned(to caller: Int32, _ session: Session) -> Stop {
    let depth = Int32(truncatingIfNeeded: calls.count)
    let visit = session.visits.lastIndex { $0.step == caller && $0.depth == depth }
    return visit.map { .end(.returned(visit: $0)) } ?? .step(caller)
  }

  /// Decides whether a step is shown or skipped by its `next` port.
  private mutating func evaluate(at index: Int32, _ session: Session) -> Stop {
    let step = Int(index)
    let reason: SessionEdge.SkipReason
    if !release.screen(of: step).isAvailable {
      reason = .missingScreen
    } else if let showWhen = release.steps[step].showWhen,
      !release.isTrue(showWhen, session.evaluationContext)
    {
      reason = .hidden
    } else {
      let needs = release.screen(of: step).needs
      let missing = needs.first { (session.output($0.key) ?? .null).isNull }
      guard let missing else { return .step(index) }
      return .end(.failed(release.missingNeed(missing.key, step)))
    }
    guard release.steps[step].nextPort >= 0 else {
      return .end(.failed(release.noNextPort(step)))
    }
    guard !cycle.visit(index, calls) else {
      return .end(.failed(release.skipCycle(step)))
    }
    return .skipped(port: Int(release.steps[step].nextPort), reason)
  }
}

extension RouteResolver {
  /// Records the edge that a route takes, and the exposure of its split.
  private mutating func record(
    _ resolution: Resolution, port: Int, _ reason: SessionEdge.SkipReason?, _ session: Session
  ) {
    var location = release.location(step: Int(release.ports[port].step))
    location.port = release.ports[port].name
    location.route = Int(resolution.route - release.ports[port].firstRoute)
    var variant: Name?
    if resolution.variant >= 0 {
      variant = release.variants[Int(resolution.variant)].key
      recordExposure(resolution, location, session)
    }
    edges.append(
      SessionEdge(
        from: location, variant: variant, to: release.edgeTarget(resolution.destination),
        skipReason: reason))
  }

  private mutating func recordContinuation(_ destination: Int32, from caller: Int32) {
    edges.append(
      SessionEdge(
        from: release.location(step: Int(caller)), variant: nil,
        to: release.edgeTarget(destination),
        skipReason: nil))
  }

  private mutating func recordExposure(
    _ resolution: Resolution, _ location: FlowLocation, _ session: Session
  ) {
    let split = release.splits[Int(release.routes[Int(resolution.route)].split)]
    let variant = release.variants[Int(resolution.variant)].key
    // The variant last recorded for this experiment, during this move or earlier.
    var previous: Name?
    if let last = exposures.last(where: { $0.experiment == split.experiment }) {
      previous = last.variant
    } else if let last = session.exposedVariants.last(where: {
      $0.experiment == split.experiment
    }) {
      previous = last.variant ?? variant
    }
    guard previous != variant,
      let identity = session.evaluationContext.identity(release.buckets[Int(split.bucket)])
    else { return }
    exposures.append(
      Exposure(
        experiment: split.experiment, variant: variant, previousVariant: previous,
        attribute: identity.attribute, value: identity.value, location: location))
  }
}

/// Detects endless cycles of skipped steps, by Brent's algorithm.
///
/// Nothing that decides the path changes while steps are skipped, so reaching the same step within
/// the same flows means that the path never ends. Memory: constant. Time: a few times the cycle's
/// length.
private struct CycleDetector {
  private var step: Int32 = -1
  private var calls: [Session.SubflowCall] = []
  private var power = 1
  private var count = 0

  /// Records a skipped step; returns whether the path repeats.
  mutating func visit(_ step: Int32, _ calls: [Session.SubflowCall]) -> Bool {
    if step == self.step && calls == self.calls { return true }
    count += 1
    if count >= power {
      self.step = step
      self.calls = calls
      power *= 2
      count = 0
    }
    return false
  }
}
