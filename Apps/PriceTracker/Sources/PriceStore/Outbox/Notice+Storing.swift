internal import Foundation
internal import GRDB
public import PriceDomain

/// A stored notice to a user.
public struct StoredNotice: Sendable, Hashable, Identifiable {
  /// The kind of notice.
  public enum Kind: String, Sendable, Codable {
    /// A change of a price or of the availability.
    case price
    /// A new comment.
    case comment
    /// A test notification.
    case test
  }

  /// The ID, a lowercase UUID: the same for every channel and attempt.
  public let id: String
  /// The recipient; nil in a row without one, which no operation of the store creates.
  public let user: String?
  /// The product.
  public let product: Int64?
  /// The kind of notice.
  public let kind: Kind
  /// The title.
  public let title: String
  /// The text.
  public let body: String
  /// When it was created.
  public let at: Timestamp
  /// When it expires; it is not sent afterwards.
  public let expires: Timestamp
}

/// The content of a notice to create.
struct NewNotice {
  let user: String
  let product: Int64?
  let kind: StoredNotice.Kind
  let title: String
  let body: String
}

extension PriceStore {
  /// How long a notice is valid, in seconds.
  static let noticeSeconds: Int64 = 86_400

  /// Returns a user's notices, newest first, including those that could not be sent.
  public func notices(
    of user: String, before cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<StoredNotice> {
    let before = try Self.parsedCursor(cursor) ?? .max
    return try await database.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM notice WHERE user = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
          """, arguments: [user, before, limit + 1])
      let pageRows = rows.prefix(limit)
      let next = rows.count > limit ? pageRows.last.map { "\($0["sequence"] as Int64)" } : nil
      return Page(pageRows.map(Self.notice), next: next)
    }
  }

  /// Creates a test notice for one device, or for all devices of a user.
  ///
  /// It ignores the daily limit and quiet hours, because the user requested it.
  /// - Returns: The number of devices.
  public func createTestNotice(
    title: String, body: String, device: String?, of user: String, at now: Timestamp
  ) async throws -> Int {
    try await database.change { database in
      let devices = try String.fetchAll(
        database, sql: "SELECT id FROM device WHERE user = ? AND (? IS NULL OR id = ?)",
        arguments: [user, device, device])
      guard !devices.isEmpty else {
        throw StoreError(
          .notFound, "There is no device to send to. Turn notifications on in the app first.")
      }
      let notice = try Self.insertNotice(
        NewNotice(user: user, product: nil, kind: .test, title: title, body: body), at: now,
        database)
      for device in devices {
        try Self.insertDelivery(notice, "device", device, at: now, database)
      }
      return devices.count
    }
  }

  /// Creates a test notice for a user's webhook.
  ///
  /// It ignores the daily limit and quiet hours, because the user requested it.
  public func createWebhookTestNotice(
    title: String, body: String, of user: String, at now: Timestamp
  ) async throws {
    try await database.change { database in
      let hasWebhook = try Bool.fetchOne(
        database, sql: "SELECT webhook IS NOT NULL FROM profile WHERE user = ?", arguments: [user])
      guard hasWebhook == true else {
        throw StoreError(.notFound, "There is no webhook to send to. Add one first.")
      }
      let notice = try Self.insertNotice(
        NewNotice(user: user, product: nil, kind: .test, title: title, body: body), at: now,
        database)
      try Self.insertDelivery(notice, "webhook", nil, at: now, database)
    }
  }

  // MARK: In a transaction

  /// Creates a notice and its deliveries.
  static func createNotice(_ newNotice: NewNotice, at now: Timestamp, _ database: Database) throws {
    let notice = try insertNotice(newNotice, at: now, database)
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM device WHERE user = ? ORDER BY id")
    for device in try String.fetchAll(statement, arguments: [newNotice.user]) {
      try insertDelivery(notice, "device", device, at: now, database)
    }
    let channelStatement = try database.cachedStatement(
      sql: "SELECT sends_email, webhook IS NOT NULL AS has_webhook FROM profile WHERE user = ?")
    guard let row = try Row.fetchOne(channelStatement, arguments: [newNotice.user]) else { return }
    if row["sends_email"] { try insertDelivery(notice, "mail", nil, at: now, database) }
    if row["has_webhook"] { try insertDelivery(notice, "webhook", nil, at: now, database) }
  }

  private static func insertNotice(
    _ newNotice: NewNotice, at now: Timestamp, _ database: Database
  ) throws -> Int64 {
    try database.cachedStatement(
      sql: """
        INSERT INTO notice (id, user, product, kind, title, body, at, expires)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        UUID().uuidString.lowercased(), newNotice.user, newNotice.product, newNotice.kind.rawValue,
        newNotice.title, newNotice.body, now.seconds, now.seconds + noticeSeconds,
      ])
    return database.lastInsertedRowID
  }

  private static func insertDelivery(
    _ notice: Int64, _ channel: String, _ device: String?, at now: Timestamp, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO delivery (notice, channel, device, state, next_attempt)
        VALUES (?, ?, ?, 'pending', ?)
        """
    ).execute(arguments: [notice, channel, device, now.seconds])
  }

  static func notice(_ row: Row) -> StoredNotice {
    StoredNotice(
      id: row["id"], user: row["user"], product: row["product"],
      kind: StoredNotice.Kind(rawValue: row["kind"]) ?? .price, title: row["title"],
      body: row["body"], at: Timestamp(row["at"]), expires: Timestamp(row["expires"]))
  }
}
