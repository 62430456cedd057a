import Accounts
import FlowStore

/// Resetting a password with a link, for pages and apps.
extension EndpointRequest {
  /// The user's own API tokens, which a password reset revokes.
  func tokensToRevoke(of user: User) async throws -> [RevokedToken] {
    let organizations = try await store.organizations()
    let names = Dictionary(organizations.map { ($0.id, $0.name) }) { $1 }
    return try await store.activeTokens(ofUser: user.id, at: now).map { token in
      RevokedToken(
        name: token.name, organization: names[token.organization] ?? token.organization,
        lastUsed: token.lastUsed)
    }
  }

  /// Sets the password with the one-time token of a link; the email about it lists the API tokens
  /// that it revokes.
  ///
  /// - Throws: As `PasswordService.reset`.
  func resetPassword(_ token: String, to password: String) async throws {
    let user = try await accounts.oneTimeTokens.owner(of: token, for: .resetPassword)
    var tokens: [RevokedToken] = []
    if let user { tokens = try await tokensToRevoke(of: user) }
    try await accounts.passwords.reset(
      token, password: password, revoking: tokens, client: client)
  }
}
