internal import GRDB
public import PriceDomain

/// A product that a user tracks.
public struct Tracking: Sendable, Hashable {
  /// The product.
  public let product: Int64
  /// When the user started tracking it.
  public let since: Timestamp
  /// Whether the product has its own rule instead of the user's default.
  public let hasOwnRule: Bool
  /// Whether the user is notified of new comments.
  public let notifiesOfComments: Bool
  /// The rule, with its state: what the user was last notified of.
  public let ruleState: RuleState
}

extension PriceStore {
  /// Returns how a user tracks a product; nil if the user does not.
  public func tracking(_ product: Int64, by user: String) async throws -> Tracking? {
    try await database.read { try Self.tracking(product, user, $0)?.tracking }
  }

  /// Tracks a product with the user's default rule; if it is tracked already, nothing changes.
  ///
  /// - Throws: `StoreError` if there is no such product or profile, or the limit is reached.
  public func track(_ product: Int64, by user: String, at now: Timestamp) async throws -> Tracking {
    try await database.change { database in
      if let existing = try Self.tracking(product, user, database) { return existing.tracking }
      guard let profile = try Self.profile(user, database) else { throw StoreError.noProfile }
      guard let record = try Self.product(product, database) else { throw StoreError.noProduct }
      let count =
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM tracking WHERE user = ?", arguments: [user]) ?? 0
      guard count < Limit.trackedProducts else {
        throw StoreError(
          .limitReached,
          "You track \(Limit.trackedProducts) products, which is the limit. "
            + "Stop tracking one first."
        )
      }
      let ruleState = RuleState(
        profile.rule, history: try Self.history(of: record, seenBy: user, database))
      try database.execute(
        sql: """
          INSERT INTO tracking
            (user, product, since, has_own_rule, notifies_of_comments, rule_state, due)
          VALUES (?, ?, ?, 0, 0, ?, ?)
          """,
        arguments: [user, product, now.seconds, try JSONColumn.text(ruleState), now.seconds])
      // A product without trackers is checked so rarely that its next check may be days away.
      let next = Self.nextCheck(
        record.history, of: product, isTracked: true, at: record.history.lastSuccess ?? now)
      try database.execute(
        sql: "UPDATE product SET next_check = min(next_check, ?) WHERE id = ?",
        arguments: [next.seconds, product])
      return Tracking(
        product: product, since: now, hasOwnRule: false, notifiesOfComments: false,
        ruleState: ruleState)
    }
  }

  /// Stops tracking a product; does nothing if it is not tracked.
  public func untrack(_ product: Int64, by user: String) async throws {
    try await database.change { database in
      try database.execute(
        sql: "DELETE FROM tracking WHERE user = ? AND product = ?", arguments: [user, product])
    }
  }

  /// Saves the rule of a tracked product; nil for the user's default.
  ///
  /// Saving resets the rule's state: a target that is already met is reported once.
  public func setRule(
    _ rule: PriceRule?, of product: Int64, by user: String, at now: Timestamp
  ) async throws -> Tracking {
    try await database.change { database in
      guard let (id, old) = try Self.tracking(product, user, database),
        let record = try Self.product(product, database),
        let profile = try Self.profile(user, database)
      else { throw StoreError.notTracked }
      let ruleState = RuleState(
        rule ?? profile.rule, history: try Self.history(of: record, seenBy: user, database))
      try database.execute(
        sql: "UPDATE tracking SET rule_state = ?, has_own_rule = ?, due = ? WHERE id = ?",
        arguments: [try JSONColumn.text(ruleState), rule != nil, now.seconds, id])
      return Tracking(
        product: product, since: old.since, hasOwnRule: rule != nil,
        notifiesOfComments: old.notifiesOfComments, ruleState: ruleState)
    }
  }

  /// Turns notifications about new comments on a tracked product on or off.
  public func setNotifiesOfComments(
    _ isOn: Bool, of product: Int64, by user: String
  ) async throws {
    try await database.change { database in
      try database.execute(
        sql: "UPDATE tracking SET notifies_of_comments = ? WHERE user = ? AND product = ?",
        arguments: [isOn, user, product])
      guard database.changesCount == 1 else { throw StoreError.notTracked }
    }
  }

  /// Returns the products that a user tracks with these words in the name, most recently tracked
  /// first.
  public func tracked(
    by user: String, search: String = "", before cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<ProductSummary> {
    let before = try Self.parsedCursor(cursor) ?? .max
    let words = SearchText.normalized(search).split(separator: " ").map { " \($0)" }
    return try await database.read { database in
      var arguments: [any DatabaseValueConvertible] = [user, before]
      arguments += words.map { $0 as any DatabaseValueConvertible }
      arguments.append(limit + 1)
      let condition = "AND instr(coalesce(sent.search_text, product.search_text), ?) > 0"
      let filter = words.map { _ in condition }.joined(separator: " ")
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT tracking.id AS cursor, \(Self.userSummaryColumns)
          FROM tracking CROSS JOIN product ON product.id = tracking.product
          LEFT JOIN sent_facts AS sent
            ON sent.product = tracking.product AND sent.user = tracking.user
          WHERE tracking.user = ? AND tracking.id < ? \(filter)
          ORDER BY tracking.id DESC LIMIT ?
          """, arguments: StatementArguments(arguments))
      let pageRows = rows.prefix(limit)
      let next = rows.count > limit ? pageRows.last.map { "\($0["cursor"] as Int64)" } : nil
      return Page(try pageRows.map(Self.userSummary), next: next)
    }
  }

  private static func tracking(
    _ product: Int64, _ user: String, _ database: Database
  ) throws -> (id: Int64, tracking: Tracking)? {
    let row = try Row.fetchOne(
      database, sql: "SELECT * FROM tracking WHERE user = ? AND product = ?",
      arguments: [user, product])
    guard let row else { return nil }
    return (
      row["id"],
      Tracking(
        product: product, since: Timestamp(row["since"]), hasOwnRule: row["has_own_rule"],
        notifiesOfComments: row["notifies_of_comments"],
        ruleState: try JSONColumn.value(row["rule_state"]))
    )
  }
}

extension StoreError {
  static let noProduct = StoreError(.notFound, "There is no such product.")
  static let notTracked = StoreError(
    .notFound, "You do not track this product. Track it first.")
}
