/// Whether a session moved to a new release.
public enum Adoption: Sendable, Equatable {
  /// The session runs the new release from now on.
  case moved
  /// The session stays on its release, for the reason given by the error.
  case stayed(FlowError)
}

extension Session {
  /// Moves to a new release in the middle of a flow, if nothing is missing on the path ahead.
  ///
  /// The session moves if the current step still exists with the same screen, every entered flow is
  /// still entered from the same step, and every output that a step ahead needs has been entered or
  /// will be on every path to that step. Earlier steps that no longer exist are removed from the
  /// path. Otherwise nothing changes: the session stays on its release.
  public mutating func adopt(_ next: Release) -> Adoption { adopt(next, checksNeeds: true) }

  /// Moves to a new release in the middle of a flow, as ``adopt(_:)`` does.
  ///
  /// - Parameters:
  ///   - next: The release.
  ///   - checksNeeds: Whether the session stays if a step ahead may lack an output that it needs.
  /// - Returns: Whether the session moved, or the error for which it stays.
  package mutating func adopt(_ next: Release, checksNeeds: Bool) -> Adoption {
    guard case .active = status, let visit = visits.last else {
      return .stayed(FlowError(.sessionEnded, "The session is over."))
    }
    do throws(FlowError) {
      let moved = try moved(to: next)
      guard let step = moved.visits.last?.step, moved.showsSameStep(as: self, visit) else {
        throw .mismatch("Step \(release.steps[Int(visit.step)].id) is gone or has another screen.")
      }
      if checksNeeds { try moved.requireNeeds(from: Int(step)) }
      self = moved
      return .moved
    } catch {
      return .stayed(error)
    }
  }

  private func moved(to next: Release) throws(FlowError) -> Session {
    let flow = release.flows[Int(rootFlow)].id
    guard let root = next.flowIndex(flow) else { throw .mismatch("There is no flow \(flow).") }
    var moved = self
    moved.release = next
    moved.rootFlow = Int32(root)
    var flows = [root]
    moved.calls.removeAll()
    for call in calls {
      let newCall = try next.call(call, of: release, flow: flows[flows.count - 1])
      moved.calls.append(newCall)
      flows.append(Int(next.destinations[Int(newCall.destination)].target))
    }
    moved.visits.removeAll()
    for visit in visits {
      let id = release.steps[Int(visit.step)].id
      guard let step = next.stepIndex(id, flow: flows[Int(visit.depth)]) else { continue }
      var visit = visit
      visit.step = Int32(step)
      moved.visits.append(visit)
    }
    moved.rebind()
    return moved
  }

  private func requireNeeds(from step: Int) throws(FlowError) {
    var provided: [Name] = []
    for output in outputs.members where !output.value.isNull { provided.append(output.key) }
    let missing = release.missingNeeds(
      from: step, calls: calls.map { $0.destination }, provided: provided)
    if let first = missing.first { throw release.missingNeed(first.key, first.step) }
  }

  /// Whether the current step is the same, with the same screen, as that of a visit in another
  /// session.
  private func showsSameStep(as other: Session, _ visit: Visit) -> Bool {
    guard let current = visits.last else { return false }
    let screen = release.screen(of: Int(current.step))
    return current.depth == visit.depth && current.logCount == visit.logCount
      && release.steps[Int(current.step)].id == other.release.steps[Int(visit.step)].id
      && screen.name == other.release.screen(of: Int(visit.step)).name && screen.isAvailable
  }
}

extension Release {
  fileprivate func call(
    _ call: Session.SubflowCall, of old: Release, flow: Int
  ) throws(FlowError) -> Session.SubflowCall {
    let id = old.steps[Int(call.caller)].id
    let target = old.flows[Int(old.destinations[Int(call.destination)].target)].id
    let index = old.flowDestinations(of: Int(call.caller)).firstIndex(of: call.destination) ?? 0
    guard let caller = stepIndex(id, flow: flow),
      let destination = flowDestination(from: caller, to: target, index: index)
    else { throw .mismatch("Step \(id) no longer enters flow \(target).") }
    return Session.SubflowCall(caller: Int32(caller), destination: destination)
  }
}
