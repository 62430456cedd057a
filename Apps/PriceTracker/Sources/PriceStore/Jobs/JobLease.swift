internal import GRDB
public import PriceDomain

/// The exclusive right to run a job, which one process holds at a time.
public struct JobLease: Sendable, Hashable {
  /// The job.
  public let name: String
  /// The fencing token: it increases with every lease, so that a process that was suspended can no
  /// longer write.
  public let fencingToken: Int64
  /// The duration of the lease in seconds; each transaction of the job renews it.
  public let seconds: Int64
}

/// The status of a job.
public struct JobStatus: Sendable, Hashable {
  /// The process that runs the job or ran it last.
  public let holder: String?
  /// When it was last started.
  public let started: Timestamp?
  /// When it ended; nil while it is running, and after a crash.
  public let ended: Timestamp?
  /// The number of items processed since it was started.
  public let processedItems: Int
}

extension PriceStore {
  /// Acquires the lease of a job.
  ///
  /// - `seconds`: The duration of the lease.
  /// - `isDead`: Whether a holder is known to have ended without releasing the lease; by default
  ///   false, so that the lease must expire.
  /// - Throws: `StoreError` with `job-taken` if another process holds the lease.
  public func acquireLease(
    _ name: String, holder: String, seconds: Int64 = 60, at now: Timestamp,
    isDead: @escaping @Sendable (_ holder: String) -> Bool = { _ in false }
  ) async throws -> JobLease {
    try await database.change { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT fencing_token, holder, expires FROM job WHERE name = ?",
        arguments: [name])
      let expires: Int64 = row?["expires"] ?? 0
      // NB: a lease that ends too far in the future is from before the clock was set back.
      let currentHolder: String = row?["holder"] ?? "another process"
      if expires > now.seconds, expires <= now.seconds + 10 * seconds, !isDead(currentHolder) {
        throw StoreError(
          .jobTaken,
          "\(currentHolder) is running this job. Wait until it ends; if it has crashed, wait "
            + "\(expires - now.seconds) s.")
      }
      let fencingToken = (row?["fencing_token"] as Int64? ?? 0) + 1
      try database.execute(
        sql: """
          INSERT INTO job (name, fencing_token, holder, expires, started, ended,
            processed_items)
          VALUES (?, ?, ?, ?, ?, NULL, 0)
          ON CONFLICT (name) DO UPDATE SET fencing_token = excluded.fencing_token,
            holder = excluded.holder, expires = excluded.expires, started = excluded.started,
            ended = NULL, processed_items = 0
          """, arguments: [name, fencingToken, holder, now.seconds + seconds, now.seconds])
      return JobLease(name: name, fencingToken: fencingToken, seconds: seconds)
    }
  }

  /// Renews a lease during a long step of the job.
  public func renewLease(_ lease: JobLease, at now: Timestamp) async throws {
    try await database.change { try Self.renew(lease, items: 0, at: now, $0) }
  }

  /// Ends a job and releases its lease.
  public func releaseLease(_ lease: JobLease, at now: Timestamp) async throws {
    try await database.change { database in
      try database.execute(
        sql: "UPDATE job SET expires = 0, ended = ? WHERE name = ? AND fencing_token = ?",
        arguments: [now.seconds, lease.name, lease.fencingToken])
    }
  }

  /// Returns the status of a job; nil if it has never run.
  public func job(_ name: String) async throws -> JobStatus? {
    try await database.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM job WHERE name = ?", arguments: [name]).map {
        JobStatus(
          holder: $0["holder"], started: ($0["started"] as Int64?).map(Timestamp.init),
          ended: ($0["ended"] as Int64?).map(Timestamp.init), processedItems: $0["processed_items"])
      }
    }
  }

  /// Renews the lease in each of the job's transactions; throws if another process has taken over.
  static func renew(
    _ lease: JobLease, items: Int, at now: Timestamp, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        UPDATE job SET expires = ?, processed_items = processed_items + ?
        WHERE name = ? AND fencing_token = ?
        """
    ).execute(arguments: [now.seconds + lease.seconds, items, lease.name, lease.fencingToken])
    guard database.changesCount == 1 else {
      throw StoreError(.jobTaken, "Another process has taken over this job.")
    }
  }

  /// Counts a use against the rate limit of a key.
  ///
  /// - Returns: The number of seconds to wait before the next use; 0 if this one is allowed.
  public func countUse(
    _ key: String, limit: Int, in seconds: Int64, at now: Timestamp
  ) async throws -> Int64 {
    try await database.change { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT window_start, count FROM rate_limit WHERE key = ?",
        arguments: [key])
      let windowStart: Int64 = row?["window_start"] ?? now.seconds
      let hasWindowEnded = now.seconds - windowStart >= seconds || windowStart > now.seconds
      let count = hasWindowEnded ? 0 : (row?["count"] as Int? ?? 0)
      guard count < limit else { return windowStart + seconds - now.seconds }
      try database.execute(
        sql: """
          INSERT INTO rate_limit VALUES (?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET window_start = excluded.window_start,
            count = excluded.count
          """, arguments: [key, hasWindowEnded ? now.seconds : windowStart, count + 1])
      return 0
    }
  }
}
