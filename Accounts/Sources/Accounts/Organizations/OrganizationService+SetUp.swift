extension OrganizationService {
  /// Creates the link with which an organization gets its first owner, for the operator who starts
  /// the server.
  ///
  /// An earlier link stops working.
  ///
  /// - Returns: The link's URL; works once, for a day.
  /// - Throws: `AccountError` `.conflict` if there is an owner.
  public func createSetUpLink(for organization: String) async throws -> String {
    let secret = SecretToken()
    try await store.change { writer in
      guard try !hasOwner(organization, in: writer) else { throw AccountError.alreadySetUp }
      for old in try writer.oneTimeTokens(for: .setUp) where old.payload == organization {
        _ = try writer.removeOneTimeToken(old.hash)
      }
      try writer.put(
        OneTimeToken(
          hash: secret.hash, purpose: .setUp, user: nil, payload: organization,
          created: clock(), expires: clock() + OneTimeTokens.Lifetime.setUp))
      try events.record(
        .setUpLinkCreated, about: nil, by: .system, organization: organization,
        client: .operator, in: writer)
    }
    return oneTimeTokens.url(AccountPaths.setUp, secret)
  }

  /// The organization that a set-up link is for, to show its page.
  ///
  /// - Throws: `AccountError` `.invalidLink`.
  public func organizationToSetUp(_ token: String) async throws -> String {
    try await store.read { reader in
      try reader.organizationWithoutOwner(oneTimeTokens.validToken(token, for: .setUp, in: reader))
    }
  }

  /// Makes an organization's first owner, with a verified account, and signs them in.
  ///
  /// Anyone with the link has access to the server, so the address need not be verified by email.
  ///
  /// - Throws: `AccountError`: `.invalidLink`, also if there is already an owner; `.addressTaken`;
  ///   `.tooManyAttempts`; errors of the address, the password or the name.
  public func setUp(
    _ token: String, email: String, password: String, name: String,
    as kind: Session.ClientKind = .browser, client: Client
  ) async throws -> SignInResult {
    _ = try await organizationToSetUp(token)
    let account = try lifecycle.newAccount(email: email, password: password, name: name)
    let hash = try await hasher.hash(password, for: .network(client.network))
    let id = AccountLifecycle.newUserID()
    let secrets = SessionSecrets()
    let decision = try await store.change { writer in
      let validToken = try oneTimeTokens.validToken(token, for: .setUp, in: writer)
      let organization = try writer.organizationWithoutOwner(validToken)
      let existing = try writer.user(emailKey: account.address.key)
      guard existing?.verified == nil, existing?.disabled == nil else {
        throw AccountError.askOperator
      }
      if let existing { try lifecycle.reclaim(existing, client: client, in: writer) }
      if let validToken { _ = try writer.removeOneTimeToken(validToken.hash) }
      let user = account.user(
        existing?.id ?? id, verified: clock(), created: existing?.created ?? clock())
      try writer.put(user)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      try writer.put(
        Membership(
          organization: organization, user: user.id, role: .owner, since: clock()))
      try events.record(
        .organizationSetUp, about: user, organization: organization, client: client, in: writer)
      return try sessionIssuer.begin(
        user, by: .setUp, as: kind, client: client, with: secrets, in: writer)
    }
    return try await sessionIssuer.issue(decision, with: secrets)
  }

  private func hasOwner(_ organization: String, in reader: any AccountReader) throws -> Bool {
    try reader.members(of: organization).contains { $0.membership.role == .owner }
  }
}

extension AccountReader {
  /// The organization that a token is for.
  ///
  /// - Throws: `.invalidLink` without a token, or if the organization already has an owner.
  fileprivate func organizationWithoutOwner(_ token: OneTimeToken?) throws -> String {
    guard let token,
      try !members(of: token.payload).contains(where: { $0.membership.role == .owner })
    else { throw AccountError.invalidLink }
    return token.payload
  }
}

extension AccountError {
  fileprivate static let alreadySetUp = AccountError(
    .conflict, "This organization already has an owner, who can invite others.",
    german: "Diese Organisation hat schon einen Eigentümer, der andere einladen kann.")

  fileprivate static let askOperator = AccountError(
    .addressTaken,
    "An account with this address already exists. Use another address, or ask the operator of this "
      + "server to make that account an owner.")
}
