import FlowCore
import FlowStore

/// The changes to the live flow by a Flow Magic document.
///
/// The format has screens, ports and a port's unconditional destination. Only those are changed;
/// what it cannot represent, such as content, conditions, styles and other flows, is kept. A row
/// that `GET` returned and that is missing in `PUT` removes the port's route.
struct ScreenFlowChange {
  /// The live document.
  let live: FlowDocument
  /// The live flow's steps as `GET` returned them.
  private let returnedSteps: [FlowStep]
  /// The steps of the request.
  private let requestedSteps: [FlowStep]

  init(_ rows: FlowDocument, to release: StoredRelease) throws {
    live = try FlowDocument(parsing: release.body)
    let conversion = try ScreenFlow.conversion(of: release)
    let document = try FlowDocument(ParsedJSON(conversion.json.utf8(.canonical)).root)
    returnedSteps = document.flows.first?.steps ?? []
    requestedSteps = rows.flows.first?.steps ?? []
  }

  /// Applies the change to a document, which may be the draft.
  ///
  /// - Returns: The changed document; unchanged if it does not contain that flow.
  func applied(to document: FlowDocument) -> FlowDocument {
    var document = document
    guard let flow = live.flows.first,
      let index = document.flows.firstIndex(where: { $0.id == flow.id })
    else { return document }
    for step in document.flows[index].steps.indices {
      let id = document.flows[index].steps[step].id
      document.flows[index].steps[step].apply(
        ports(of: id, in: requestedSteps), changedFrom: ports(of: id, in: returnedSteps))
    }
    let missing = newSteps.filter { step in
      !document.flows[index].steps.contains { $0.id == step.id }
    }
    document.flows[index].steps += missing
    return document
  }

  /// The steps that the change adds: those of the request that are not live, and the destinations
  /// of changed rows.
  private var newSteps: [FlowStep] {
    var targets: Set<Name> = []
    for step in requestedSteps {
      let old = ports(of: step.id, in: returnedSteps)
      for port in step.ports where !old.contains(port) {
        for route in port.routes {
          if let name = route.unconditionalTarget { targets.insert(name) }
        }
      }
    }
    let steps = live.flows.first?.steps ?? []
    return requestedSteps.compactMap { step in
      guard let known = steps.first(where: { $0.id == step.id }) else { return step }
      return targets.contains(step.id) ? known : nil
    }
  }

  /// Warnings for ports that had a route and no longer have one, including ports that no build
  /// declares.
  ///
  /// - Returns: A warning for each such port.
  func deadEnds(in changed: FlowDocument) -> [Finding] {
    // A build that declares exactly the live ports.
    var ports: [Name: [Name]] = [:]
    for step in live.flows.flatMap(\.steps) {
      for port in step.ports where !(ports[step.screen] ?? []).contains(port.name) {
        ports[step.screen, default: []].append(port.name)
      }
    }
    let screens = ports.sorted { $0.key < $1.key }.map { screen, ports in
      ScreenDeclaration(name: screen, ports: ports.map { PortDeclaration(name: $0) })
    }
    let build = Manifest(screens: screens)
    let before = Verifier(live, manifests: [build]).findings()
    return Verifier(changed, manifests: [build]).findings().filter {
      $0.code == .unroutedPort && !before.contains($0)
    }
  }

  private func ports(of step: Name, in steps: [FlowStep]) -> [FlowPort] {
    steps.first { $0.id == step }?.ports ?? []
  }
}

extension FlowStep {
  /// Copies the routes of the ports that have changed, and removes those of missing ports.
  fileprivate mutating func apply(_ new: [FlowPort], changedFrom old: [FlowPort]) {
    for port in old where !new.contains(where: { $0.name == port.name }) {
      change(port.name) { $0.removeAll { $0.unconditionalTarget != nil } }
    }
    ports.removeAll { $0.routes.isEmpty }
    for port in new where port != old.first(where: { $0.name == port.name }) {
      guard let route = port.routes.first else { continue }
      change(port.name) { $0.replaceUnconditional(with: route) }
    }
  }

  private mutating func change(_ name: Name, _ body: (inout [Route]) -> Void) {
    if let index = ports.firstIndex(where: { $0.name == name }) {
      body(&ports[index].routes)
    } else {
      var routes: [Route] = []
      body(&routes)
      if !routes.isEmpty { ports.append(FlowPort(name: name, routes: routes)) }
    }
  }
}

extension [Route] {
  /// Makes a route the unconditional one; keeps the style of the route that it replaces.
  fileprivate mutating func replaceUnconditional(with route: Route) {
    guard let index = lastIndex(where: { $0.when == nil }) else { return append(route) }
    guard case .destination(let old) = self[index].target,
      case .destination(var destination) = route.target
    else {
      self[index] = route
      return
    }
    destination.style = old.style
    self[index].target = .destination(destination)
  }
}

extension Route {
  /// The step that the route leads to unconditionally; nil if it has conditions or other
  /// destinations.
  fileprivate var unconditionalTarget: Name? {
    guard when == nil, case .destination(let destination) = target,
      case .step(let name) = destination.kind
    else { return nil }
    return name
  }
}
