package import Accounts
package import FlowStore

/// The authenticated sender of a request.
package enum Principal: Sendable {
  /// Not authenticated.
  case anyone
  /// An app with a publishable key of one environment.
  case app(AuthenticatedSDKKey)
  /// A program with a token of an organization.
  case program(AuthenticatedToken)
  /// A signed-in user.
  case user(AuthenticatedUser)
  /// The operator of the server, over its control socket, with the user id (UID) of their process.
  case `operator`(user: UInt32?)

  /// The sender as recorded in logs.
  package var actor: Actor {
    switch self {
    case .anyone: .anyone
    case .app(let key): Actor(kind: .app, id: key.id, name: key.id)
    case .program(let program):
      .token(program.token.id, named: program.token.name, of: program.owner?.user)
    case .user(let user): .user(user.signedIn.user)
    case .operator: .operator("control socket")
    }
  }

  /// The name in the server's log; holds no secret.
  package var name: String {
    switch self {
    case .anyone: "anyone"
    case .app(let key): "key \(key.id)"
    case .program(let program): "token \(program.token.id) \(program.name)"
    case .user(let user): user.signedIn.user.email
    case .operator(let user): user.map { "operator (user id \($0))" } ?? "operator"
    }
  }

  /// The key of an app; nil for everyone else.
  var appKey: AuthenticatedSDKKey? {
    guard case .app(let key) = self else { return nil }
    return key
  }

  /// The scope in an organization, application or environment; nil without access.
  ///
  /// `application` is nil for what belongs to none, and so is `environment`.
  package func scope(
    in organization: String, application: String? = nil, environment: String? = nil
  ) -> Scope? {
    switch self {
    case .anyone, .app, .operator: nil
    case .program(let program):
      program.scope(in: organization, application: application, environment: environment)
    case .user(let user):
      user.membership(in: organization)
        .flatMap { Scope($0.role(application: application, environment: environment)) }
    }
  }
}

/// A publishable key that is active.
package struct AuthenticatedSDKKey: Sendable {
  package let id: String
  package let application: String
  package let environment: String
}

/// An API token that is active, with its owner.
package struct AuthenticatedToken: Sendable {
  package let token: APIToken
  /// The user it belongs to, as they are now; nil for one of the organization.
  package let owner: Member?

  package init(token: APIToken, owner: Member? = nil) {
    self.token = token
    self.owner = owner
  }

  /// The token's name, and whose it is.
  var name: String {
    guard let owner else { return token.name }
    return "\(token.name) (\(owner.user.email))"
  }

  /// The widest scope that was given to the token.
  package var given: Scope? { token.scopes.compactMap { Scope(rawValue: $0) }.max() }

  /// Returns the token's scope here, within its limits and its user's current role; nil for none.
  func scope(in organization: String, application: String?, environment: String?) -> Scope? {
    guard token.organization == organization, var scope = given else { return nil }
    if let only = token.application, only != application { return nil }
    // As with a grant for one environment: its holder sees the rest of the application.
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
    /// The browser's cookie, which it sends along with requests of other sites' pages too.
    case cookie
    /// An app's access token.
    case accessToken
  }

  package let signedIn: AuthenticatedSession
  package let memberships: [Membership]
  package let credential: Credential

  package init(signedIn: AuthenticatedSession, memberships: [Membership], credential: Credential) {
    self.signedIn = signedIn
    self.memberships = memberships
    self.credential = credential
  }

  package func membership(in organization: String) -> Membership? {
    memberships.first { $0.organization == organization }
  }
}
