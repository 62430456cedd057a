/// Writes a diagram as a Mermaid flowchart.
package enum MermaidWriter {
  package static func text(_ diagram: FlowDiagram) -> String {
    var lines = ["flowchart TD"]
    for cluster in diagram.clusters {
      lines.append("  subgraph \(cluster.id)[\"\(escaped(cluster.title))\"]")
      if let start = cluster.start {
        lines.append("    \(cluster.id)s(( )) --> \(start)")
      }
      for node in cluster.nodes { lines.append("    \(node.id)\(shape(node))") }
      lines.append("  end")
    }
    for edge in diagram.edges {
      let line = edge.entersFlow ? "-.->" : "-->"
      let label = edge.label.isEmpty ? "" : "|\"\(label(edge.label))\"|"
      lines.append("  \(edge.from) \(line)\(label) \(edge.to)")
    }
    lines += styles(diagram)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func shape(_ node: FlowDiagram.Node) -> String {
    let text = "\"\(label(node.label))\""
    return switch node.shape {
    case .step: "[\(text)]"
    case .conditionalStep: "[\(text)]:::conditional"
    case .end: "([\(text)])"
    case .call: "[[\(text)]]"
    case .missing: "[\(text)]:::missing"
    }
  }

  private static func styles(_ diagram: FlowDiagram) -> [String] {
    let shapes = diagram.clusters.flatMap { $0.nodes.map(\.shape) }
    var lines: [String] = []
    if shapes.contains(.conditionalStep) {
      lines.append("  classDef conditional stroke-dasharray: 4 3")
    }
    if shapes.contains(.missing) { lines.append("  classDef missing stroke:#c00,color:#c00") }
    return lines
  }

  private static func label(_ lines: [String]) -> String {
    lines.map(escaped).joined(separator: "<br/>")
  }

  /// Escapes a text for a quoted label: Mermaid and HTML markup become Mermaid's entity codes.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(StyledText.sanitized(text).unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        result += " "
      } else if isMarkup(scalar) || isListMark(index, scalars) {
        result += "#\(scalar.value);"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "#", "&", "<", ">", "`", ";", "\\", "$", "%": true
    default: false
    }
  }

  /// Whether a character would make Mermaid interpret the label as a list, as `1.` or `-` does.
  private static func isListMark(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[index] {
    case "-", "+", "*": index == 0
    case ".", ")": index > 0 && scalars[..<index].allSatisfy { ("0"..."9").contains($0) }
    default: false
    }
  }
}
