/// Writes the Prometheus text format, version 0.0.4.
package struct PrometheusText {
  /// A value with its labels.
  package typealias Sample = (labels: [(String, String)], value: Int)

  /// A metric family: a name with its labeled samples.
  package struct Family {
    package let name: String
    package let kind: String
    package let help: String
    package let values: [Sample]

    package init(
      _ name: String, _ help: String, kind: String = "gauge",
      _ values: [Sample]
    ) {
      self.name = name
      self.kind = kind
      self.help = help
      self.values = values
    }
  }

  package private(set) var string = ""

  mutating func head(_ name: String, _ kind: String, _ help: String) {
    string += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  mutating func line(_ name: String, _ labels: String, _ value: String) {
    string += "\(name)\(labels) \(value)\n"
  }

  mutating func write(_ family: Family) {
    head(family.name, family.kind, family.help)
    for (labels, value) in family.values {
      line(family.name, labels.isEmpty ? "" : Self.labels(labels), "\(value)")
    }
  }

  static func labels(_ labels: [(String, String)]) -> String {
    let pairs = labels.map { name, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(name)=\"\(escaped)\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}
