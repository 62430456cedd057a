import FlowCore
import FlowStore

/// The change of the live flow by a Flow Magic document.
///
/// The format knows screens, ports and where a port always leads. Only that is taken from it; what
/// it cannot say, such as content, conditions, styles and other flows, stays as it is. A row that
/// `GET` showed and that is missing now takes the port's route away.
struct ScreenFlowChange {
  /// The live document.
  let live: FlowDocument
  /// The live flow's steps as `GET` showed them.
  private let shown: [FlowStep]
  /// The steps as they were sent.
  private let sent: [FlowStep]

  init(_ rows: FlowDocument, to release: StoredRelease) throws {
    live = try FlowDocument(parsing: release.body)
    let conversion = try ScreenFlow.conversion(of: release)
    let document = try FlowDocument(ParsedJSON(conversion.json.utf8(.canonical)).root)
    shown = document.flows.first?.steps ?? []
    sent = rows.flows.first?.steps ?? []
  }

  /// A document, live or a draft, with the same change.
  ///
  /// - Parameter document: A document with the live flow.
  /// - Returns: The changed document; as it was if it does not have that flow.
  func applied(to document: FlowDocument) -> FlowDocument {
    var document = document
    guard let flow = live.flows.first,
      let index = document.flows.firstIndex(where: { $0.id == flow.id })
    else { return document }
    for step in document.flows[index].steps.indices {
      let id = document.flows[index].steps[step].id
      document.flows[index].steps[step].take(
        ports(of: id, in: sent), insteadOf: ports(of: id, in: shown))
    }
    let missing = newSteps.filter { step in
      !document.flows[index].steps.contains { $0.id == step.id }
    }
    document.flows[index].steps += missing
    return document
  }

  /// The steps that the change needs: those that are sent and not live, and those that a changed
  /// row leads to.
  private var newSteps: [FlowStep] {
    var targets: Set<Name> = []
    for step in sent {
      let old = ports(of: step.id, in: shown)
      for port in step.ports where !old.contains(port) {
        for route in port.routes { if let name = route.plainTarget { targets.insert(name) } }
      }
    }
    let steps = live.flows.first?.steps ?? []
    return sent.compactMap { step in
      guard let known = steps.first(where: { $0.id == step.id }) else { return step }
      return targets.contains(step.id) ? known : nil
    }
  }

  /// Warnings of the ports that led somewhere and have no route any more, also where no build says
  /// that its screen has them.
  ///
  /// - Parameter changed: The changed live document.
  /// - Returns: A warning for each such port.
  func strandings(in changed: FlowDocument) -> [Finding] {
    // A build that has exactly the ports that are live.
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
  /// Takes the ports' routes over as far as they changed.
  fileprivate mutating func take(_ new: [FlowPort], insteadOf old: [FlowPort]) {
    for port in old where !new.contains(where: { $0.name == port.name }) {
      change(port.name) { $0.removeAll { $0.plainTarget != nil } }
    }
    ports.removeAll { $0.routes.isEmpty }
    for port in new where port != old.first(where: { $0.name == port.name }) {
      guard let route = port.routes.first else { continue }
      change(port.name) { $0.lead(by: route) }
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
  /// Leads everyone whom no condition leads elsewhere; a route that did so keeps its style.
  fileprivate mutating func lead(by route: Route) {
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
  /// The step that the route always leads to; nil if it depends, or leads elsewhere.
  fileprivate var plainTarget: Name? {
    guard when == nil, case .destination(let destination) = target,
      case .step(let name) = destination.kind
    else { return nil }
    return name
  }
}
