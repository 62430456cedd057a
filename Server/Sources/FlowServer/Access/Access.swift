/// The requirement for calling a route.
package enum Access: Sendable, Equatable {
  case anyone
  /// An app with its key.
  case app
  /// Any signed-in user, about themselves.
  case user
  /// Any signed-in user, or a program with a token of any scope.
  case userOrToken
  /// A token with at least this scope, or a user whose role includes it, where the path leads.
  case scope(Scope)
  /// A program with at least this scope; and every member of the organization, who gets what is
  /// theirs to see.
  case member(Scope)
  /// An app with its key, or anyone who has at least this scope.
  case appOrScope(Scope)
  /// The operator of the server, over its control socket.
  case `operator`
}

extension Access {
  /// The scope that a program needs; nil where a token opens nothing.
  package var scope: Scope? {
    switch self {
    case .anyone, .app, .user, .operator: nil
    case .userOrToken: .read
    case .scope(let scope), .member(let scope), .appOrScope(let scope): scope
    }
  }

  /// Whether an app's key opens it.
  package var isForApps: Bool {
    switch self {
    case .app, .appOrScope: true
    case .anyone, .user, .userOrToken, .scope, .member, .operator: false
    }
  }

  /// Whether it is about nothing but the caller.
  package var isOwn: Bool { [.user, .userOrToken].contains(self) }

  /// Whether a signed-in user may come at all.
  package var isForPeople: Bool { self == .user || scope != nil }
}
