/// Prometheus' text format, version 0.0.4.
package struct MetricText {
  /// A number with the values of its labels.
  package typealias Value = (labels: [(String, String)], value: Int)

  /// A number that is so at this moment, with the values of its labels.
  package struct Gauge {
    package let name: String
    package let kind: String
    package let help: String
    package let values: [Value]

    package init(
      _ name: String, _ help: String, kind: String = "gauge",
      _ values: [Value]
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

  mutating func write(_ gauge: Gauge) {
    head(gauge.name, gauge.kind, gauge.help)
    for (labels, value) in gauge.values {
      line(gauge.name, labels.isEmpty ? "" : Self.labels(labels), "\(value)")
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
