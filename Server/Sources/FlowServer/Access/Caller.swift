package import FlowStore

/// Who sent a request.
package enum Caller: Sendable {
  /// Nobody who said so.
  case anyone
  /// An app with a publishable key of one environment.
  case app(AppKey)
  /// A program with a token of an organization.
  case program(APIToken)

  /// What the audit log and the server's log call the caller; holds no secret.
  package var name: String {
    switch self {
    case .anyone: "anyone"
    case .app(let key): "key \(key.id)"
    case .program(let token): token.name
    }
  }

  /// The widest scope that a token grants; nil for others.
  package var scope: Scope? {
    guard case .program(let token) = self else { return nil }
    return token.scopes.compactMap { Scope(rawValue: $0) }.max()
  }
}

/// A publishable key that is in force.
package struct AppKey: Sendable {
  package let id: String
  package let application: String
  package let environment: String
}
