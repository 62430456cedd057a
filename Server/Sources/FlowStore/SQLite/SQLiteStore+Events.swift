import GRDB

extension SQLiteStore {
  package func append(_ batches: [EventBatch]) async throws(StoreError) -> [Bool] {
    guard !batches.isEmpty else { return [] }
    let weight = batches.reduce(0) { $0 + $1.body.count + 1024 }
    return try await change(in: .events, weight: weight) { database in
      try batches.map { try database.append($0) }
    }
  }

  package func eventBatches(
    of application: String, after: Int, limit: Int
  ) async throws(StoreError) -> [EventBatch] {
    try await read { database in
      try database.all(
        """
        SELECT id, application, environment, key, count, body, received FROM event_batch
        WHERE application = ? AND id > ? ORDER BY id LIMIT ?
        """, [application, after, max(0, limit)]
      ) {
        EventBatch(
          id: try $0.int(0), application: try $0.text(1), environment: try $0.text(2),
          key: try $0.text(3), count: try $0.int(4), body: try $0.bytes(5),
          received: try $0.int(6))
      }
    }
  }
}

extension Database {
  /// - Returns: Whether the batch is new; what a batch says of builds counts only then.
  fileprivate func append(_ batch: EventBatch) throws -> Bool {
    do {
      try run(
        """
        INSERT INTO event_batch (application, environment, key, count, body, received)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (application, environment, key) DO NOTHING
        """,
        [
          batch.application, batch.environment, batch.key, batch.count, blob(batch.body),
          batch.received,
        ])
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
    {
      try require(environment: batch.environment, of: batch.application)
      throw error
    }
    guard changesCount > 0 else { return false }
    for use in batch.uses { try add(use, of: batch) }
    try count(batch.attributes, of: batch)
    return true
  }

  private func add(_ use: BuildUse, of batch: EventBatch) throws {
    try run(
      """
      INSERT INTO build_use (application, environment, day, platform, version, build, sessions)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (application, environment, day, platform, version, build)
      DO UPDATE SET sessions = sessions + excluded.sessions
      """,
      [
        batch.application, batch.environment, use.day, use.platform, use.version, use.build,
        use.sessions,
      ])
  }
}
