/// The role of a member in an organization; each has the permissions of those before it.
public enum Role: String, Sendable, CaseIterable, Comparable {
  /// Sees only what a grant allows.
  case guest
  /// Sees everything.
  case viewer
  /// Changes drafts.
  case drafter
  /// Publishes.
  case editor
  /// Manages permissions, and everything else.
  case owner

  private var rank: Int {
    switch self {
    case .guest: 0
    case .viewer: 1
    case .drafter: 2
    case .editor: 3
    case .owner: 4
    }
  }

  /// Whether one role has fewer permissions than the other.
  public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }
}

/// A role in one application, or in one environment of it.
public struct RoleGrant: Sendable, Equatable, Hashable {
  /// The application's id.
  public let application: String
  /// The environment's name; nil for all of them and for everything outside environments.
  public let environment: String?
  /// The role there: `viewer`, `drafter` or `editor`.
  public let role: Role

  /// Creates a grant.
  public init(application: String, environment: String? = nil, role: Role) {
    self.application = application
    self.environment = environment
    self.role = role
  }
}

/// The membership of a user in an organization, with their role.
///
/// Times are in seconds since 1970.
public struct Membership: Sendable, Equatable {
  /// The organization's id.
  public let organization: String
  /// The user's id.
  public let user: String
  /// The role in the whole organization.
  public var role: Role
  /// Additional roles in applications or environments.
  public var grants: [RoleGrant]
  /// The time of joining.
  public let since: Int

  /// Creates a record.
  public init(
    organization: String, user: String, role: Role, grants: [RoleGrant] = [], since: Int
  ) {
    self.organization = organization
    self.user = user
    self.role = role
    self.grants = grants
    self.since = since
  }

  /// The effective role: the highest of the organization-wide role and the matching grants.
  ///
  /// - Parameters:
  ///   - application: The application's id; nil for resources outside applications, where no grant
  ///     applies.
  ///   - environment: The environment's name; nil for resources outside environments, such as a
  ///     draft. A grant for one environment gives `viewer` elsewhere in the application, so that
  ///     its holder sees it.
  /// - Returns: The effective role.
  public func role(application: String?, environment: String? = nil) -> Role {
    guard let application else { return role }
    var highest = role
    for grant in grants where grant.application == application {
      guard let granted = grant.environment else {
        highest = max(highest, grant.role)
        continue
      }
      highest = max(highest, granted == environment ? grant.role : .viewer)
    }
    return highest
  }
}

/// A user with their membership in an organization.
public struct Member: Sendable, Equatable {
  /// The user.
  public let user: User
  /// The membership.
  public let membership: Membership

  /// Creates a pair.
  public init(user: User, membership: Membership) {
    self.user = user
    self.membership = membership
  }
}

/// An invitation to join an organization.
///
/// Times are in seconds since 1970.
public struct Invitation: Sendable, Equatable {
  /// 16 letters and digits that identify it, such as to revoke it; not a secret.
  public let id: String
  /// The SHA-256 of the link's secret.
  public let hash: [UInt8]
  /// The organization's id.
  public let organization: String
  /// The recipient's address.
  public let email: String
  /// The key by which the address is compared.
  public let emailKey: String
  /// The role that the recipient will have.
  public let role: Role
  /// The grants that the recipient will have.
  public let grants: [RoleGrant]
  /// The sender of the invitation.
  public let inviter: Actor
  /// The time at which it was sent.
  public let created: Int
  /// The expiry of the invitation.
  public let expires: Int
  /// Whether the inviter saw the link, because the service could not send email; such a link does
  /// not prove that its holder has the address.
  public let isLinkShown: Bool
  /// The time at which it ended; nil while it is pending, and if it has merely expired.
  public private(set) var ended: Int?
  /// How it ended; nil as long as `ended` is.
  public private(set) var outcome: Outcome?

  /// Creates a record.
  public init(
    id: String, hash: [UInt8], organization: String, email: String, emailKey: String, role: Role,
    grants: [RoleGrant] = [], inviter: Actor, created: Int, expires: Int,
    isLinkShown: Bool = false, ended: Int? = nil, outcome: Outcome? = nil
  ) {
    self.id = id
    self.hash = hash
    self.organization = organization
    self.email = email
    self.emailKey = emailKey
    self.role = role
    self.grants = grants
    self.inviter = inviter
    self.created = created
    self.expires = expires
    self.isLinkShown = isLinkShown
    self.ended = ended
    self.outcome = outcome
  }

  /// Ends the invitation, which can no longer be accepted then.
  public mutating func end(as outcome: Outcome, at time: Int) {
    self.outcome = outcome
    ended = time
  }

  /// The way in which an invitation ended.
  ///
  /// The raw values are stable: they are in the API.
  public enum Outcome: String, Sendable, CaseIterable {
    /// Its recipient joined the organization.
    case accepted
    /// An owner revoked it, its recipient reported it, or its sender may no longer invite anyone.
    case revoked
    /// The same address was invited again.
    case replaced
  }
}
