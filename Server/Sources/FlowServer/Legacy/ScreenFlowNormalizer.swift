import FlowCore

/// Corrects the case of names in a Flow Magic document to match the live flow and the app's builds.
///
/// Documents of the first Flow Magic may contain `Home.Login` where an app's code declares `login`.
/// An existing name is kept; a name that differs only in case from exactly one existing name is
/// replaced by that one.
struct ScreenFlowNormalizer {
  /// The live flow; nil before the first release.
  let live: Flow?
  let screens: ScreenList

  /// Returns the rows with corrected names.
  ///
  /// - Throws: `malformed-body` if two rows then have the same port, of which only the first would
  ///   apply.
  func normalized(_ rows: FlowDocument) throws(Problem) -> FlowDocument {
    guard var flow = rows.flows.first else { return rows }
    let knownNames = (live?.steps.map(\.id) ?? []) + screens.names
    var steps: [FlowStep] = []
    for var step in flow.steps {
      let requestedID = step.id
      step.id = Self.existing(requestedID, in: knownNames)
      step.screen = live?.steps.first { $0.id == step.id }?.screen ?? step.id
      step.ports = step.ports.map { port in normalized(port, of: step, knownNames) }
      try checkRows(of: step)
      guard let index = steps.firstIndex(where: { $0.id == step.id }) else {
        steps.append(step)
        continue
      }
      for port in step.ports {
        guard !steps[index].ports.contains(where: { $0.name == port.name }) else {
          throw Problem.malformedBody(
            "Two rows have the port \"\(step.id).\(port.name)\", because \"\(requestedID)\" is the "
              + "screen \"\(step.id)\". Remove one of them.")
        }
        steps[index].ports.append(port)
      }
    }
    flow.start = Self.existing(flow.start, in: knownNames)
    flow.steps = steps
    var document = rows
    document.flows[0] = flow
    return document
  }

  private func checkRows(of step: FlowStep) throws(Problem) {
    for port in step.ports where Self.hasUnreachableRoute(port) {
      // Rows that `GET` returned must be accepted when they are sent back.
      let current = live?.steps.first { $0.id == step.id }?.ports.first { $0.name == port.name }
      if let current, Self.hasUnreachableRoute(current) { continue }
      throw Problem.malformedBody(
        "Two rows have the port \"\(step.id).\(port.name)\", and only the first would apply. "
          + "Remove one of them.")
    }
  }

  private static func hasUnreachableRoute(_ port: FlowPort) -> Bool {
    port.routes.dropLast().contains { $0.when == nil }
  }

  private func normalized(_ port: FlowPort, of step: FlowStep, _ knownNames: [Name]) -> FlowPort {
    let routed = live?.steps.first { $0.id == step.id }?.ports.map(\.name) ?? []
    let ports = routed + screens.ports(of: step.screen).map { Name($0) }
    var port = port
    let prefix = step.id.string.lowercased() + "."
    if !ports.contains(port.name), port.name.string.lowercased().hasPrefix(prefix) {
      port.name = Name(String(port.name.string.dropFirst(prefix.count)))
    }
    port.name = Self.existing(port.name, in: ports)
    for index in port.routes.indices {
      guard case .destination(var destination) = port.routes[index].target,
        case .step(let name) = destination.kind
      else { continue }
      destination.kind = .step(Self.existing(name, in: knownNames))
      port.routes[index].target = .destination(destination)
    }
    return port
  }

  private static func existing(_ name: Name, in knownNames: [Name]) -> Name {
    guard !knownNames.contains(name) else { return name }
    let text = name.string.lowercased()
    let matches = Set(knownNames.filter { $0.string.lowercased() == text })
    return matches.count == 1 ? matches.first ?? name : name
  }
}
