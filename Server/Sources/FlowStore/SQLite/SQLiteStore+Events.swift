import GRDB

extension SQLiteStore {
  package func append(
    _ batches: [EventBatch], quota: Int?
  ) async throws(StoreError) -> [Bool] {
    guard !batches.isEmpty else { return [] }
    let weight = batches.reduce(0) { $0 + $1.body.count + 1024 }
    return try await change(in: .events, weight: weight) { database in
      try batches.map { try database.append($0, quota: quota) }
    }
  }

  package func eventVolume(of application: String) async throws(StoreError) -> Int {
    try await read { try $0.eventVolume(of: application) }
  }

  package func eventBatches(
    of application: String, after: Int, limit: Int
  ) async throws(StoreError) -> [EventBatch] {
    try await read { database in
      try database.all(
        """
        SELECT id, application, environment, key, count, body, received FROM event_batch
        WHERE application = ? AND id > ? ORDER BY id LIMIT ?
        """, [application, after, max(0, limit)], EventBatch.init)
    }
  }
}

extension Database {
  /// Adds a batch and counts its sessions and attributes, unless it is stored already.
  ///
  /// - Returns: Whether the batch is new.
  fileprivate func append(_ batch: EventBatch, quota: Int?) throws -> Bool {
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
    let volume = EventBatch.volume(batch.body.count)
    if let quota, try eventVolume(of: batch.application) + volume > quota {
      throw StoreError(
        .quotaReached,
        "The events of \"\(batch.application)\" use up their quota of \(quota) bytes.")
    }
    try addVolume(of: batch.application, batches: 1, bytes: volume)
    for use in batch.uses { try add(use, of: batch) }
    try count(batch.attributes, of: batch)
    return true
  }

  fileprivate func eventVolume(of application: String) throws -> Int {
    try first("SELECT bytes FROM event_volume WHERE application = ?", [application]) {
      try $0.int(0)
    } ?? 0
  }

  /// Adds to the stored volume of an application's events.
  func addVolume(of application: String, batches: Int, bytes: Int) throws {
    try run(
      """
      INSERT INTO event_volume (application, batches, bytes) VALUES (?, ?, ?)
      ON CONFLICT (application) DO UPDATE SET
        batches = batches + excluded.batches, bytes = bytes + excluded.bytes
      """, [application, batches, bytes])
  }

  private func add(_ use: BuildUse, of batch: EventBatch) throws {
    guard try mayCount(use, of: batch) else { return }
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

  /// Whether a build's sessions of a day may be counted: always if it is already counted or has a
  /// manifest, of which there is a limited number; otherwise up to a limit of builds.
  private func mayCount(_ use: BuildUse, of batch: EventBatch) throws -> Bool {
    let build: StatementArguments = [use.platform, use.version, use.build]
    let day: StatementArguments = [batch.application, batch.environment, use.day]
    let isCounted = try has(
      """
      SELECT 1 FROM build_use WHERE application = ? AND environment = ? AND day = ?
        AND platform = ? AND version = ? AND build = ?
      """, day + build)
    if isCounted { return true }
    let count = try first(
      "SELECT count(*) FROM build_use WHERE application = ? AND environment = ? AND day = ?", day
    ) { try $0.int(0) }
    if (count ?? 0) < BuildUse.undeclaredLimit { return true }
    return try has(
      """
      SELECT 1 FROM manifest
      WHERE application = ? AND platform = ? AND version = ? AND build = ?
      """, [batch.application] + build)
  }
}

extension EventBatch {
  /// Returns the size of a batch as counted by the quota, in bytes, including its row's overhead.
  static func volume(_ bytes: Int) -> Int { bytes + 256 }
}
