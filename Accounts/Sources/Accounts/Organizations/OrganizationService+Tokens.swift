/// The contents of an email about a new API token, without its secret.
public struct TokenNotice: Sendable, Equatable {
  /// The token's name.
  public let name: String
  /// The most permissive of its scopes.
  public let scope: String
  /// The organization's display name.
  public let organization: String
  /// The only application, or environment of it, that the token gives access to; empty for all.
  public let resource: String
  /// The expiry of the token, in seconds since 1970.
  public let expires: Int

  /// Creates a notice.
  public init(name: String, scope: String, organization: String, resource: String, expires: Int) {
    self.name = name
    self.scope = scope
    self.organization = organization
    self.resource = resource
    self.expires = expires
  }
}

extension OrganizationService {
  /// Notifies the user who created a token and, with `toOwners`, all owners who can sign in,
  /// because a token outlives the session that created it.
  ///
  /// The address and browser of a user who created the token are only in the email to them.
  public func notifyOfNewToken(
    _ token: TokenNotice, in organization: String, toOwners: Bool, by actor: Actor, client: Client
  ) async throws {
    try await store.change { writer in
      let creator = try actor.user.flatMap { try writer.user($0) }
      // NB: the creator may have deleted their account since.
      let isDeleted = actor.user != nil && creator == nil
      var recipients: [String: User] = [:]
      if let creator { recipients[creator.id] = creator }
      if toOwners {
        for member in try writer.members(of: organization)
        where member.membership.role == .owner && member.user.disabled == nil
          && member.user.verified != nil
        {
          recipients[member.user.id] = member.user
        }
      }
      for user in recipients.values.sorted(by: { $0.email < $1.email }) {
        let shownClient = !isDeleted && (creator == nil || creator == user) ? client : nil
        let name = isDeleted ? "deleted user" : actor.displayName
        try mailer.enqueue(
          .tokenCreated(token, by: name, client: shownClient), to: user, client: client,
          in: writer)
      }
    }
  }
}
