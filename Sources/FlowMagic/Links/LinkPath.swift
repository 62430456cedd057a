import FlowCore

/// Finds the way to a step that a link opens, by walking the flow as this user could.
///
/// - Complexity: Linear in the flow's steps and ports.
struct LinkPath {
  let release: Release
  /// The flow that the way begins in.
  let root: Int
  /// The flow that has the step.
  let flow: Int
  let step: Name
  let outputs: JSONObject
  let context: JSONObject
  /// Whether a screen has no interface: its work must not be skipped by a link.
  let isWork: (Name) -> Bool
  /// Whether a screen asks the user: it has an interface, or its code shows some.
  let asksUser: (Name) -> Bool

  /// Where a link leads.
  enum End {
    case step(Session)
    /// A step that asks for something that is missing.
    case asking(Session)
  }

  /// The session at the step, with the shortest way behind it; nil if there is no way.
  ///
  /// If outputs are missing, at the first step of the shortest way that asks for one of them.
  func find() -> End? {
    if let ports = shortest(guessing: false), let session = follow(ports, until: nil) {
      return .step(session)
    }
    let missing = missingNeeds
    guard !missing.isEmpty, let ports = shortest(guessing: true) else { return nil }
    return follow(ports, until: missing).map { .asking($0) }
  }

  /// The session at the step, with these steps behind it.
  func through(_ steps: [Name]) -> Session? {
    guard var session = open(step) else { return nil }
    for below in steps.reversed() {
      guard let other = open(below), var visit = other.visits.first else { continue }
      visit.style = .root
      session.visits[0].style = session.visits[0].style == .root ? .push : session.visits[0].style
      session.visits.insert(visit, at: 0)
    }
    return session
  }

  private var flowID: Name { release.flows[flow].id }

  private func open(_ step: Name) -> Session? {
    let (session, transition) = Session.open(
      step, of: flowID, in: release, outputs: outputs, context: context)
    guard case .show = transition.effect, session.current?.step == step else { return nil }
    return session
  }

  /// The flow's first step that is shown to this user, with the link's outputs.
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

  /// The outputs that the step needs and that are missing.
  private var missingNeeds: Set<Name> {
    guard let index = release.stepIndex(step, flow: flow) else { return [] }
    let needs = release.screen(of: index).needs.map(\.key)
    return Set(needs.filter { (outputs[$0] ?? .null).isNull })
  }

  /// The ports of the shortest way from the start; if `guessing`, screens on the way give made-up
  /// outputs and do their work.
  private func shortest(guessing: Bool) -> [Name]? {
    guard let start else { return nil }
    var seen: Set<FlowLocation> = []
    var queue: [(session: Session, ports: [Name])] = [(start, [])]
    var next = 0
    while next < queue.count {
      let (session, ports) = queue[next]
      next += 1
      guard let current = session.current,
        seen.insert(FlowLocation(flow: current.flow, step: current.step)).inserted
      else { continue }
      if isTarget(session) { return ports }
      if !guessing, isWork(current.screen) { continue }
      for port in session.ports {
        var moved = session
        let transition = moved.fire(port, output: guessing ? guess(session) : nil)
        if case .show = transition.effect { queue.append((moved, ports + [port])) }
      }
    }
    return nil
  }

  /// Follows a path without outputs, up to the first step that asks for something missing.
  private func follow(_ ports: [Name], until missing: Set<Name>?) -> Session? {
    guard var session = start else { return nil }
    // What is only walked over was seen by no one.
    let exposed = session.exposed
    var shown = session
    for port in ports {
      if let missing, asks(session, missing) || session.current.map({ isWork($0.screen) }) == true {
        break
      }
      if case .show = session.fire(port).effect {} else { return nil }
      // A link may lead to any step; what asks for something missing has something to show.
      if missing == nil || session.current.map({ asksUser($0.screen) }) == true { shown = session }
    }
    if missing != nil, !asks(shown, missing ?? []) { return nil }
    shown.exposed = exposed
    return shown
  }

  private func asks(_ session: Session, _ missing: Set<Name>) -> Bool {
    guard let current = session.visits.last else { return false }
    let step = Int(current.step)
    return missing.contains(release.steps[step].id)
      || release.screen(of: step).provides.contains { missing.contains($0.key) }
  }

  private func guess(_ session: Session) -> JSON? {
    guard let current = session.visits.last else { return nil }
    let provides = release.screen(of: Int(current.step)).provides
    guard provides.count != 1 else { return provides[0].type.sample }
    return .object(
      JSONObject(provides.map { JSONObject.Member(key: $0.key, value: $0.type.sample) }))
  }
}

extension ValueType {
  /// A value of the type.
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
