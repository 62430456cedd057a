import Accounts
import GRDB

extension SQLiteStore {
  package func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError) {
    let (quotas, users) = (quotas, users)
    try await change { database in
      try database.require(organization: token.organization)
      // A user's token is limited to the user's permissions; a service account's is not, so only an
      // owner may create one.
      try database.require(token.user == nil ? .owner : .guest, of: audit, users)
      if try database.has("SELECT 1 FROM api_token WHERE id = ?", [token.id]) {
        throw StoreError(.alreadyExists, "There is an API token with this id already.")
      }
      try database.requireTokenQuota(for: token, quotas)
      try database.run(
        """
        INSERT INTO api_token (\(APIToken.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          token.id, token.organization, token.name, blob(token.hash),
          token.scopes.joined(separator: " "), token.created,
          try database.expiry(of: token, by: audit.actor), token.revoked, token.user,
          token.application, token.environment, token.lastUsed,
        ])
      try database.record(audit)
    }
  }

  package func tokens(of organization: String) async throws(StoreError) -> [APIToken] {
    try await read { database in
      try database.all(
        """
        SELECT \(APIToken.columns) FROM api_token WHERE organization = ? ORDER BY sequence DESC
        """, [organization], APIToken.init)
    }
  }

  package func activeTokens(
    ofUser user: String, at now: Int
  ) async throws(StoreError) -> [APIToken] {
    try await read { database in
      try database.all(
        """
        SELECT \(APIToken.columns) FROM api_token WHERE user = ? AND revoked IS NULL
          AND coalesce (expires, 9e15) > ? ORDER BY sequence DESC
        """, [user, now], APIToken.init)
    }
  }

  package func token(_ id: String) async throws(StoreError) -> APIToken? {
    try await read { database in
      try database.first(
        "SELECT \(APIToken.columns) FROM api_token WHERE id = ?", [id], APIToken.init)
    }
  }

  package func revokeToken(
    _ id: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await revoke(id, in: "api_token", at: at, audit: audit)
  }

  package func touchToken(_ id: String, at: Int) async throws(StoreError) {
    // Queued with events, so that it does not delay users' changes.
    try await change(in: .events) { database in
      try database.run(
        """
        UPDATE api_token SET last_used = ?1
        WHERE id = ?2 AND (coalesce(last_used, 0) < ?1 OR last_used - ?1 > ?3)
        """, [at, id, APIToken.maximumClockSkew])
    }
  }

  package func revokeTokens(
    of user: String, in organization: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> [String] {
    try await change { database in
      let revoked = try database.all(
        """
        SELECT id FROM api_token WHERE organization = ? AND user = ? AND revoked IS NULL
        ORDER BY sequence
        """, [organization, user]
      ) { try $0.text(0) }
      guard !revoked.isEmpty else { return [] }
      for id in revoked {
        try database.run("UPDATE api_token SET revoked = ? WHERE id = ?", [at, id])
      }
      try database.record(audit)
      return revoked
    }
  }
}

extension Database {
  /// The expiry of a new token: never after the organization's limit, nor after the expiry of the
  /// token that creates it.
  ///
  /// NB: determined in the transaction, because both may be lowered while the request is read.
  fileprivate func expiry(of token: APIToken, by actor: Actor) throws -> Int? {
    var expiries = [token.expires]
    let days = try first(
      "SELECT token_days FROM organization WHERE id = ?", [token.organization]
    ) { try $0.optionalInt(0) }
    expiries.append((days ?? nil).map { token.created + $0 * 86_400 })
    if case .token? = actor.credential {
      let creator = try first("SELECT expires FROM api_token WHERE id = ?", [actor.id]) {
        try $0.optionalInt(0)
      }
      expiries.append(creator ?? nil)
    }
    return expiries.compactMap(\.self).min()
  }

  fileprivate func requireTokenQuota(for token: APIToken, _ quotas: Quotas) throws {
    let active = "revoked IS NULL AND (expires IS NULL OR expires > ?)"
    let totalCount = try count(
      "api_token WHERE organization = ? AND \(active)", [token.organization, token.created])
    try require(quotas, .tokens, count: totalCount) {
      QuotaMessage(
        subject: "The organization has \($0) active API tokens",
        fix: "Revoke some that are no longer used. ")
    }
    // NB: otherwise one member could use up the organization's quota.
    if let user = token.user {
      let userCount = try count(
        "api_token WHERE organization = ? AND user = ? AND \(active)",
        [token.organization, user, token.created])
      try require(quotas, .userTokens, count: userCount) {
        QuotaMessage(
          subject: "You have \($0) active API tokens in this organization",
          fix: "Revoke some that are no longer used. ")
      }
    }
    try removeInactive(
      from: "api_token", where: "organization = ? AND (revoked IS NOT NULL OR expires <= ?)",
      [token.organization, token.created])
  }
}

extension APIToken {
  fileprivate static let columns = """
    id, organization, name, hash, scopes, created, expires, revoked, user, application,
    environment, last_used
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), organization: try row.text(1), name: try row.text(2),
      hash: try row.bytes(3), scopes: try row.text(4).split(separator: " ").map(String.init),
      created: try row.int(5), expires: try row.optionalInt(6), revoked: try row.optionalInt(7),
      user: try row.optionalText(8), application: try row.optionalText(9),
      environment: try row.optionalText(10), lastUsed: try row.optionalInt(11))
  }
}
