/// The limits of one user and one organization, so that no one floods strangers with mail in the
/// service's name or fills its store.
///
/// 0 means no limit.
public struct AccountLimits: Sendable, Equatable {
  /// The maximum number of organizations that a user may create.
  public var organizationsPerUser = 10
  /// The maximum number of an organization's members.
  public var membersPerOrganization = 1000
  /// The maximum number of an organization's pending invitations.
  public var pendingInvitations = 100
  /// The maximum number of invitations that a user may send within a day, to all organizations
  /// together.
  public var invitationsPerUser = 50
  /// The maximum number of invitations that an organization may send within a day.
  public var invitationsPerOrganization = 200
  /// The maximum number of invitations that one address may get within a day, from all
  /// organizations together.
  public var invitationsPerAddress = 5
  /// The number of reports, each by another recipient, after which an organization can no longer
  /// send invitations.
  public var reportsToBlock = 3

  /// Creates the default limits.
  public init() {}
}
