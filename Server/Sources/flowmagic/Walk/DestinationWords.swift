package import FlowCore

/// Where routes lead, in few words.
package enum DestinationWords {
  /// "email", "end: completed" or "flow login".
  package static func short(_ destination: Destination) -> String {
    switch destination.kind {
    case .step(let id): id.string
    case .finish(let outcome): "end: \(outcome.string)"
    case .flow(let id, _): "flow \(id.string)"
    }
  }

  /// All the places that a port may lead to: "legal, email or end: completed".
  package static func hint(_ port: Port) -> String {
    var places: [String] = []
    for route in port.routes {
      for destination in destinations(route) {
        let place = short(destination)
        if !places.contains(place) { places.append(place) }
      }
    }
    return list(places, "or")
  }

  /// The destinations of a route: one, or one for each variant.
  package static func destinations(_ route: Route) -> [Destination] {
    switch route.target {
    case .destination(let destination): [destination]
    case .split(let split): split.variants.map(\.destination)
    }
  }

  /// Parts as English lists them: "a, b or c".
  package static func list(_ parts: [String], _ last: String) -> String {
    guard let end = parts.last else { return "nowhere" }
    guard parts.count > 1 else { return end }
    return "\(parts.dropLast().joined(separator: ", ")) \(last) \(end)"
  }
}

/// How a screen appears, in few words.
package enum StyleWords {
  /// "as a sheet"; nil for a push, which needs no words.
  package static func phrase(_ style: Destination.Style) -> String? {
    switch style {
    case .push: nil
    case .sheet: "as a sheet"
    case .cover: "covering the screen"
    case .replace: "in place of the last one"
    case .root: "as the only screen"
    }
  }
}
