/// Decides whether an invitation may be sent, by quotas and recipients' reports.
struct InvitationGuard: Sendable {
  let keys: AccountKeyring
  let limits: AccountLimits
  let clock: @Sendable () -> Int

  /// The window in which invitations are counted, in seconds.
  static let window = 86_400

  /// Returns the pseudonym of an address in reports, the same for all subaddresses of a mailbox.
  func pseudonym(ofRecipient emailKey: String) -> String {
    keys.pseudonym(of: ["invitation-report", EmailAddress.mailbox(ofKey: emailKey)])
  }

  /// Finds the reports about an organization by the owner of an address.
  ///
  /// NB: reports from before subaddresses were ignored have the pseudonym of the whole address. A
  /// report whose pseudonym was derived from a secret that has been removed is found as long as its
  /// invitation is stored.
  func reports(
    by emailKey: String, about organization: String, in reader: any AccountReader
  ) throws -> [InvitationReport] {
    let recipients = [
      pseudonym(ofRecipient: emailKey), keys.pseudonym(of: ["invitation-report", emailKey]),
    ]
    let mailbox = EmailAddress.mailbox(ofKey: emailKey)
    return try reader.invitationReports(about: organization).filter { report in
      if recipients.contains(report.recipient) { return true }
      guard let invitation = try reader.invitation(report.invitation) else { return false }
      return EmailAddress.mailbox(ofKey: invitation.emailKey) == mailbox
    }
  }

  /// Whether enough recipients reported the organization to block it from sending invitations.
  func isBlocked(reports: Int) -> Bool {
    limits.reportsToBlock > 0 && reports >= limits.reportsToBlock
  }

  /// Returns the error that rejects this invitation, in the transaction that would send it; nil if
  /// it may be sent.
  func rejection(
    to address: EmailAddress, of organization: String, by actor: Actor, in reader: any AccountReader
  ) throws -> AccountError? {
    if try isBlocked(reports: reader.invitationReportCount(about: organization)) {
      return .reportedOrganization
    }
    guard try reports(by: address.key, about: organization, in: reader).isEmpty else {
      return .refusedByRecipient
    }
    let members = limits.membersPerOrganization
    if members > 0, try reader.memberCount(of: organization) >= members {
      return .tooManyMembers(limit: members)
    }
    let pending = limits.pendingInvitations
    if pending > 0, try reader.pendingInvitationCount(of: organization, at: clock()) >= pending {
      return AccountError(
        .limitReached,
        "This organization has the maximum number of pending invitations: \(pending). "
          + "Revoke some, or wait until they are accepted or have expired.")
    }
    return try quotaError(to: address, of: organization, by: actor, in: reader)
  }

  private func quotaError(
    to address: EmailAddress, of organization: String, by actor: Actor, in reader: any AccountReader
  ) throws -> AccountError? {
    var quotas: [(InvitationQuotaKey, limit: Int, reason: String)] = [
      (
        .organization(organization), limits.invitationsPerOrganization,
        "This organization has sent the maximum number of invitations"
      ),
      (
        .recipient(address.mailbox), limits.invitationsPerAddress,
        "This address has received the maximum number of invitations"
      ),
    ]
    if let user = actor.user {
      quotas.insert(
        (
          .inviter(user), limits.invitationsPerUser,
          "You have sent the maximum number of invitations"
        ),
        at: 0)
    }
    let now = clock()
    for (quota, limit, reason) in quotas where limit > 0 {
      let times = try newestTimes(quota, at: now, limit: limit, in: reader)
      if let error = quotaError(times, at: now, limit: limit, reason) { return error }
    }
    guard actor.isServiceAccount, limits.invitationsPerUser > 0 else { return nil }
    return try serviceAccountError(of: organization, at: now, in: reader)
  }

  /// Returns the times of the newest invitations within a day, newest first, in seconds since 1970.
  ///
  /// Those sent while the clock was ahead do not count, or they would until it catches up.
  private func newestTimes(
    _ quota: InvitationQuotaKey, at now: Int, limit: Int, in reader: any AccountReader
  ) throws -> [Int] {
    try reader.invitationTimes(
      quota, after: now - Self.window, until: now + RecordedTime.tolerance, limit: limit)
  }

  /// Returns the error that rejects an invitation by a service account; nil if it may be sent.
  ///
  /// The creator of a service account is not known. So that a user with many organizations cannot
  /// send more through service accounts, these may send only while the organizations of each owner
  /// have together sent fewer invitations than a user may.
  private func serviceAccountError(
    of organization: String, at now: Int, in reader: any AccountReader
  ) throws -> AccountError? {
    let limit = limits.invitationsPerUser
    for owner in try reader.owners(of: organization) {
      let owned = try reader.memberships(of: owner.id).filter { $0.role == .owner }
      let times = try owned.flatMap {
        try newestTimes(.organization($0.organization), at: now, limit: limit, in: reader)
      }
      let newest = times.sorted(by: >).prefix(limit)
      let reason =
        "A service account must wait, because the organizations of one owner have together sent "
        + "the maximum number of invitations"
      if let error = quotaError(Array(newest), at: now, limit: limit, reason) { return error }
    }
    return nil
  }

  private func quotaError(
    _ times: [Int], at now: Int, limit: Int, _ reason: String
  ) -> AccountError? {
    guard times.count >= limit, let oldest = times.last else { return nil }
    let wait = max(1, oldest + Self.window - now)
    return AccountError(
      .tooManyInvitations,
      "\(reason) within a day: \(limit). Try again in "
        + "\(AccountError.duration(wait)), or ask the operator of this service to allow more.",
      retryAfter: wait)
  }
}

extension AccountReader {
  /// The owners of an organization, the one who has been a member for longest first.
  func owners(of organization: String) throws -> [User] {
    try members(of: organization).filter { $0.membership.role == .owner }
      .sorted { $0.membership.since < $1.membership.since }.map(\.user)
  }
}

extension AccountError {
  fileprivate static let reportedOrganization = AccountError(
    .invitationsBlocked,
    "Several recipients reported that they do not know this organization, so it can send no more "
      + "invitations. Ask the operator of this service to review it and to allow them again.")

  fileprivate static let refusedByRecipient = AccountError(
    .invitationRefused,
    "The owner of this address has declined all invitations of this organization. If this was a "
      + "mistake, they can ask the operator of this service to allow them again.")
}
