import GRDB

extension SQLiteStore {
  package func add(_ token: APIToken, audit: AuditEntry) async throws(StoreError) {
    try await change { database in
      try database.require(organization: token.organization)
      if try database.has("SELECT 1 FROM api_token WHERE id = ?", [token.id]) {
        throw StoreError(.alreadyThere, "There is an API token of this id already.")
      }
      try database.run(
        """
        INSERT INTO api_token (id, organization, name, hash, scopes, created, expires, revoked)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          token.id, token.organization, token.name, blob(token.hash),
          token.scopes.joined(separator: " "), token.created, token.expires, token.revoked,
        ])
      try database.note(audit)
    }
  }

  package func tokens(of organization: String) async throws(StoreError) -> [APIToken] {
    try await read { database in
      try database.all(
        """
        SELECT id, organization, name, hash, scopes, created, expires, revoked FROM api_token
        WHERE organization = ? ORDER BY arrival DESC
        """, [organization], APIToken.init)
    }
  }

  package func token(_ id: String) async throws(StoreError) -> APIToken? {
    try await read { database in
      try database.first(
        """
        SELECT id, organization, name, hash, scopes, created, expires, revoked FROM api_token
        WHERE id = ?
        """, [id], APIToken.init)
    }
  }

  package func revokeToken(
    _ id: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await revoke(id, in: "api_token", at: at, audit: audit)
  }
}

extension APIToken {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), organization: try row.text(1), name: try row.text(2),
      hash: try row.bytes(3), scopes: try row.text(4).split(separator: " ").map(String.init),
      created: try row.int(5), expires: try row.optionalInt(6), revoked: try row.optionalInt(7))
  }
}
