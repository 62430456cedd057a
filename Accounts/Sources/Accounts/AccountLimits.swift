/// How much one user and one organization may do, so that no one floods strangers with mail in the
/// service's name or fills its store.
///
/// 0 means any number.
public struct AccountLimits: Sendable, Equatable {
  /// How many organizations a user may create.
  public var organizationsPerUser = 10
  /// How many members an organization may have.
  public var membersPerOrganization = 1000
  /// How many invitations of an organization may wait for an answer.
  public var pendingInvitations = 100
  /// How many invitations a user may send within a day, to all organizations together.
  public var invitationsPerUser = 50
  /// How many invitations an organization may send within a day.
  public var invitationsPerOrganization = 200
  /// How many invitations one address may get within a day, from all organizations together.
  public var invitationsPerAddress = 5
  /// How many recipients must report an organization before it can send no more invitations.
  public var reportsToBlock = 3

  /// Creates the default limits.
  public init() {}
}
