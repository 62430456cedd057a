package import FlowCore

/// Describes a location in a document.
package enum LocationText {
  /// Returns a phrase such as "flow shop, step Home, port next, route 2"; empty for the whole
  /// document.
  package static func phrase(_ location: FlowLocation) -> String {
    parts(location).joined(separator: ", ")
  }

  /// The parts of the location, outermost first.
  package static func parts(_ location: FlowLocation) -> [String] {
    var parts: [String] = []
    if let flow = location.flow { parts.append("flow \(flow.string)") }
    if let step = location.step { parts.append("step \(step.string)") }
    if let port = location.port { parts.append("port \(port.string)") }
    if let route = location.route { parts.append("route \(route + 1)") }
    return parts
  }

  /// The path shown with a finding, such as "Home → Short form → Summary".
  ///
  /// Ports are shown unless they are called `next`.
  package static func path(_ path: [PathStep], glyphs: Glyphs) -> String {
    path.map { item in
      var text = item.step.string
      if item.isSkipped { text += " (skipped)" }
      if let port = item.port, port != "next" { text += " (\(port.string))" }
      return text
    }.joined(separator: " \(glyphs.arrow) ")
  }
}
