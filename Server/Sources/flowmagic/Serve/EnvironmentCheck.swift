import Foundation

/// Finds environment variables that look like misspelled settings, which would be ignored.
enum EnvironmentCheck {
  /// All variables that the command and the server read.
  static var known: Set<String> {
    Set(
      ServerSettings.names.map {
        "FLOWMAGIC_" + $0.uppercased().replacing("-", with: "_")
      } + [
        Passphrase.variable, "FLOWMAGIC_SERVER", "FLOWMAGIC_TOKEN", "FLOWMAGIC_APP",
        "FLOWMAGIC_ENVIRONMENT", "FLOWMAGIC_KEY", "FLOWMAGIC_BINARY", "FLOWMAGIC_LINK",
      ])
  }

  /// A warning for each unknown variable.
  static func warnings(_ names: some Sequence<String>) -> [String] {
    let known = known
    return names.filter { $0.hasPrefix("FLOWMAGIC_") && !known.contains($0) }.sorted().map { name in
      return "The environment variable \(name) is not a setting and is ignored."
        + suggestion(for: name, among: known, prefix: "FLOWMAGIC_")
    }
  }

  /// A sentence with the setting that a misspelled name may stand for, or where they are listed.
  static func suggestion(
    for name: String, among known: some Sequence<String>, prefix: String = ""
  ) -> String {
    let nearest = known.sorted().min { distance(name, $0) < distance(name, $1) } ?? ""
    let isClose = distance(name, nearest) <= max(2, (name.count - prefix.count) / 3)
    return isClose ? " Do you mean \(nearest)?" : " See docs/operations.md for the settings."
  }

  /// The warnings for this process's environment.
  static func warnings() -> [String] { warnings(ProcessInfo.processInfo.environment.keys) }

  /// Returns the number of characters to insert, delete or substitute (the Levenshtein distance).
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (line, byte) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let replaced = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
