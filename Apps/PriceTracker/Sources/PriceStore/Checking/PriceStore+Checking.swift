internal import GRDB
public import PriceDomain

extension PriceStore {
  /// Returns the hosts that have products.
  public func hosts() async throws -> [String] {
    try await database.read { try Self.hosts($0) }
  }

  /// Returns the products of a host whose pages are due for a check, longest overdue first.
  public func dueChecks(on host: String, at now: Timestamp, limit: Int) async throws -> [DueCheck] {
    try await database.read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT id, host, store_id, url, entity_tag, last_modified, history FROM product
          WHERE host = ? AND next_check <= ? ORDER BY next_check LIMIT ?
          """, arguments: [host, now.seconds, limit])
      var dueChecks: [DueCheck] = []
      while let row = try rows.next() {
        let history: PriceHistory = try JSONColumn.value(row["history"])
        // NB: the page must be read again, even if unchanged, while an implausible price awaits
        // confirmation or if the last check failed.
        let canBeConditional =
          history.unconfirmedPrice == nil && history.failures == 0 && history.lastSuccess != nil
        dueChecks.append(
          DueCheck(
            productID: row["id"], host: row["host"], storeID: row["store_id"],
            url: row["url"], entityTag: canBeConditional ? row["entity_tag"] : nil,
            lastModified: canBeConditional ? row["last_modified"] : nil))
      }
      return dueChecks
    }
  }

  /// Returns when the next check is due; nil if there are no products.
  public func nextCheck() async throws -> Timestamp? {
    try await database.read { database in
      try Self.hosts(database).compactMap { host in
        try Int64.fetchOne(
          database,
          sql: "SELECT next_check FROM product WHERE host = ? ORDER BY next_check LIMIT 1",
          arguments: [host])
      }.min().map(Timestamp.init)
    }
  }

  /// NB: this seeks from host to host in the index; `SELECT DISTINCT` would scan all products.
  private static func hosts(_ database: Database) throws -> [String] {
    var hosts: [String] = []
    let statement = try database.cachedStatement(
      sql: "SELECT host FROM product WHERE host > ? ORDER BY host LIMIT 1")
    while let host = try String.fetchOne(statement, arguments: [hosts.last ?? ""]) {
      hosts.append(host)
    }
    return hosts
  }

  /// Records checks in one transaction: price history, list columns, the state of each user's rule,
  /// and notices with their deliveries.
  ///
  /// After a crash, either all of it or nothing is stored.
  ///
  /// - Parameters:
  ///   - checks: The checks, in the order in which they were made.
  ///   - lease: The lease of the job; nothing is recorded if another process has taken it over.
  ///   - now: The current time.
  /// - Returns: The effects of each check, except those of products that no longer exist.
  /// - Throws: `StoreError` with `job-taken`.
  public func record(
    _ checks: [PriceCheck], lease: JobLease? = nil, at now: Timestamp
  ) async throws -> [CheckOutcome] {
    try await database.change { database in
      if let lease { try Self.renew(lease, items: checks.count, at: now, database) }
      var evaluator = RuleEvaluator(database: database, now: now)
      let outcomes = try checks.compactMap { try Self.record($0, &evaluator) }
      try evaluator.saveChangedProfiles()
      return outcomes
    }
  }

  /// Evaluates the rules that are due, for example after a change of the rule, at the end of quiet
  /// hours, and beyond the fan-out limit of a product.
  ///
  /// - Returns: The number of evaluated rules and of created notices; call it again until no rule
  ///   is evaluated.
  public func evaluateDueRules(
    lease: JobLease? = nil, at now: Timestamp, limit: Int = Limit.fanOut
  ) async throws -> (evaluated: Int, notices: Int) {
    try await database.change { database in
      if let lease { try Self.renew(lease, items: 0, at: now, database) }
      var evaluator = RuleEvaluator(database: database, now: now)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT tracking.id, tracking.user, rule_state, due, product.id AS product,
            product.name AS name, coalesce(sent.history, product.history) AS history
          FROM tracking JOIN product ON product.id = tracking.product
          LEFT JOIN sent_facts AS sent
            ON sent.product = tracking.product AND sent.user = tracking.user
          WHERE due <= ? ORDER BY due LIMIT ?
          """, arguments: [now.seconds, limit])
      for row in rows {
        try evaluator.evaluateRule(
          row, product: (row["product"], row["name"]),
          history: try JSONColumn.value(row["history"]))
      }
      try evaluator.saveChangedProfiles()
      return (rows.count, evaluator.notices)
    }
  }

  // MARK: In the transaction

  static func record(_ check: PriceCheck, _ evaluator: inout RuleEvaluator) throws
    -> CheckOutcome?
  {
    let (database, now) = (evaluator.database, evaluator.now)
    // NB: before the name is read, which notices have as their title.
    if case .read(_, let facts?, _, _) = check.result {
      try confirmFacts(check.productID, facts, database)
    }
    let statement = try database.cachedStatement(
      sql: "SELECT name, history, trackers FROM product WHERE id = ?")
    // The product may have been deleted in the meantime.
    guard let row = try Row.fetchOne(statement, arguments: [check.productID]) else { return nil }
    var history: PriceHistory = try JSONColumn.value(row["history"])
    let reading: Reading
    switch check.result {
    case .postponed(let until):
      try database.execute(
        sql: "UPDATE product SET next_check = ? WHERE id = ?",
        arguments: [until.seconds, check.productID])
      return CheckOutcome(productID: check.productID, outcome: nil, notices: 0)
    case .notModified:
      reading =
        history.stock == .outOfStock
        ? .unavailable
        : history.current.map { .price($0, history.condition) } ?? .failed(.brokenPage)
    case .read(let newReading, _, let entityTag, let lastModified):
      reading = newReading
      try database.cachedStatement(
        sql: "UPDATE product SET entity_tag = ?, last_modified = ? WHERE id = ?"
      ).execute(arguments: [entityTag, lastModified, check.productID])
    }
    let wasStale = history.lastSuccess.map { now - $0 > staleSeconds } ?? true
    let outcome = history.record(reading, at: now)
    let replacesSentPrices =
      try outcome.isAccepted && replaceSentPages(of: check.productID, database)
    try storeHistory(
      history, of: check.productID, isTracked: row["trackers"] as Int > 0, at: now, database)
    try recordPeriod(outcome, history, of: check.productID, at: now, database)
    let previousNotices = evaluator.notices
    if wasStale || replacesSentPrices || outcome.isChange {
      try evaluator.evaluateRules(of: (check.productID, row["name"]), history: history)
    }
    return CheckOutcome(
      productID: check.productID, outcome: outcome, notices: evaluator.notices - previousNotices)
  }

  /// Users are not notified of prices older than this, and a period of the history is not extended
  /// over a longer gap.
  static let staleSeconds: Int64 = 2 * 86_400

  static func storeHistory(
    _ history: PriceHistory, of product: Int64, isTracked: Bool, at now: Timestamp,
    _ database: Database
  ) throws {
    let drops = PriceDrops(history)
    try database.cachedStatement(
      sql: """
        UPDATE product SET history = ?, stock = ?, currency = ?, current = ?, previous = ?,
          lowest = ?, highest = ?, last_drop = ?, last_share = ?, range_drop = ?, range_share = ?,
          next_check = ?
        WHERE id = ?
        """
    ).execute(
      arguments: [
        try JSONColumn.text(history), history.stock.rawValue, history.current?.currency.code,
        history.current?.minorUnits, history.previous?.minorUnits, history.lowest?.price.minorUnits,
        history.highest?.price.minorUnits, drops.last.amount, drops.last.share, drops.range.amount,
        drops.range.share, nextCheck(history, of: product, isTracked: isTracked, at: now).seconds,
        product,
      ])
  }

  /// Returns when a page will be checked next.
  ///
  /// The interval is up to an hour shorter than a day, by a different time for each product, so
  /// that the requests of an update are spread out; without trackers, it is six days longer.
  static func nextCheck(
    _ history: PriceHistory, of product: Int64, isTracked: Bool, at now: Timestamp
  ) -> Timestamp {
    let next = history.nextCheck(after: now)
    guard history.failures == 0, history.unconfirmedPrice == nil else { return next }
    // NB: checks are spread over the hour before a day has passed, so that no price becomes stale.
    let offset = Int64(truncatingIfNeeded: UInt64(bitPattern: product) &* 0x9E37_79B9 % 3600)
    return next + (isTracked ? 0 : 6 * PriceHistory.checkSeconds) + -offset
  }

  /// Extends the last period of a product's history, or begins another one; with a user, in the
  /// periods that only this user sees.
  static func recordPeriod(
    _ outcome: PriceHistory.Outcome, _ history: PriceHistory, of product: Int64,
    by user: String? = nil, at now: Timestamp, _ database: Database
  ) throws {
    let price: Price?
    switch outcome {
    case .failed, .recheck: return
    case .firstPrice(let newPrice), .changed(_, let newPrice), .backInStock(let newPrice):
      price = newPrice
    case .wentOutOfStock: price = nil
    case .unchanged: price = history.stock == .outOfStock ? nil : history.current
    }
    let (table, userCondition) = user == nil ? ("price", "") : ("sent_price", " AND user = ?")
    let latestPeriod = try Row.fetchOne(
      database.cachedStatement(sql: periodQuery),
      arguments: [product, user ?? "", Int64.max, 1])
    let position: Int64 = latestPeriod?["position"] ?? 0
    if let latestPeriod, outcome == .unchanged,
      now.seconds - (latestPeriod["last_seen"] as Int64) <= staleSeconds
    {
      // NB: if the clock was set back, a period must not end before it was last seen.
      var arguments: [(any DatabaseValueConvertible)?] = [now.seconds, product, position]
      if let user { arguments.append(user) }
      try database.cachedStatement(
        sql: """
          UPDATE \(table) SET last_seen = max(last_seen, ?)
          WHERE product = ? AND position = ?\(userCondition)
          """
      ).execute(arguments: StatementArguments(arguments))
      return
    }
    var arguments: [(any DatabaseValueConvertible)?] = [
      product, position + 1, now.seconds, now.seconds, price?.minorUnits, price?.currency.code,
    ]
    if let user { arguments.insert(user, at: 1) }
    let placeholders = arguments.map { _ in "?" }.joined(separator: ", ")
    try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (\(placeholders))")
      .execute(arguments: StatementArguments(arguments))
  }
}

extension PriceHistory.Outcome {
  /// Whether the price or the availability changed, so that users' rules must be evaluated.
  public var isChange: Bool {
    switch self {
    case .firstPrice, .changed, .backInStock, .wentOutOfStock: true
    case .unchanged, .recheck, .failed: false
    }
  }

  /// Whether the product has the price or the availability that was read.
  var isAccepted: Bool {
    switch self {
    case .firstPrice, .changed, .unchanged, .wentOutOfStock, .backInStock: true
    case .recheck, .failed: false
    }
  }
}

/// The sort keys of the lists.
struct PriceDrops {
  /// A drop: its amount in thousandths of the currency's unit, and its share of the higher price in
  /// ten-thousandths.
  struct Drop {
    var amount: Int64 = 0
    var share: Int64 = 0

    init() {}

    init(from high: Price?, to low: Price?) {
      guard let high, let low, high.currency == low.currency, low.minorUnits < high.minorUnits,
        high.minorUnits > 0
      else { return }
      let difference = high.minorUnits - low.minorUnits
      amount = difference * (1000 / high.currency.minorUnitsPerUnit)
      share = Int64(Double(difference) * 10_000 / Double(high.minorUnits))
    }
  }

  var last = Drop()
  var range = Drop()

  init(_ history: PriceHistory) {
    // A product that is not in stock has no price drop.
    guard history.stock == .inStock else { return }
    last = Drop(from: history.previous, to: history.current)
    range = Drop(from: history.highest?.price, to: history.lowest?.price)
  }
}
