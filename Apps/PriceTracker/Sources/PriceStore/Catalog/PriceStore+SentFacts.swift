internal import GRDB
public import PriceDomain

/// The reading of a product's page that a user sent, and a placeholder for its name.
public struct SentReading: Sendable, Hashable {
  /// The product's facts on the page.
  public var facts: ProductFacts
  /// The name that everyone else sees until the facts are public; from the page's URL.
  public var placeholderName: String
  /// The price on the page.
  public var reading: Reading

  /// Creates the reading of a sent page.
  public init(facts: ProductFacts, placeholderName: String, reading: Reading) {
    self.facts = facts
    self.placeholderName = placeholderName
    self.reading = reading
  }
}

extension PriceStore {
  /// Records a page that a user sent, in one transaction.
  ///
  /// It could have been forged: its facts are visible only to this user until the service reads
  /// the page, or enough users' pages agree, and its price until the service reads the page. If the
  /// service has done so within two days, the price is not recorded, nor are the facts if it has
  /// read these, too. With a price, the user's rule becomes due.
  ///
  /// - Returns: The product's ID.
  public func record(
    _ sent: SentReading, by user: String, at now: Timestamp
  ) async throws -> Int64 {
    try await database.change { database in
      let id: Int64
      if let existing = try Self.existingID(of: sent.facts, database) {
        id = existing
      } else {
        id = try Self.insert(
          Self.redacted(sent.facts, sent.placeholderName), PriceHistory(), isConfirmed: false,
          at: now, database)
      }
      guard let record = try Self.product(id, database) else { return id }
      let userHistory = try Self.sentFacts(of: record, by: user, database)?.history
      guard record.history.lastSuccess.map({ now - $0 > Self.staleSeconds }) ?? true else {
        if !record.isRead {
          try Self.storeSentFacts(sent, userHistory, of: record, by: user, at: now, database)
        }
        return id
      }
      var history = userHistory ?? record.history
      let outcome = history.record(sent.reading, at: now)
      try Self.storeSentFacts(sent, history, of: record, by: user, at: now, database)
      try Self.recordPeriod(outcome, history, of: id, by: user, at: now, database)
      try database.execute(
        sql: "UPDATE tracking SET due = ? WHERE product = ? AND user = ?",
        arguments: [now.seconds, id, user])
      return id
    }
  }

  // MARK: In a transaction

  /// Updates a product's facts from a page that the service read itself.
  ///
  /// What users sent is kept: ``replaceSentPages(of:_:)`` removes it once the price is accepted.
  static func confirmFacts(_ id: Int64, _ facts: ProductFacts, _ database: Database) throws {
    let digest = digest(facts)
    let existing = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT is_confirmed AND NOT has_consensus AS is_read, digest FROM product WHERE id = ?
          """),
      arguments: [id])
    guard let existing else { return }
    if existing["digest"] as String != digest || !(existing["is_read"] as Bool) {
      var facts = facts
      if existing["is_read"], let previousFacts = try product(id, database)?.facts {
        // What a page omits may be missing only temporarily.
        if facts.categoryPath.isEmpty { facts.categoryPath = previousFacts.categoryPath }
        if facts.description.isEmpty { facts.description = previousFacts.description }
        if facts.variant.isEmpty { facts.variant = previousFacts.variant }
        if facts.images.isEmpty { facts.images = previousFacts.images }
      }
      try publishFacts(id, facts, hasConsensus: false, database)
    }
    try database.cachedStatement(sql: "UPDATE product SET digest = ? WHERE id = ?")
      .execute(arguments: [digest, id])
  }

  /// Removes the prices that users sent, after the service's own reading was accepted, and their
  /// facts if it has read these, too; else they still count for the agreement.
  ///
  /// - Returns: Whether there were prices.
  static func replaceSentPages(of product: Int64, _ database: Database) throws -> Bool {
    let hadPrices =
      try Bool.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM sent_facts WHERE product = ? AND history IS NOT NULL)
            """), arguments: [product]) ?? false
    try database.cachedStatement(
      sql: """
        DELETE FROM sent_facts WHERE product = ?1 AND EXISTS (
          SELECT 1 FROM product WHERE id = ?1 AND is_confirmed AND NOT has_consensus)
        """
    ).execute(arguments: [product])
    if hadPrices {
      try database.cachedStatement(
        sql: "UPDATE sent_facts SET history = NULL WHERE product = ?"
      ).execute(arguments: [product])
      try database.cachedStatement(sql: "DELETE FROM sent_price WHERE product = ?")
        .execute(arguments: [product])
    }
    return hadPrices
  }

  /// Replaces the public facts.
  static func publishFacts(
    _ id: Int64, _ facts: ProductFacts, hasConsensus: Bool, _ database: Database
  ) throws {
    try updateFacts(id, facts, database)
    try database.execute(
      sql: "UPDATE product SET is_confirmed = 1, has_consensus = ? WHERE id = ?",
      arguments: [hasConsensus, id])
  }

  private static func storeSentFacts(
    _ sent: SentReading, _ history: PriceHistory?, of record: ProductRecord, by user: String,
    at now: Timestamp, _ database: Database
  ) throws {
    let facts = sent.facts
    try database.execute(
      sql: """
        INSERT INTO sent_facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (product, user) DO UPDATE SET name = excluded.name,
          search_text = excluded.search_text, path = excluded.path,
          description = excluded.description, variant = excluded.variant,
          images = excluded.images, history = excluded.history
        """,
      arguments: [
        record.id, user, facts.name, SearchText.normalized(facts.name),
        try JSONColumn.text(facts.categoryPath), facts.description,
        try JSONColumn.text(facts.variant), try JSONColumn.text(facts.images),
        try history.map { try JSONColumn.text($0) },
      ])
    guard !record.isRead else { return }
    try publishAgreedFacts(
      record, otherwise: redacted(record.facts, sent.placeholderName), at: now, database)
  }

  /// Returns the state of a product's price as a user sees it.
  static func history(
    of record: ProductRecord, seenBy user: String, _ database: Database
  ) throws -> PriceHistory {
    try sentFacts(of: record, by: user, database)?.history ?? record.history
  }

  /// Returns a product's facts and prices on the pages that a user sent, or nil if none is stored.
  ///
  /// The prices are nil if the service has read the price since.
  static func sentFacts(
    of record: ProductRecord, by user: String, _ database: Database
  ) throws -> (facts: ProductFacts, history: PriceHistory?)? {
    let row = try Row.fetchOne(
      database, sql: "SELECT * FROM sent_facts WHERE product = ? AND user = ?",
      arguments: [record.id, user])
    guard let row else { return nil }
    var facts = record.facts
    (facts.name, facts.description) = (row["name"], row["description"])
    facts.categoryPath = try JSONColumn.value(row["path"])
    facts.variant = try JSONColumn.value(row["variant"])
    facts.images = try JSONColumn.value(row["images"])
    return (facts, try (row["history"] as String?).map { try JSONColumn.value($0) })
  }

  /// Returns a product's name on the page that a user sent; nil if no page of the user is stored.
  static func sentName(
    of product: Int64, by user: String, _ database: Database
  ) throws -> String? {
    let statement = try database.cachedStatement(
      sql: "SELECT name FROM sent_facts WHERE product = ? AND user = ?")
    return try String.fetchOne(statement, arguments: [product, user])
  }

  /// The columns of a summary as a user sees it, with the page that the user sent as `sent`.
  static let userSummaryColumns = """
    product.id, coalesce(sent.name, product.name) AS name,
      coalesce(json_extract(sent.path, '$[0]'), category) AS category, currency, current, previous,
      lowest, highest, stock, trackers,
      coalesce(json_extract(sent.images, '$[0]'),
        (SELECT url FROM image WHERE product = product.id ORDER BY position LIMIT 1)) AS image,
      sent.history AS sent_history
    """

  /// Returns a product's summary as a user sees it, from a row with ``userSummaryColumns``.
  static func userSummary(_ row: Row) throws -> ProductSummary {
    let summary = summary(row)
    guard let text = row["sent_history"] as String? else { return summary }
    let history: PriceHistory = try JSONColumn.value(text)
    return ProductSummary(
      id: summary.id, name: summary.name, category: summary.category, image: summary.image,
      price: history.current, previous: history.previous, lowest: history.lowest?.price,
      highest: history.highest?.price, stock: history.stock, trackers: summary.trackers)
  }

  /// A fingerprint (FNV-1a) that shows whether a page's facts have changed.
  ///
  /// Not cryptographic: a shop could only produce collisions for its own page.
  static func digest(_ facts: ProductFacts) -> String {
    let parts =
      [facts.url, facts.name, facts.description] + facts.categoryPath + ["\u{1}"] + facts.variant
      + ["\u{1}"] + facts.images
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }
}
