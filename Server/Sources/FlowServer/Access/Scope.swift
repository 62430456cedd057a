package import Accounts

/// The permissions of a token or a role; each scope includes those before it.
package enum Scope: String, Sendable, CaseIterable, Comparable {
  /// Read everything in the organization.
  case read
  /// Change drafts, and declare manifests of builds.
  case draft
  /// Publish releases.
  case publish
  /// Add applications, environments, keys and tokens, and change members' roles.
  case admin

  /// Creates the scope of a role; nil for a guest, who has access through grants alone.
  package init?(_ role: Role) {
    switch role {
    case .guest: return nil
    case .viewer: self = .read
    case .drafter: self = .draft
    case .editor: self = .publish
    case .owner: self = .admin
    }
  }

  /// The role with this scope.
  package var role: Role {
    switch self {
    case .read: .viewer
    case .draft: .drafter
    case .publish: .editor
    case .admin: .owner
    }
  }

  package static func < (left: Scope, right: Scope) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .draft: 1
    case .publish: 2
    case .admin: 3
    }
  }
}
