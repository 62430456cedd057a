/// A report by the owner of an address that they do not know the organization that invited them.
///
/// It blocks further invitations from that organization to that address. Times are in seconds since
/// 1970.
public struct InvitationReport: Sendable, Equatable {
  /// The organization's id.
  public let organization: String
  /// A keyed hash of the address's mailbox, so that the list of reports names no one.
  public let recipient: String
  /// The id of the invitation.
  public let invitation: String
  /// The time of the report.
  public let at: Int
  /// The time at which the report was dismissed, or nil; the address stays blocked.
  public var dismissed: Int?

  /// Creates a record.
  public init(
    organization: String, recipient: String, invitation: String, at: Int, dismissed: Int? = nil
  ) {
    self.organization = organization
    self.recipient = recipient
    self.invitation = invitation
    self.at = at
    self.dismissed = dismissed
  }
}

/// The sender or recipient whose invitations are counted.
public enum InvitationQuotaKey: Sendable, Equatable {
  /// The invitations sent by the user with this id, or by a token with the user's permissions.
  case inviter(String)
  /// The invitations of the organization with this id.
  case organization(String)
  /// The invitations to a mailbox and all of its subaddresses; see `EmailAddress.mailbox`.
  case recipient(String)
}
