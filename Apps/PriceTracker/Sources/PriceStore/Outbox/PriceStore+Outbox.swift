internal import Foundation
internal import GRDB
public import PriceDomain

extension PriceStore {
  /// How long a claim is valid; an attempt that takes longer counts as one whose sender crashed.
  public static let claimSeconds: Int64 = 120
  /// The longest time that a sender waits between two attempts, in seconds.
  public static let longestWait: Int64 = 3_600

  /// Claims deliveries, to attempt them now.
  ///
  /// The claim is durable before this returns. If the process crashes after that, a delivery to a
  /// device or by email is never attempted again, because the service may have accepted it and
  /// cannot detect duplicates. A delivery to a webhook is retried, because its receiver detects
  /// duplicates by the notice's ID.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of deliveries.
  ///   - queue: The queue to claim from; nil for all.
  ///   - now: The current time.
  /// - Returns: The claimed deliveries.
  /// - Throws: SQLite's error if the file cannot be written.
  public func claim(
    limit: Int, queue: DeliveryQueue? = nil, at now: Timestamp
  ) async throws -> [Delivery] {
    try await database.change { database in
      try Self.expireClaims(at: now, database)
      let ids = try (queue.map { [$0] } ?? DeliveryQueue.allCases).flatMap { queue -> [Int64] in
        try Self.resetExcessiveDelays(queue, at: now, database)
        return try Self.dueIDs(queue, limit: limit, at: now, database)
      }.prefix(limit)
      let claimToken = UUID().uuidString
      return try ids.compactMap { try Self.claim($0, claimToken, at: now, database) }
    }
  }

  /// Records the results of attempts, except those whose claim has expired in the meantime.
  public func finish(
    _ results: [(delivery: Delivery, result: DeliveryResult)], at now: Timestamp
  ) async throws {
    try await database.change { database in
      for (delivery, result) in results { try Self.finish(delivery, result, database) }
    }
  }

  /// Returns the number of deliveries by state.
  public func outboxCounts() async throws -> OutboxCounts {
    try await database.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT state, count(*) AS number FROM delivery GROUP BY state")
      return OutboxCounts(
        states: Dictionary(uniqueKeysWithValues: rows.map { ($0["state"], $0["number"]) }))
    }
  }

  // MARK: In the transaction

  /// The maximum number of one user's webhook requests at a time, so that a slow receiver does not
  /// use up the slots of all others.
  static let maximumConcurrentWebhooks = 4

  private static func dueIDs(
    _ queue: DeliveryQueue, limit: Int, at now: Timestamp, _ database: Database
  ) throws -> [Int64] {
    let dueQuery = """
      SELECT id, notice, next_attempt FROM delivery
      WHERE state = 'pending' AND channel = '\(queue.rawValue)' AND next_attempt <= ?1
      ORDER BY next_attempt
      """
    guard queue == .webhook else {
      return try Int64.fetchAll(
        database, sql: "SELECT id FROM (\(dueQuery) LIMIT ?2)", arguments: [now.seconds, limit])
    }
    return try Int64.fetchAll(
      database,
      sql: """
        WITH
          due AS MATERIALIZED (\(dueQuery) LIMIT 1000),
          busy AS MATERIALIZED (
            SELECT notice.user FROM delivery JOIN notice ON notice.sequence = delivery.notice
            WHERE state = 'sending' AND channel = 'webhook'),
          ranked AS (
            SELECT due.id, next_attempt, notice.user,
              row_number() OVER
                (PARTITION BY notice.user ORDER BY next_attempt, due.id) AS rank
            FROM due JOIN notice ON notice.sequence = due.notice)
        SELECT id FROM ranked
        WHERE rank + (SELECT count(*) FROM busy WHERE busy.user = ranked.user)
          <= \(maximumConcurrentWebhooks)
        ORDER BY next_attempt LIMIT ?2
        """, arguments: [now.seconds, limit])
  }

  /// Makes deliveries due whose next attempt is later than any sender would wait: they failed while
  /// the clock was ahead, before it was set back.
  private static func resetExcessiveDelays(
    _ queue: DeliveryQueue, at now: Timestamp, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        UPDATE delivery SET next_attempt = ?1
        WHERE state = 'pending' AND channel = '\(queue.rawValue)'
          AND next_attempt > ?1 + \(longestWait)
        """
    ).execute(arguments: [now.seconds])
  }

  private static func expireClaims(at now: Timestamp, _ database: Database) throws {
    // NB: a claim that ends too far in the future is from before the clock was set back.
    let expiredCondition = "state = 'sending' AND (claimed_until <= ?1 OR claimed_until > ?1 + 600)"
    try database.execute(
      sql: """
        UPDATE delivery SET claim = NULL,
          state = CASE channel WHEN 'webhook' THEN 'pending' ELSE 'uncertain' END,
          reason = 'The sender ended before it received a response.'
        WHERE \(expiredCondition)
        """, arguments: [now.seconds])
  }

  private static func claim(
    _ id: Int64, _ claimToken: String, at now: Timestamp, _ database: Database
  ) throws -> Delivery? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT delivery.id AS delivery, channel, attempts, first_attempt, device, notice.*,
          user.email, user.name, user.verified, profile.language, profile.sends_email,
          profile.webhook, profile.webhook_secret
        FROM delivery JOIN notice ON notice.sequence = delivery.notice
        LEFT JOIN user ON user.id = notice.user
        LEFT JOIN profile ON profile.user = notice.user
        WHERE delivery.id = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    let notice = notice(row)
    guard notice.expires > now else {
      try setFinalState(id, "expired", "It expired before it could be sent.", database)
      return nil
    }
    guard let channel = try channel(row, database) else {
      try setFinalState(id, "failed", "Its channel is no longer available.", database)
      return nil
    }
    let firstAttempt = (row["first_attempt"] as Int64?) ?? now.seconds
    let attempt = (row["attempts"] as Int) + 1
    try database.cachedStatement(
      sql: """
        UPDATE delivery SET state = 'sending', attempts = ?, first_attempt = ?,
          claim = ?, claimed_until = ? WHERE id = ?
        """
    ).execute(arguments: [attempt, firstAttempt, claimToken, now.seconds + claimSeconds, id])
    let isGerman = row["language"] as String? == "de"
    return Delivery(
      id: id, channel: channel, notice: notice, language: isGerman ? .german : .english,
      attempt: attempt, firstAttempt: Timestamp(firstAttempt), claim: claimToken)
  }

  private static func channel(_ row: Row, _ database: Database) throws -> Delivery.Channel? {
    switch row["channel"] as String {
    case "device":
      let device = try Row.fetchOne(
        database, sql: "SELECT * FROM device WHERE id = ?", arguments: [row["device"] as String?])
      return try device.map { .device(try self.device($0)) }
    case "mail":
      // Mail is sent only to verified addresses, never to someone else's, and only to users who
      // have not turned it off meanwhile.
      guard row["verified"] as Int64? != nil, row["sends_email"] as Bool? == true,
        let address = row["email"] as String?
      else { return nil }
      return .mail(address: address, name: row["name"])
    default:
      guard let url = row["webhook"] as String?, let secret = row["webhook_secret"] as String?
      else { return nil }
      return .webhook(url: url, secret: secret)
    }
  }

  private static func finish(
    _ delivery: Delivery, _ result: DeliveryResult, _ database: Database
  ) throws {
    let isClaimed = try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT 1 FROM delivery WHERE id = ? AND state = 'sending' AND claim = ?"),
      arguments: [delivery.id, delivery.claim])
    guard isClaimed == true else { return }
    switch result {
    case .sent: try setFinalState(delivery.id, "sent", nil, database)
    case .failed(let reason): try setFinalState(delivery.id, "failed", reason, database)
    case .uncertain(let reason): try setFinalState(delivery.id, "uncertain", reason, database)
    case .retry(let at, let reason):
      try database.execute(
        sql: """
          UPDATE delivery SET state = 'pending', next_attempt = ?, claim = NULL, reason = ?
          WHERE id = ?
          """, arguments: [at.seconds, reason, delivery.id])
    case .unregistered(let since):
      try setFinalState(delivery.id, "failed", "The device is no longer registered.", database)
      guard case .device(let device) = delivery.channel else { return }
      // A later registration is not affected by the service's response.
      let latestRegistration = since?.seconds ?? device.registered.seconds
      try database.execute(
        sql: "DELETE FROM device WHERE id = ? AND registered <= ?",
        arguments: [device.id, latestRegistration])
    }
  }

  private static func setFinalState(
    _ id: Int64, _ state: String, _ reason: String?, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE delivery SET state = ?, claim = NULL, reason = ? WHERE id = ?"
    ).execute(arguments: [state, reason, id])
  }
}
