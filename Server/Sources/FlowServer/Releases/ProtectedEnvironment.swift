import FlowCore
import FlowStore

/// The stricter rules for environments that all users of an app see: `production`, and the
/// application's last environment.
enum ProtectedEnvironment {
  /// Whether an environment is protected, given all environments of its application in order.
  static func contains(_ name: String, among environments: [Environment]) -> Bool {
    name == "production" || name == environments.last?.name
  }

  /// Returns the findings with their severity in a protected environment, errors first.
  ///
  /// A port that leads nowhere is a dead end for users, so it is an error.
  static func escalated(_ findings: [Finding]) -> [Finding] {
    guard findings.contains(where: isEscalated) else { return findings }
    let all = findings.map { isEscalated($0) ? $0.with(.error) : $0 }
    return all.filter { $0.severity == .error } + all.filter { $0.severity != .error }
  }

  private static func isEscalated(_ finding: Finding) -> Bool {
    finding.code == .unroutedPort && finding.severity == .warning
  }
}
