import FlowCore

/// Resolves a link to a session at its step, by a path that this user could take through the flow.
///
/// - Complexity: A search visits each step once, and copies the session for each of its ports.
struct LinkResolver {
  let release: Release
  /// The flow that the path begins in.
  let root: Int
  /// The flow that has the step.
  let flow: Int
  let step: Name
  let outputs: JSONObject
  let context: JSONObject
  /// For each step of the user's current path, the step after it.
  let successors: [FlowLocation: FlowLocation]
  let screens: ScreenRegistry

  /// The result of resolving a link.
  enum Resolution {
    /// The session at the link's step.
    case step(Session)
    /// The session at a step that asks for missing data.
    case needsInput(Session)
    /// Every path is blocked by this decision, which chooses another port for this user.
    case blocked(by: Presentation, port: Name)
  }

  /// Finds the shortest path to the step, which becomes the session's back stack.
  ///
  /// A path takes the case that a decision chooses for this user, and passes work and steps in code
  /// that have been completed. If an output is missing, or code has not been completed, the session
  /// is at the first step that asks for it.
  ///
  /// - Returns: The result; nil if no path leads to the step, even if decisions took other cases.
  func resolve() -> Resolution? {
    if let ports = shortestPath(assuming: .nothing), let session = session(after: ports) {
      return .step(session)
    }
    if let ports = shortestPath(assuming: .completion), let session = askingSession(on: ports) {
      return .needsInput(session)
    }
    guard let ports = shortestPath(assuming: .anyCase) else { return nil }
    return blockingDecision(on: ports)
  }

  /// The session at the step, with these steps as its back stack; nil if the step is not shown.
  func session(withBackStack steps: [Name]) -> Session? {
    guard var session = openedSession(at: step) else { return nil }
    for below in steps.reversed() {
      guard let other = openedSession(at: below), var visit = other.visits.first else { continue }
      visit.style = .root
      session.visits[0].style = session.visits[0].style == .root ? .push : session.visits[0].style
      session.visits.insert(visit, at: 0)
    }
    return session
  }

  private var flowID: Name { release.flows[flow].id }

  private func openedSession(at step: Name) -> Session? {
    let (session, transition) = Session.open(
      step, of: flowID, in: release, outputs: outputs, context: context)
    guard case .show = transition.effect, session.current?.step == step else { return nil }
    return session
  }

  /// A session at the first step of the root flow that is shown to this user, with the link's
  /// outputs; nil if there is none.
  private var start: Session? {
    let index = release.flows[root].start
    guard index >= 0 else { return nil }
    let (session, transition) = Session.open(
      release.steps[Int(index)].id, of: release.flows[root].id, in: release, outputs: outputs,
      context: context)
    guard case .show = transition.effect else { return nil }
    return session
  }

  private func isTarget(_ session: Session) -> Bool {
    session.current?.step == step && session.current?.flow == flowID
  }

  /// What a search for a path assumes.
  private enum Assumption {
    /// There are no placeholder outputs, and code does not count as completed.
    case nothing
    /// Screens provide placeholder outputs and code counts as completed; decisions are evaluated
    /// where possible.
    case completion
    /// As `completion`, but decisions may take any of their cases.
    case anyCase
  }

  /// The ports of the shortest path from the start; nil if there is no path.
  private func shortestPath(assuming assumption: Assumption) -> [Name]? {
    guard let start else { return nil }
    var visited: Set<FlowLocation> = []
    var queue: [(session: Session, ports: [Name])] = [(start, [])]
    var queueIndex = 0
    while queueIndex < queue.count {
      let (session, ports) = queue[queueIndex]
      queueIndex += 1
      guard let current = session.current, visited.insert(current.location).inserted else {
        continue
      }
      if isTarget(session) { return ports }
      for port in exitPorts(session, current, assumption) {
        var moved = session
        let output = assumption == .nothing ? nil : placeholderOutput(at: session)
        let transition = moved.fire(port, output: output)
        if case .show = transition.effect { queue.append((moved, ports + [port])) }
      }
    }
    return nil
  }

  /// The ports through which a search leaves a step.
  private func exitPorts(
    _ session: Session, _ current: Presentation, _ assumption: Assumption
  ) -> [Name] {
    guard isCode(current.screen), assumption != .anyCase else { return session.ports }
    if let port = passingPort(session, current) { return [port] }
    return assumption == .nothing ? [] : session.ports
  }

  /// The port through which a path passes code without running it.
  ///
  /// It is the case of a decision, or the port through which work or a step in code was left; nil
  /// if neither is known.
  private func passingPort(_ session: Session, _ current: Presentation) -> Name? {
    guard let visit = session.visits.last else { return nil }
    let screen = release.screen(of: Int(visit.step))
    // A decision that needs placeholder outputs is not evaluated.
    let hasAllNeeds = screen.needs.allSatisfy { !(outputs[$0.key] ?? .null).isNull }
    if hasAllNeeds, let port = decidedPort(at: session) { return port }
    if let successor = successors[current.location] {
      return session.ports.first { port in
        var moved = session
        _ = moved.fire(port)
        return moved.current?.location == successor
      }
    }
    guard !screen.provides.isEmpty,
      screen.provides.allSatisfy({ !(outputs[$0.key] ?? .null).isNull })
    else { return nil }
    let ports = screens[current.screen]?.declaration.ports.filter { $0.provides != [] } ?? []
    return ports.count == 1 ? ports[0].name : nil
  }

  /// Whether a screen is code in place of a view, which a link must not skip.
  private func isCode(_ screen: Name) -> Bool { !screens.hasInterface(screen) }

  /// Whether a screen asks the user: it has an interface, or its code shows screens.
  private func asksUser(_ screen: Name) -> Bool {
    screens.hasInterface(screen) || screens.isRoutedStep(screen)
  }

  /// The port that the decision at a session chooses; nil if the session is not at a decision, or a
  /// need is missing.
  private func decidedPort(at session: Session) -> Name? {
    guard let current = session.current, let screen = screens[current.screen],
      let decision = screen.decision
    else { return nil }
    var state = NavigatorState()
    state.session = session
    let values = try? screen.decode(
      "Step \(current.step)", content: session.content,
      metadata: session.metadata(at: session.visits.count - 1), outputs: session.outputs)
    return values.flatMap { try? decision($0, state) }
  }

  /// The session at the end of a path, without placeholder outputs.
  private func session(after ports: [Name]) -> Session? {
    guard var session = start else { return nil }
    // The user does not see the steps in between, so they record no exposures.
    let exposedVariants = session.exposedVariants
    for port in ports {
      guard case .show = session.fire(port).effect else { return nil }
    }
    session.exposedVariants = exposedVariants
    return session
  }

  /// The session at the first step of a path that asks for missing data; nil if there is none.
  private func askingSession(on ports: [Name]) -> Session? {
    guard var session = start else { return nil }
    let missing = missingOutputs(on: ports)
    let exposedVariants = session.exposedVariants
    /// The session at the latest step that the user can interact with.
    var latestShown: Session?
    for port in ports {
      guard let current = session.current else { break }
      let isCode = isCode(current.screen)
      if asksUser(current.screen) { latestShown = session }
      // Work does not ask the user: it provides its outputs when the user continues to it.
      if asksUser(current.screen), asks(for: missing, at: session) { break }
      if isCode, passingPort(session, current) != port { break }
      if case .show = session.fire(port).effect {} else { return nil }
    }
    guard var end = latestShown, !isTarget(session) else { return nil }
    end.exposedVariants = exposedVariants
    return end
  }

  /// The outputs that steps of a path need and that have not been entered.
  private func missingOutputs(on ports: [Name]) -> Set<Name> {
    guard var session = start else { return [] }
    var missing: Set<Name> = []
    for port in ports {
      _ = session.fire(port, output: placeholderOutput(at: session))
      guard let step = session.visits.last?.step else { continue }
      for need in release.screen(of: Int(step)).needs where (outputs[need.key] ?? .null).isNull {
        missing.insert(need.key)
      }
    }
    return missing
  }

  /// The decision that leads this user off a path.
  private func blockingDecision(on ports: [Name]) -> Resolution? {
    guard var session = start else { return nil }
    for port in ports {
      guard let current = session.current else { return nil }
      if isCode(current.screen), let other = decidedPort(at: session), other != port {
        return .blocked(by: current, port: other)
      }
      _ = session.fire(port, output: placeholderOutput(at: session))
    }
    return nil
  }

  /// Whether the step at a session asks for one of the missing outputs.
  private func asks(for missing: Set<Name>, at session: Session) -> Bool {
    guard let current = session.visits.last else { return false }
    let step = Int(current.step)
    return missing.contains(release.steps[step].id)
      || release.screen(of: step).provides.contains { missing.contains($0.key) }
  }

  /// A placeholder output of the current step; nil if everything it provides has been entered.
  private func placeholderOutput(at session: Session) -> JSON? {
    guard let current = session.visits.last else { return nil }
    let provides = release.screen(of: Int(current.step)).provides
    guard provides.contains(where: { (outputs[$0.key] ?? .null).isNull }) else { return nil }
    guard provides.count != 1 else { return provides[0].type.sample }
    return .object(
      JSONObject(provides.map { JSONObject.Member(key: $0.key, value: $0.type.sample) }))
  }
}

extension Presentation {
  var location: FlowLocation { FlowLocation(flow: flow, step: step) }
}

extension ValueType {
  /// A sample value of the type.
  fileprivate var sample: JSON {
    switch self {
    case .string, .any: "x"
    case .number, .integer: 1
    case .boolean: true
    case .date: "2000-01-01"
    case .version: "1.0.0"
    case .array: []
    case .object: [:]
    }
  }
}
