import GRDB

/// The parts of a message about a quota.
struct QuotaMessage {
  /// The beginning of the message, such as “The organization has 100 applications”.
  let subject: String
  /// A sentence about how users can free some of the quota, followed by a space; empty if they
  /// cannot.
  var fix = ""
}

extension Database {
  /// Throws `quota-reached` if `more` records of this kind would exceed the quota.
  func require(
    _ quotas: Quotas, _ kind: Quotas.Kind, count: Int, adding more: Int = 1,
    _ message: (Int) -> QuotaMessage
  ) throws(StoreError) {
    guard let limit = quotas[kind], count + more > limit else { return }
    let parts = message(count)
    throw StoreError(
      .quotaReached,
      "\(parts.subject), and this server allows \(limit). \(parts.fix)Its operator can raise the "
        + "quota (--\(kind.setting)).",
      quota: Quotas.ReachedQuota(kind: kind, limit: limit, count: count))
  }

  /// Throws `quota-reached` if the added bytes would exceed the application's quota of storage.
  func require(_ quotas: Quotas, storageOf application: String, adding bytes: Int) throws {
    guard quotas[.storage] != nil, bytes > 0 else { return }
    let used = try first(
      "SELECT bytes FROM storage_volume WHERE application = ?", [application]
    ) { try $0.int(0) }
    try require(quotas, .storage, count: used ?? 0, adding: bytes) { used in
      QuotaMessage(
        subject: "The releases, draft, manifests and pictures of \"\(application)\" take \(used) "
          + "bytes, this would add \(bytes)",
        fix: "You can still roll back to an earlier release. ")
    }
  }

  /// Returns the number of rows; `sql` is what follows `FROM`.
  func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
    try first("SELECT count(*) FROM \(sql)", arguments) { try $0.int(0) } ?? 0
  }

  /// Removes the oldest revoked and expired keys or tokens, so that lists stay short.
  func removeInactive(from table: String, where condition: String, _ arguments: StatementArguments)
    throws
  {
    try run(
      """
      DELETE FROM \(table) WHERE sequence IN (
        SELECT sequence FROM \(table) WHERE \(condition) ORDER BY sequence DESC
        LIMIT -1 OFFSET \(Quotas.maximumInactive))
      """, arguments)
  }
}
