package import FlowCore

/// Describes where routes lead.
package enum DestinationText {
  /// Returns the destination's name, such as "email", "end: completed" or "flow login".
  package static func short(_ destination: Destination) -> String {
    switch destination.kind {
    case .step(let id): id.string
    case .finish(let outcome): "end: \(outcome.string)"
    case .flow(let id, _): "flow \(id.string)"
    }
  }

  /// All destinations of a port, such as "legal, email or end: completed".
  package static func hint(_ port: FlowPort) -> String {
    var destinations: [String] = []
    for destination in port.routes.flatMap(\.destinations) {
      let text = short(destination)
      if !destinations.contains(text) { destinations.append(text) }
    }
    return destinations.isEmpty ? "nowhere" : destinations.listed(with: "or")
  }
}

/// Describes how a screen is presented.
package enum StyleText {
  /// Returns a phrase such as "as a sheet"; nil for a push, the default.
  package static func phrase(_ style: Destination.Style) -> String? {
    switch style {
    case .push: nil
    case .sheet: "as a sheet"
    case .cover: "as a full-screen cover"
    case .replace: "replacing the previous screen"
    case .root: "as the root screen"
    }
  }
}
