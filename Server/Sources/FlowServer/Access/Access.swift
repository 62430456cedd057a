/// The access rule of a route: who may call it.
package enum Access: Sendable, Equatable {
  case anyone
  /// An app with an SDK key.
  case app
  /// Any signed-in user; the route concerns only the caller.
  case user
  /// Any signed-in user, or a program with a token of any scope.
  case userOrToken
  /// A token with at least this scope, or a user whose role for the request's resource includes it.
  case scope(Scope)
  /// A program with a token of at least this scope, or any member of the organization; the response
  /// contains only what the caller may see.
  case member(Scope)
  /// An app with an SDK key, or anyone who has at least this scope.
  case appOrScope(Scope)
  /// The operator of the server, over its control socket.
  case `operator`
}

extension Access {
  /// The scope that a token needs; nil if no token grants access.
  package var scope: Scope? {
    switch self {
    case .anyone, .app, .user, .operator: nil
    case .userOrToken: .read
    case .scope(let scope), .member(let scope), .appOrScope(let scope): scope
    }
  }

  /// Whether an SDK key grants access.
  package var isForApps: Bool {
    switch self {
    case .app, .appOrScope: true
    case .anyone, .user, .userOrToken, .scope, .member, .operator: false
    }
  }

  /// Whether the route concerns only the caller.
  package var concernsOnlyCaller: Bool { [.user, .userOrToken].contains(self) }

  /// Whether a signed-in user's session can grant access.
  package var isForUsers: Bool { self == .user || scope != nil }
}
