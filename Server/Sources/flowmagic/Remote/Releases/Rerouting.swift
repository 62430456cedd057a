import FlowCore

/// Points one port of a document at another destination, and leaves all else as it is.
struct Rerouting {
  /// The step and its port as the person wrote them: `Home.Login`.
  let port: String
  /// A step's id, `finish:OUTCOME` or `flow:ID`.
  let destination: String
  /// Whether routes with a condition stay in front of the new one.
  var keepsConditions = false
  /// The flow, where several have such a step.
  var flow: String?

  /// A port that the text names.
  struct Match: Equatable {
    let flow: Int
    let step: Int
    let port: Name
  }

  /// Finds the port.
  ///
  /// One that the step does not route yet counts too, if its screen declares it, which `declared`
  /// knows. Throws `unknown-port`, `which-flow` or `unknown-flow`.
  func find(
    in document: FlowDocument, declared: (Name) async throws -> [Name]
  ) async throws -> Match {
    if let flow, !document.flows.contains(where: { $0.id == Name(flow) }) {
      throw RemoteProblem(
        "unknown-flow", "There is no flow “\(flow)”.", fix: Self.known(document.flows.map(\.id)))
    }
    var routed: [Match] = []
    var steps: [Match] = []
    for (flowIndex, flow) in document.flows.enumerated()
    where self.flow == nil || flow.id == Name(self.flow ?? "") {
      for (stepIndex, step) in flow.steps.enumerated() {
        guard let name = portName(on: step.id) else { continue }
        let match = Match(flow: flowIndex, step: stepIndex, port: name)
        steps.append(match)
        if step.ports.contains(where: { $0.name == name }) { routed.append(match) }
      }
    }
    if routed.isEmpty {
      for match in steps
      where try await declared(document.flows[match.flow].steps[match.step].screen)
        .contains(match.port)
      {
        routed.append(match)
      }
    }
    if let only = routed.first, routed.count == 1 { return only }
    guard routed.isEmpty else { throw ambiguous(routed, document) }
    throw try await unknown(steps, document, declared)
  }

  /// The port if the text begins with this step's id.
  private func portName(on step: Name) -> Name? {
    let prefix = step.string + "."
    guard port.hasPrefix(prefix), port.utf8.count > prefix.utf8.count else { return nil }
    return Name(String(port.dropFirst(prefix.count)))
  }

  private func ambiguous(_ matches: [Match], _ document: FlowDocument) -> RemoteProblem {
    RemoteProblem(
      "which-flow", "Several flows have the port “\(port)”.",
      fix: "Say which with --flow. "
        + Self.known(matches.map { document.flows[$0.flow].id }))
  }

  private func unknown(
    _ steps: [Match], _ document: FlowDocument, _ declared: (Name) async throws -> [Name]
  ) async throws -> RemoteProblem {
    guard let match = steps.first else {
      let all = document.flows.filter { flow == nil || $0.id == Name(flow ?? "") }
        .flatMap(\.steps).flatMap { step in
          step.ports.map { Name("\(step.id.string).\($0.name.string)") }
        }
      return RemoteProblem(
        "unknown-port", "No step has the port “\(port)”; it is written STEP.PORT.",
        fix: Self.known(all))
    }
    let step = document.flows[match.flow].steps[match.step]
    var names = step.ports.map(\.name)
    for name in try await declared(step.screen) where !names.contains(name) { names.append(name) }
    return RemoteProblem(
      "unknown-port", "The step “\(step.id.string)” has no port “\(match.port.string)”.",
      fix: Self.known(names))
  }

  /// "There are: a, b and c." with the first twenty.
  static func known(_ names: [Name]) -> String {
    guard !names.isEmpty else { return "There is none." }
    var shown = names.prefix(20).map(\.string)
    if names.count > 20 { shown.append("\(names.count - 20) more") }
    return "There are: \(DestinationWords.list(shown, "and"))."
  }
}

extension Rerouting {
  /// The document with the port's routes changed.
  ///
  /// - Throws: `unknown-destination`.
  func apply(_ match: Match, to document: FlowDocument) throws -> FlowDocument {
    var document = document
    let flow = document.flows[match.flow]
    let kind = try kind(in: flow, of: document)
    var step = flow.steps[match.step]
    let index = step.ports.firstIndex { $0.name == match.port }
    let before = index.map { step.ports[$0].routes } ?? []
    let kept = keepsConditions ? before.filter { $0.when != nil } : []
    let route = Route(target: .destination(Destination(kind, style: Self.style(before))))
    let port = Port(name: match.port, routes: kept + [route])
    if let index { step.ports[index] = port } else { step.ports.append(port) }
    document.flows[match.flow].steps[match.step] = step
    return document
  }

  /// How the next screen appears stays, where the port's last route says it.
  private static func style(_ routes: [Route]) -> Destination.Style {
    guard case .destination(let destination)? = routes.last?.target else { return .push }
    return destination.style
  }

  private func kind(in flow: Flow, of document: FlowDocument) throws -> DestinationKind {
    let name = Name(destination)
    if flow.steps.contains(where: { $0.id == name }) { return .step(name) }
    if let outcome = rest(behind: "finish:") { return .finish(outcome) }
    if let entered = rest(behind: "flow:") {
      guard document.flows.contains(where: { $0.id == entered }) else {
        throw RemoteProblem(
          "unknown-destination", "There is no flow “\(entered.string)”.",
          fix: Self.known(document.flows.map(\.id)))
      }
      return .flow(entered, then: [])
    }
    throw RemoteProblem(
      "unknown-destination",
      "The flow “\(flow.id.string)” has no step “\(destination)” to lead to.",
      fix: Self.known(flow.steps.map(\.id))
        + " finish:OUTCOME ends the flow, flow:ID enters another one.")
  }

  private func rest(behind prefix: String) -> Name? {
    guard destination.hasPrefix(prefix), destination.count > prefix.count else { return nil }
    return Name(String(destination.dropFirst(prefix.count)))
  }
}
