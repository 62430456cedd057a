import FlowServer
import Foundation

/// Finds environment variables that look like misspelled settings, which would be ignored.
enum EnvironmentCheck {
  /// All known variables: those of the command, the server, the build and the tests.
  static var known: Set<String> {
    Set(
      ServerSettings.names.map {
        "FLOWMAGIC_" + $0.uppercased().replacing("-", with: "_")
      } + [
        Passphrase.variable, "FLOWMAGIC_SERVER", "FLOWMAGIC_TOKEN", "FLOWMAGIC_APP",
        "FLOWMAGIC_ENVIRONMENT", "FLOWMAGIC_KEY", "FLOWMAGIC_BINARY", "FLOWMAGIC_LINK",
        "FLOWMAGIC_WARNINGS", "FLOWMAGIC_COMMIT",
      ])
  }

  /// A warning for each unknown variable.
  static func warnings(_ names: some Sequence<String>) -> [String] {
    let known = known
    return names.filter { $0.hasPrefix("FLOWMAGIC_") && !known.contains($0) }.sorted().map { name in
      "The environment variable \(name) is not a setting and is ignored."
        + suggestion(for: name, among: known, prefix: "FLOWMAGIC_")
    }
  }

  /// A sentence with the setting that was probably meant, or with the page that lists all settings.
  static func suggestion(
    for name: String, among known: some Sequence<String>, prefix: String = ""
  ) -> String {
    EditDistance.nearest(to: name, among: known, prefix: prefix).map { " Did you mean \($0)?" }
      ?? " See docs/operations.md for the settings."
  }

  /// The warnings for this process's environment.
  static func warnings() -> [String] { warnings(ProcessInfo.processInfo.environment.keys) }
}
