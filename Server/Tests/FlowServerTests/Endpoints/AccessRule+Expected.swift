import Accounts
import FlowServer

extension AccessRule {
  /// The expected status for a caller; the scenario has the status for authorized callers, and
  /// the exceptions.
  func expectedStatus(_ scenario: Scenario, _ role: Site.Role) -> Int {
    if let exception = scenario.exceptions[role] { return exception }
    if isOpen { return scenario.status }
    switch role.kind {
    case .anonymous, .invalidToken, .invalidSession: return 401
    case .app: return acceptsSDKKey ? scenario.status : 401
    case .token(let scope): return tokenStatus(scenario, scope: scope)
    case .rivalToken: return scope == nil ? 401 : outsiderStatus(scenario)
    case .limitedToken: return limitedTokenStatus(scenario)
    case .ownedToken: return tokenStatus(scenario, scope: .draft)
    case .member(let member, let isGranted):
      return memberStatus(scenario, rank: Self.rank(of: member.rawValue), isGranted: isGranted)
    case .stranger: return self.role == nil ? 401 : outsiderStatus(scenario)
    case .unaffiliated: return unaffiliatedStatus(scenario)
    case .forgery:
      guard self.role != nil else { return 401 }
      return needsCSRF ? 403 : scenario.status
    }
  }

  private static let roles = ["guest", "viewer", "drafter", "editor", "owner"]
  private static let scopes = ["read", "draft", "publish", "admin"]

  private static func rank(of role: String) -> Int { roles.firstIndex(of: role) ?? -1 }

  private func tokenStatus(_ scenario: Scenario, scope tokenScope: Scope) -> Int {
    guard let scope else { return 401 }
    let needed = Self.scopes.firstIndex(of: scope) ?? 0
    let actual = Self.scopes.firstIndex(of: tokenScope.rawValue) ?? 0
    return actual >= needed ? scenario.status : 403
  }

  /// The status for a token limited to staging, which can read the rest of the shop; the
  /// scenarios are about production.
  private func limitedTokenStatus(_ scenario: Scenario) -> Int {
    guard let scope else { return 401 }
    if scope.isEmpty { return scenario.status }
    guard isOfApplication else { return 403 }
    return scope == "read" ? scenario.status : 403
  }

  private func memberStatus(_ scenario: Scenario, rank: Int, isGranted: Bool) -> Int {
    guard let role else { return 401 }
    var rank = rank
    if isGranted, isOfApplication {
      rank = max(rank, Self.rank(of: isOfEnvironment ? "editor" : "viewer"))
    }
    if isOfApplication, rank < 1 { return isLegacy ? 400 : 404 }
    return rank >= max(0, Self.rank(of: role)) ? scenario.status : 403
  }

  /// The status for another organization's owner, to whom this organization's resources do not
  /// exist.
  private func outsiderStatus(_ scenario: Scenario) -> Int {
    if let status = scenario.outsiderStatus { return status }
    if isOfApplication { return isLegacy ? 400 : 404 }
    return parameterNames.contains("org") ? 404 : scenario.status
  }

  private func unaffiliatedStatus(_ scenario: Scenario) -> Int {
    guard let role else { return 401 }
    if role.isEmpty { return scenario.status }
    if isOfApplication || isLegacy { return isLegacy ? 400 : 404 }
    return parameterNames.contains("org") ? 404 : 403
  }
}
