package import Accounts
package import FlowStore

/// The authenticated sender of a request.
package enum Principal: Sendable {
  /// Without credentials.
  case anonymous
  /// An app with an active SDK key of one environment.
  case app(AuthenticatedSDKKey)
  /// A program with an API token of an organization.
  case program(AuthenticatedToken)
  /// A signed-in user.
  case user(AuthenticatedUser)
  /// The operator of the server, over its control socket, with the user id of their process.
  case `operator`(uid: UInt32?)

  /// The sender as recorded in the audit log, with the credential that each change checks again.
  package var actor: Actor {
    switch self {
    case .anonymous: .anonymous
    case .app(let key): Actor(kind: .app, id: key.id, name: key.id)
    case .program(let program):
      .token(program.token.id, named: program.token.name, of: program.owner?.user)
        .acting(by: .token)
    case .user(let user):
      .user(user.authenticatedSession.user).acting(by: .session(user.authenticatedSession.session))
    case .operator: .operator("control socket")
    }
  }

  /// The name in the server's log; contains no secret.
  package var name: String {
    switch self {
    case .anonymous: "anyone"
    case .app(let key): "key \(key.id)"
    case .program(let program): "token \(program.token.id) \(program.name)"
    case .user(let user): user.authenticatedSession.user.email
    case .operator(let uid): uid.map { "operator (uid \($0))" } ?? "operator"
    }
  }

  /// The id of the user whose permissions count, or of the token; nil for anonymous senders, apps
  /// and operators.
  var callerID: String? {
    switch self {
    case .anonymous, .app, .operator: nil
    case .program(let program): program.owner?.user.id ?? program.token.id
    case .user(let user): user.authenticatedSession.user.id
    }
  }

  /// Whether the sender is a service account: a program whose token belongs to no user.
  var isServiceAccount: Bool {
    guard case .program(let program) = self else { return false }
    return program.owner == nil
  }

  /// The SDK key of an app; nil for all others.
  var sdkKey: AuthenticatedSDKKey? {
    guard case .app(let key) = self else { return nil }
    return key
  }

  /// The sender's scope in an organization, application or environment; nil without access.
  ///
  /// `application` and `environment` are nil for resources that belong to none.
  package func scope(
    in organization: String, application: String? = nil, environment: String? = nil
  ) -> Scope? {
    switch self {
    case .anonymous, .app, .operator: nil
    case .program(let program):
      program.scope(in: organization, application: application, environment: environment)
    case .user(let user):
      user.membership(in: organization)
        .flatMap { Scope($0.role(application: application, environment: environment)) }
    }
  }
}

/// An active SDK key.
package struct AuthenticatedSDKKey: Sendable {
  package let id: String
  package let organization: String
  package let application: String
  package let environment: String
}

/// An active API token, with its owner.
package struct AuthenticatedToken: Sendable {
  package let token: APIToken
  /// The user who owns it, with their current membership; nil for a service account's token.
  package let owner: Member?

  package init(token: APIToken, owner: Member? = nil) {
    self.token = token
    self.owner = owner
  }

  /// The token's name, with its owner.
  var name: String {
    guard let owner else { return token.name }
    return "\(token.name) (\(owner.user.email))"
  }

  /// The widest scope granted to the token.
  package var grantedScope: Scope? { token.scopes.compactMap { Scope(rawValue: $0) }.max() }

  /// Returns the token's scope for a resource, limited by its owner's current role; nil without
  /// access.
  func scope(in organization: String, application: String?, environment: String?) -> Scope? {
    guard token.organization == organization, var scope = grantedScope else { return nil }
    if let only = token.application, only != application { return nil }
    // Like a member with a grant in one environment, the token can only read the rest of the
    // application.
    if let only = token.environment, only != environment { scope = .read }
    guard let owner else { return scope }
    let role = owner.membership.role(application: application, environment: environment)
    return Scope(role).map { min($0, scope) }
  }
}

/// A signed-in user with their memberships.
package struct AuthenticatedUser: Sendable {
  /// The credential that authenticated a user.
  package enum Credential: Sendable {
    /// The browser's session cookie, which is also sent with requests that other sites cause.
    case cookie
    /// An app's access token.
    case accessToken
  }

  package let authenticatedSession: AuthenticatedSession
  package let memberships: [Membership]
  package let credential: Credential

  package init(
    authenticatedSession: AuthenticatedSession, memberships: [Membership], credential: Credential
  ) {
    self.authenticatedSession = authenticatedSession
    self.memberships = memberships
    self.credential = credential
  }

  package func membership(in organization: String) -> Membership? {
    memberships.first { $0.organization == organization }
  }
}
