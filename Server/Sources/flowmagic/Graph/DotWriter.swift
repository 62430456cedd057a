/// Writes a diagram in Graphviz's DOT language.
package enum DotWriter {
  package static func text(_ diagram: FlowDiagram) -> String {
    var lines = [
      "digraph flows {",
      "  graph [fontname=\"Helvetica\", rankdir=TB, compound=true];",
      "  node [fontname=\"Helvetica\", shape=box, style=rounded];",
      "  edge [fontname=\"Helvetica\", fontsize=10];",
    ]
    for cluster in diagram.clusters {
      lines.append("  subgraph cluster_\(cluster.id) {")
      lines.append("    label=\"\(escaped(cluster.title))\";")
      for node in cluster.nodes {
        let label = node.label.map(escaped).joined(separator: "\\n")
        lines.append("    \(node.id) [label=\"\(label)\"\(attributes(node.shape))];")
      }
      if let start = cluster.start {
        lines.append("    \(cluster.id)s [shape=point, label=\"\"];")
        lines.append("    \(cluster.id)s -> \(start);")
      }
      lines.append("  }")
    }
    for edge in diagram.edges {
      var attributes: [String] = []
      if !edge.label.isEmpty {
        attributes.append("label=\"\(edge.label.map(escaped).joined(separator: "\\n"))\"")
      }
      if edge.entersFlow { attributes.append("style=dashed, arrowhead=open") }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  \(edge.from) -> \(edge.to)\(list);")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func attributes(_ shape: FlowDiagram.Node.Shape) -> String {
    switch shape {
    case .step: ""
    case .conditionalStep: ", style=\"rounded,dashed\""
    case .end: ", shape=oval, style=\"\""
    case .call: ", shape=box, style=\"\", peripheries=2"
    case .missing: ", color=red, fontcolor=red"
    }
  }

  /// Escapes a text for a quoted string.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in StyledText.sanitized(text) {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result
  }
}
