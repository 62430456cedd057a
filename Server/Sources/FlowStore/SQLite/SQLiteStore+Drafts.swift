package import Accounts
import GRDB

extension SQLiteStore {
  package func draft(of application: String) async throws(StoreError) -> Draft? {
    try await read { database in
      try database.first(
        """
        SELECT application, revision, body, author, author_kind, author_id, author_user, updated
        FROM draft
        WHERE application = ? AND body IS NOT NULL
        """, [application], Draft.init)
    }
  }

  package func draftMetadata(of application: String) async throws(StoreError) -> Draft? {
    try await read { database in
      try database.first(
        """
        SELECT application, revision, x'', author, author_kind, author_id, author_user, updated
        FROM draft
        WHERE application = ? AND body IS NOT NULL
        """, [application], Draft.init)
    }
  }

  package func replaceDraft(
    of application: String, revision: Int, body: [UInt8], author: Actor, at: Int
  ) async throws(StoreError) -> Draft {
    let (quotas, users) = (quotas, users)
    return try await change(weight: body.count + 1024) { database in
      try database.require(application: application)
      try database.require(.drafter, of: author, at: at, inApplication: application, users)
      let next = try database.nextRevision(of: application, after: revision)
      let size = try database.first(
        "SELECT coalesce(length(body), 0) FROM draft WHERE application = ?", [application]
      ) { try $0.int(0) }
      try database.require(quotas, storageOf: application, adding: body.count - (size ?? 0))
      try database.run(
        """
        INSERT INTO draft
          (application, revision, body, author, author_kind, author_id, author_user, updated)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (application) DO UPDATE SET revision = excluded.revision, body = excluded.body,
          author = excluded.author, author_kind = excluded.author_kind,
          author_id = excluded.author_id, author_user = excluded.author_user,
          updated = excluded.updated
        """,
        [
          application, next, blob(body), author.name, author.kind.rawValue, author.id,
          author.user, at,
        ])
      return Draft(
        application: application, revision: next, body: body, author: author, updated: at)
    }
  }

  package func removeDraft(
    of application: String, revision: Int, author: Actor, at: Int
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.require(application: application)
      try database.require(.drafter, of: author, at: at, inApplication: application, users)
      let next = try database.nextRevision(of: application, after: revision)
      guard revision > 0 else {
        throw StoreError(.conflict, "There is no draft to remove.")
      }
      try database.run(
        """
        UPDATE draft SET revision = ?, body = NULL, author = ?, author_kind = ?, author_id = ?,
          author_user = ?, updated = ? WHERE application = ?
        """,
        [next, author.name, author.kind.rawValue, author.id, author.user, at, application])
    }
  }
}

extension Draft {
  fileprivate init(_ row: Columns) throws {
    self.init(
      application: try row.text(0), revision: try row.int(1), body: try row.bytes(2),
      author: try row.actor(3), updated: try row.int(7))
  }
}

extension Database {
  /// Returns the next revision, higher than all previous ones of the application's draft.
  fileprivate func nextRevision(of application: String, after expected: Int) throws -> Int {
    let newest = try first(
      "SELECT revision, body IS NULL FROM draft WHERE application = ?", [application]
    ) { (revision: try $0.int(0), isRemoved: try $0.int(1) == 1) }
    let current = newest.map { $0.isRemoved ? 0 : $0.revision } ?? 0
    guard current == expected else {
      let state = current == 0 ? "There is no draft" : "The draft is at revision \(current)"
      throw StoreError(
        .conflict, "\(state), and this change is based on revision \(expected): read it again.")
    }
    return (newest?.revision ?? 0) + 1
  }
}
