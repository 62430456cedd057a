/// What a token may do; each scope includes those before it.
package enum Scope: String, Sendable, CaseIterable, Comparable {
  /// See everything of the organization.
  case read
  /// Change drafts and say what builds declare.
  case draft
  /// Make releases.
  case publish
  /// Add applications, environments, keys and tokens.
  case admin

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
