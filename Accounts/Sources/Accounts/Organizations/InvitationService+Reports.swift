import Logging

extension InvitationService {
  /// Finds the invitation to be reported, to show its page; changes nothing.
  ///
  /// It may have been revoked or have expired: what is reported is that it was sent.
  ///
  /// - Throws: `AccountError`: `.invalidLink` for an unknown token; `.conflict` if its
  ///   recipient has joined the organization.
  public func invitationToReport(_ token: String) async throws -> Invitation {
    try await store.read { try reportableInvitation(token, in: $0) }
  }

  /// Reports an invitation: its recipient gets no more from this organization, and with enough
  /// reports by different recipients the organization cannot send any.
  ///
  /// All pending invitations of this organization to the same mailbox, whatever the subaddress,
  /// end. The token proves that the reporter received the email, so no account is needed.
  /// Reporting again changes nothing.
  ///
  /// - Throws: The same errors as `invitationToReport`.
  public func report(_ token: String, client: Client) async throws {
    let (organization, reports) = try await store.change { writer -> (String, Int?) in
      let invitation = try reportableInvitation(token, in: writer)
      let organization = invitation.organization
      let recipient = invitationGuard.pseudonym(ofRecipient: invitation.emailKey)
      let mailbox = EmailAddress.mailbox(ofKey: invitation.emailKey)
      guard try writer.invitationReport(about: organization, by: recipient) == nil else {
        return (organization, nil)
      }
      // Reports name no one: to the owners, the invitation looks revoked.
      try invitationRegistry.endInvitations(to: organization, as: .revoked, in: writer) {
        EmailAddress.mailbox(ofKey: $0.emailKey) == mailbox
      }
      var report = InvitationReport(
        organization: organization, recipient: recipient, invitation: invitation.id, at: clock())
      let earlier = try invitationGuard.reports(
        by: invitation.emailKey, about: organization, in: writer)
      for report in earlier {
        _ = try writer.removeInvitationReport(about: organization, by: report.recipient)
      }
      // The new report replaces the earlier ones, and is dismissed only if all of them were.
      report.dismissed = earlier.contains { $0.dismissed == nil } ? nil : earlier.first?.dismissed
      try writer.put(report)
      guard earlier.isEmpty else { return (organization, nil) }
      let reports = try writer.invitationReportCount(about: organization)
      try events.record(
        .invitationReported, about: nil, by: .anonymous, organization: organization, client: client,
        detail: ["reports": "\(reports)"], in: writer)
      if reports == settings.limits.reportsToBlock {
        try events.record(
          .invitationsBlocked, about: nil, by: .system, organization: organization,
          client: client, detail: ["reports": "\(reports)"], in: writer)
      }
      return (organization, reports)
    }
    guard let reports else { return }
    let metadata: Logger.Metadata = [
      "organization": "\(organization)", "reports": .stringConvertible(reports),
    ]
    if invitationGuard.isBlocked(reports: reports) {
      logger.warning(
        """
        An organization can send no more invitations, because recipients reported it; \
        review it, and run `flowmagic org allow-invitations` to allow them again
        """, metadata: metadata)
    } else {
      logger.notice("An invitation was reported by its recipient", metadata: metadata)
    }
  }

  /// Organizations that recipients reported, with the number of reports that are not dismissed and
  /// whether they are blocked; those with the most reports first.
  public func reportedOrganizations() async throws -> [ReportedOrganization] {
    try await store.read { try $0.invitationReportCounts() }
      .map { id, reports in
        ReportedOrganization(
          id: id, reports: reports, isBlocked: invitationGuard.isBlocked(reports: reports))
      }
      .sorted { ($1.reports, $0.id) < ($0.reports, $1.id) }
  }

  /// Allows a reported organization to send invitations again, after an operator has reviewed it;
  /// those who reported it still cannot be invited by it.
  ///
  /// - Returns: The number of reports that were dismissed.
  @discardableResult
  public func allowInvitations(of organization: String, by actor: Actor) async throws -> Int {
    try await store.change { writer in
      let dismissed = try writer.dismissInvitationReports(about: organization, at: clock())
      guard dismissed > 0 else { return 0 }
      try events.record(
        .invitationsAllowed, about: nil, by: actor, organization: organization, client: .operator,
        detail: ["reports": "\(dismissed)"], in: writer)
      return dismissed
    }
  }

  /// Allows an organization to invite an address again, after the owner of the address has reported
  /// the organization by mistake.
  ///
  /// - Returns: Whether a report was removed.
  /// - Throws: `AccountError` `.invalidAddress`.
  @discardableResult
  public func allowInvitations(
    of organization: String, to email: String, by actor: Actor
  ) async throws -> Bool {
    let address = try EmailAddress(email)
    return try await store.change { writer in
      let reports = try invitationGuard.reports(by: address.key, about: organization, in: writer)
      guard !reports.isEmpty else { return false }
      for report in reports {
        _ = try writer.removeInvitationReport(about: organization, by: report.recipient)
      }
      try events.record(
        .invitationsAllowed, about: nil, by: actor, organization: organization, client: .operator,
        detail: ["reports": "1"], in: writer)
      return true
    }
  }

  private func reportableInvitation(
    _ token: String, in reader: any AccountReader
  ) throws -> Invitation {
    guard
      let invitation = try SecretToken(token).flatMap({ try reader.invitation(hash: $0.hash) })
    else { throw AccountError.invalidLink }
    if let user = try reader.user(emailKey: invitation.emailKey),
      try reader.membership(of: user.id, in: invitation.organization) != nil
    {
      throw AccountError(
        .conflict, "You have joined this organization. Leave it under “Organizations” instead.",
        german: "Du bist dieser Organisation beigetreten. Verlass sie stattdessen unter "
          + "„Organisationen“.")
    }
    return invitation
  }
}

/// An organization that recipients of its invitations reported.
public struct ReportedOrganization: Sendable, Equatable {
  /// Its id.
  public let id: String
  /// The number of reports that are not dismissed.
  public let reports: Int
  /// Whether it is blocked from sending invitations.
  public let isBlocked: Bool

  /// Creates a value.
  public init(id: String, reports: Int, isBlocked: Bool) {
    self.id = id
    self.reports = reports
    self.isBlocked = isBlocked
  }
}
