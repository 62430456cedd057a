package import FlowCore

/// A place of a document in words.
package enum PlaceWords {
  /// "flow shop, step Home, port next, route 2"; empty when the whole document is meant.
  package static func sentencePart(_ location: FlowLocation) -> String {
    parts(location).joined(separator: ", ")
  }

  /// The parts of the place, outermost first.
  package static func parts(_ location: FlowLocation) -> [String] {
    var parts: [String] = []
    if let flow = location.flow { parts.append("flow \(flow.string)") }
    if let step = location.step { parts.append("step \(step.string)") }
    if let port = location.port { parts.append("port \(port.string)") }
    if let route = location.route { parts.append("route \(route + 1)") }
    return parts
  }

  /// The way through the flows that a finding shows: "Home → Short form → Summary".
  ///
  /// A port is named where it is not simply `next`.
  package static func way(_ path: [PathStep], glyphs: Glyphs) -> String {
    path.map { station in
      var words = station.step.string
      if station.isSkipped { words += " (skipped)" }
      if let port = station.port, port != "next" { words += " (\(port.string))" }
      return words
    }.joined(separator: " \(glyphs.arrow) ")
  }
}
