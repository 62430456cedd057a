import FlowCore
import FlowStore

/// The stricter rules for an environment that all users of an app see: the last of the
/// application's environments, and one that is called production.
enum ProtectedEnvironment {
  /// Whether an environment is protected, among all of its application in their order.
  static func contains(_ name: String, among environments: [Environment]) -> Bool {
    name == "production" || name == environments.last?.name
  }

  /// The findings as they count there, errors first.
  ///
  /// Users meet a port that leads nowhere as a dead end, so it is an error.
  static func raised(_ findings: [Finding]) -> [Finding] {
    guard findings.contains(where: isRaised) else { return findings }
    let all = findings.map { isRaised($0) ? $0.with(.error) : $0 }
    return all.filter { $0.severity == .error } + all.filter { $0.severity != .error }
  }

  private static func isRaised(_ finding: Finding) -> Bool {
    finding.code == .unroutedPort && finding.severity == .warning
  }
}
