import Accounts
import FlowCore
import FlowStore
package import HTTPTypes
import Logging

/// Authenticates the sender of a request.
package struct Authenticator: Sendable {
  private let services: Services

  package init(services: Services) { self.services = services }

  /// Returns the authenticated sender of a request.
  ///
  /// `Authorization` takes precedence over the cookie; if its credential is not valid, the request
  /// is rejected.
  ///
  /// - Throws: `not-signed-in`, `no-session`, `csrf` or `second-factor-needed`.
  package func principal(
    of request: HTTPRequest, _ query: [String: String], for endpoint: Endpoint
  ) async throws -> Principal {
    if endpoint.access == .anyone { return .anonymous }
    if let header = request.headerFields[.authorization] {
      return try await principal(bearerToken: Self.bearerToken(header), for: endpoint)
    }
    // NB: only a publishable key may be part of a URL, because URLs are logged everywhere.
    if endpoint.takesKeyInQuery, let key = query["key"] {
      return .app(try sdkKey(SDKKeyFormat.id(key), for: endpoint))
    }
    guard endpoint.access.isForUsers,
      let cookie = Cookies.value(Cookies.sessionCookieName, in: request.headerFields)
    else {
      throw Self.unauthorized(
        "This needs a key or a token: `Authorization: Bearer …`."
          + (endpoint.isForApps && query["key"] != nil ? " `?key=` opens streams only." : ""))
    }
    let signedIn = try await services.accounts.sessions.authenticate(cookie: cookie)
    if endpoint.isWrite {
      try CSRFProtection.check(
        request.headerFields, host: request.authority, session: signedIn.session,
        services.accounts)
    }
    return .user(try await user(signedIn, .cookie, for: endpoint))
  }

  private static func bearerToken(_ header: String) throws(Problem) -> String {
    let parts = header.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw unauthorized("`Authorization` must be `Bearer`, a space, and a key or a token.")
    }
    return String(parts[1])
  }

  private func principal(bearerToken token: String, for endpoint: Endpoint) async throws
    -> Principal
  {
    if token.hasPrefix("pk_") { return .app(try sdkKey(SDKKeyFormat.id(token), for: endpoint)) }
    if token.hasPrefix("fm_") { return .program(try await program(token, for: endpoint)) }
    guard endpoint.access.isForUsers, token.contains(".") else {
      throw Self.unauthorized("This is not a key or token of this server.")
    }
    let signedIn = try await services.accounts.sessions.authenticate(accessToken: token)
    return .user(try await user(signedIn, .accessToken, for: endpoint))
  }

  private func user(
    _ signedIn: AuthenticatedSession, _ credential: AuthenticatedUser.Credential,
    for endpoint: Endpoint
  ) async throws -> AuthenticatedUser {
    let id = signedIn.user.id
    let memberships = try await services.accounts.store.read { try $0.memberships(of: id) }
    guard
      endpoint.allowsMissingSecondFactor || !services.accounts.sessions.lacksSecondFactor(signedIn)
    else {
      throw Problem(
        .secondFactorNeeded,
        "This server requires a second factor. Set one up under “Security”, or sign in with it.")
    }
    return AuthenticatedUser(
      authenticatedSession: signedIn, memberships: memberships, credential: credential)
  }

  /// Returns the user with their current memberships, for a stream that has been open since an
  /// earlier check; does not count as use of the session.
  func revalidated(
    _ user: AuthenticatedUser, for endpoint: Endpoint
  ) async throws -> AuthenticatedUser {
    let signedIn = try await services.accounts.sessions.current(user.authenticatedSession)
    return try await self.user(signedIn, user.credential, for: endpoint)
  }

  /// Rejects a user without a recent sign-in or confirmation of their identity.
  ///
  /// Programs do not sign in; what their token may do was decided when it was created.
  func requireRecentSignIn(of principal: Principal) throws(Problem) {
    guard case .user(let user) = principal,
      !services.accounts.sessions.isRecent(user.authenticatedSession)
    else { return }
    throw Problem(
      .notRecent,
      "Confirm your identity first: `POST /v1/me/confirmation`, then send the request again.")
  }

  private func sdkKey(_ id: String?, for endpoint: Endpoint) throws(Problem) -> AuthenticatedSDKKey
  {
    guard let id, let key = services.currentReleases.environment(ofKey: id) else {
      throw Self.unauthorized("This SDK key is unknown or was revoked.")
    }
    guard endpoint.isForApps else {
      throw Self.unauthorized("This requires an API token, not an SDK key.")
    }
    return AuthenticatedSDKKey(
      id: id, organization: key.organization, application: key.application,
      environment: key.environment)
  }

  private static func unauthorized(_ detail: String) -> Problem {
    Problem(.notSignedIn, detail, headers: [.wwwAuthenticate: "Bearer"])
  }
}

// MARK: Tokens

extension Authenticator {
  private func program(_ text: String, for endpoint: Endpoint) async throws -> AuthenticatedToken {
    guard endpoint.access.scope != nil else {
      throw Self.unauthorized(
        endpoint.access == .user
          ? "This requires a signed-in user, not an API token."
          : "This needs an app's SDK key.")
    }
    let problem = Self.unauthorized("This token is unknown, was revoked or has expired.")
    let now = services.clock()
    guard let presented = TokenCredential(text),
      let token = try await services.store.token(presented.id),
      presented.isValid(for: token, at: now)
    else { throw problem }
    guard let user = token.user else {
      services.tokenUses.record(token, at: now)
      return AuthenticatedToken(token: token)
    }
    // The tokens of a user who was disabled or left the organization are no longer valid.
    guard let owner = try await member(user, in: token.organization) else { throw problem }
    services.tokenUses.record(token, at: now)
    return AuthenticatedToken(token: token, owner: owner)
  }

  private func member(_ id: String, in organization: String) async throws -> Member? {
    try await services.accounts.store.read { reader in
      guard let user = try reader.user(id), user.disabled == nil,
        let membership = try reader.membership(of: id, in: organization)
      else { return nil }
      return Member(user: user, membership: membership)
    }
  }
}
