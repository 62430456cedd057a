import FlowCore

/// Changes the destination of one port of a document.
struct Rerouting {
  /// The step and port, such as `Home.login`.
  let port: String
  /// A step's id, `finish:OUTCOME` or `flow:ID`.
  let destination: String
  /// Whether conditional routes are kept before the new one.
  var keepsConditions = false
  /// The flow, if several have such a step.
  var flow: String?

  /// A port that matches.
  struct Match: Equatable {
    /// The index of the flow in the document.
    let flow: Int
    /// The index of the step in the flow.
    let step: Int
    let port: Name
  }

  /// Finds the port, even if it has no routes yet, as long as its screen declares it.
  ///
  /// `declared` returns the ports that a screen declares. Throws `unknown-port`, `flow-required` or
  /// `unknown-flow`.
  func find(
    in document: FlowDocument, declared: (Name) async throws -> [Name]
  ) async throws -> Match {
    if let flow, !document.flows.contains(where: { $0.id == Name(flow) }) {
      throw RemoteProblem(
        "unknown-flow", "There is no flow “\(flow)”.", fix: Self.available(document.flows.map(\.id))
      )
    }
    var matches: [Match] = []
    // The steps whose id the text begins with, whether they have the port or not.
    var candidates: [Match] = []
    for (flowIndex, flow) in document.flows.enumerated()
    where self.flow == nil || flow.id == Name(self.flow ?? "") {
      for (stepIndex, step) in flow.steps.enumerated() {
        guard let name = portName(on: step.id) else { continue }
        let match = Match(flow: flowIndex, step: stepIndex, port: name)
        candidates.append(match)
        if step.ports.contains(where: { $0.name == name }) { matches.append(match) }
      }
    }
    if matches.isEmpty {
      for match in candidates
      where try await declared(document.flows[match.flow].steps[match.step].screen)
        .contains(match.port)
      {
        matches.append(match)
      }
    }
    if let only = matches.first, matches.count == 1 { return only }
    guard matches.isEmpty else { throw ambiguous(matches, document) }
    throw try await unknown(candidates, document, declared)
  }

  /// The port's name if the text begins with this step's id.
  private func portName(on step: Name) -> Name? {
    let prefix = step.string + "."
    guard port.hasPrefix(prefix), port.utf8.count > prefix.utf8.count else { return nil }
    return Name(String(port.dropFirst(prefix.count)))
  }

  private func ambiguous(_ matches: [Match], _ document: FlowDocument) -> RemoteProblem {
    RemoteProblem(
      "flow-required", "Several flows have the port “\(port)”.",
      fix: "Select one with --flow. "
        + Self.available(matches.map { document.flows[$0.flow].id }))
  }

  private func unknown(
    _ candidates: [Match], _ document: FlowDocument, _ declared: (Name) async throws -> [Name]
  ) async throws -> RemoteProblem {
    guard let match = candidates.first else {
      let all = document.flows.filter { flow == nil || $0.id == Name(flow ?? "") }
        .flatMap(\.steps).flatMap { step in
          step.ports.map { Name("\(step.id.string).\($0.name.string)") }
        }
      return RemoteProblem(
        "unknown-port", "No step has the port “\(port)”. Use the form STEP.PORT.",
        fix: Self.available(all))
    }
    let step = document.flows[match.flow].steps[match.step]
    var names = step.ports.map(\.name)
    for name in try await declared(step.screen) where !names.contains(name) { names.append(name) }
    return RemoteProblem(
      "unknown-port", "The step “\(step.id.string)” has no port “\(match.port.string)”.",
      fix: Self.available(names))
  }

  /// Returns a sentence such as "Available: a, b and c.", with at most 20 names.
  static func available(_ names: [Name]) -> String {
    guard !names.isEmpty else { return "None are available." }
    var displayed = names.prefix(20).map(\.string)
    if names.count > 20 { displayed.append("\(names.count - 20) more") }
    return "Available: \(displayed.listed(with: "and"))."
  }
}

extension Rerouting {
  /// Returns the document with the port's routes changed.
  ///
  /// - Throws: `unknown-destination`.
  func rerouted(_ document: FlowDocument, at match: Match) throws -> FlowDocument {
    var document = document
    let flow = document.flows[match.flow]
    let target = try target(in: flow, of: document)
    var step = flow.steps[match.step]
    let index = step.ports.firstIndex { $0.name == match.port }
    let before = index.map { step.ports[$0].routes } ?? []
    let conditional = keepsConditions ? before.filter { $0.when != nil } : []
    let route = Route(target: .destination(Destination(target, style: Self.style(before))))
    let port = FlowPort(name: match.port, routes: conditional + [route])
    if let index { step.ports[index] = port } else { step.ports.append(port) }
    document.flows[match.flow].steps[match.step] = step
    return document
  }

  /// The presentation style of the port's last route; a push if that is a split or there is none.
  private static func style(_ routes: [Route]) -> Destination.Style {
    guard case .destination(let destination)? = routes.last?.target else { return .push }
    return destination.style
  }

  private func target(in flow: Flow, of document: FlowDocument) throws -> DestinationKind {
    let name = Name(destination)
    if flow.steps.contains(where: { $0.id == name }) { return .step(name) }
    if let outcome = value(after: "finish:") { return .finish(outcome) }
    if let flowID = value(after: "flow:") {
      guard document.flows.contains(where: { $0.id == flowID }) else {
        throw RemoteProblem(
          "unknown-destination", "There is no flow “\(flowID.string)”.",
          fix: Self.available(document.flows.map(\.id)))
      }
      return .flow(flowID, then: [])
    }
    throw RemoteProblem(
      "unknown-destination",
      "The flow “\(flow.id.string)” has no step “\(destination)”.",
      fix: Self.available(flow.steps.map(\.id))
        + " Use finish:OUTCOME to end the flow or flow:ID to enter another flow.")
  }

  private func value(after prefix: String) -> Name? {
    guard destination.hasPrefix(prefix), destination.count > prefix.count else { return nil }
    return Name(String(destination.dropFirst(prefix.count)))
  }
}
