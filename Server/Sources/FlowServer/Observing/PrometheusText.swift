/// Writes the Prometheus text format, version 0.0.4.
package struct PrometheusText {
  /// A value with its labels.
  package typealias Sample = (labels: [(String, String)], value: Int)

  /// A metric family: a name with its labeled samples.
  package struct Family {
    package let name: String
    package let type: String
    package let help: String
    package let samples: [Sample]

    package init(
      _ name: String, _ help: String, type: String = "gauge",
      _ samples: [Sample]
    ) {
      self.name = name
      self.type = type
      self.help = help
      self.samples = samples
    }
  }

  /// The text written so far.
  package private(set) var string = ""

  /// Writes a family's `HELP` and `TYPE` lines.
  mutating func writeHeader(_ name: String, _ type: String, _ help: String) {
    string += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Writes a sample; `labels` is empty, or includes its braces.
  mutating func writeSample(_ name: String, _ labels: String, _ value: String) {
    string += "\(name)\(labels) \(value)\n"
  }

  mutating func write(_ family: Family) {
    writeHeader(family.name, family.type, family.help)
    for (labels, value) in family.samples {
      writeSample(family.name, labels.isEmpty ? "" : Self.labels(labels), "\(value)")
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
