package import FlowCore

/// Finds the position of a part of the document in its text, so that an editor can jump to it.
package struct LocationFinder {
  private let root: JSONView
  private let format: DocumentFormat
  /// Indexed once because a document may have thousands of steps.
  private var steps: [FlowLocation: JSONView] = [:]
  private var flows: [Name: JSONView] = [:]

  package init(_ document: LoadedDocument) {
    root = document.source.root
    format = document.format
    switch format {
    case .native: indexNative()
    case .flowMagic: indexFlowMagic()
    case .flowKit: indexFlowKit()
    }
  }

  /// The innermost JSON value at a location; nil for the whole document or an unknown flow.
  package func view(_ location: FlowLocation) -> JSONView? {
    guard let flow = location.flow else { return nil }
    guard let step = location.step else { return flows[flow] }
    guard let view = steps[FlowLocation(flow: flow, step: step)] else { return flows[flow] }
    guard format == .native, let port = location.port, let routes = view["ports"]?[port] else {
      return view
    }
    guard let route = location.route else { return routes }
    for (index, element) in routes.elements.enumerated() where index == route { return element }
    return routes
  }

  private mutating func indexNative() {
    guard let flows = root["flows"] else { return }
    for flow in flows.elements {
      guard let id = flow["id"]?.name else { continue }
      add(flow, flow: id)
      guard let steps = flow["steps"] else { continue }
      for step in steps.elements { add(step, flow: id, step: step["id"]?.name) }
    }
  }

  private mutating func indexFlowKit() {
    guard let id = root["id"]?.name, let steps = root["steps"] else { return }
    add(root, flow: id)
    for step in steps.elements { add(step, flow: id, step: step["id"]?.name) }
  }

  private mutating func indexFlowMagic() {
    guard let id = root["id"]?.name, let entries = root["screenFlow"] else { return }
    add(root, flow: id)
    for entry in entries.elements { add(entry, flow: id, step: entry["screenName"]?.name) }
  }

  private mutating func add(_ view: JSONView, flow: Name) {
    if flows[flow] == nil { flows[flow] = view }
  }

  private mutating func add(_ view: JSONView, flow: Name, step: Name?) {
    guard let step else { return }
    let location = FlowLocation(flow: flow, step: step)
    if steps[location] == nil { steps[location] = view }
  }
}
