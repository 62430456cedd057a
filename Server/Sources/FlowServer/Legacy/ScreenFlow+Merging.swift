import FlowCore
import FlowStore

extension ScreenFlow {
  /// The live document with the rows of a Flow Magic document.
  ///
  /// The format knows screens, ports and where a port always leads. Only that is taken from it;
  /// what it cannot say, such as content, conditions, styles and other flows, stays as it is live.
  /// A row that `GET` showed and that is missing now takes the port's route away.
  static func merged(_ rows: FlowDocument, into release: StoredRelease) throws -> FlowDocument {
    var document = try FlowDocument(parsing: release.body)
    guard let new = rows.flows.first, !document.flows.isEmpty else { return rows }
    let shown = try FlowDocument(ParsedJSON(conversion(of: release).json.utf8(.canonical)).root)
    let old = shown.flows.first?.steps ?? []
    for index in document.flows[0].steps.indices {
      let id = document.flows[0].steps[index].id
      document.flows[0].steps[index].take(
        new.steps.first { $0.id == id }?.ports ?? [],
        insteadOf: old.first { $0.id == id }?.ports ?? [])
    }
    for step in new.steps where !document.flows[0].steps.contains(where: { $0.id == step.id }) {
      document.flows[0].steps.append(step)
    }
    return document
  }
}

extension Step {
  /// Takes the ports' routes over as far as they changed.
  fileprivate mutating func take(_ new: [Port], insteadOf old: [Port]) {
    for port in old where !new.contains(where: { $0.name == port.name }) {
      change(port.name) { $0.removeAll { $0.alwaysLeadsToStep } }
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
      if !routes.isEmpty { ports.append(Port(name: name, routes: routes)) }
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
  fileprivate var alwaysLeadsToStep: Bool {
    guard when == nil, case .destination(let destination) = target, case .step = destination.kind
    else { return false }
    return true
  }
}
