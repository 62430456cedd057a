package import GRDB
public import PriceDomain

extension PriceStore {
  /// Returns a product; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - id: The product.
  ///   - user: The user who sees it: until the service has read the page, the facts and prices on
  ///     the pages that the user sent; nil for what everyone sees.
  /// - Returns: The product.
  /// - Throws: SQLite's error if the file cannot be read.
  public func product(_ id: Int64, seenBy user: String? = nil) async throws -> ProductRecord? {
    try await database.read { database in
      guard let record = try Self.product(id, database) else { return nil }
      guard let user, let sent = try Self.sentFacts(of: record, by: user, database)
      else { return record }
      return record.with(sent.facts, sent.history ?? record.history)
    }
  }

  /// Returns the product with an ID on a site.
  public func product(host: String, storeID: String) async throws -> ProductRecord? {
    try await database.read { database in
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM product WHERE host = ? AND store_id = ?",
        arguments: [host, storeID])
      return try id.flatMap { try Self.product($0, database) }
    }
  }

  /// Adds a product whose page the service has read, or updates the facts of a known one; its
  /// price is recorded separately.
  ///
  /// - Returns: The product's ID, and whether it is new.
  public func add(
    _ facts: ProductFacts, at now: Timestamp
  ) async throws -> (id: Int64, isNew: Bool) {
    try await database.change { database in
      if let existing = try Self.existingID(of: facts, database) {
        try Self.confirmFacts(existing, facts, database)
        return (existing, false)
      }
      return (try Self.insert(facts, PriceHistory(), at: now, database), true)
    }
  }

  /// Returns all categories with their number of products, sorted by name.
  public func categories() async throws -> [(name: String, products: Int)] {
    try await database.read { database in
      try Row.fetchAll(
        database, sql: "SELECT name, products FROM category WHERE name <> '' ORDER BY name"
      ).map { ($0["name"], $0["products"]) }
    }
  }

  /// Returns a page of a product's price history, newest period first.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - user: The user who sees it, with the prices on the pages that the user sent; nil for what
  ///     everyone sees.
  ///   - cursor: The cursor of the previous page.
  ///   - limit: The maximum number of periods.
  /// - Returns: The periods, and the cursor of the next page.
  /// - Throws: `StoreError` for a cursor that no page returned.
  public func history(
    of product: Int64, seenBy user: String? = nil, before cursor: String? = nil, limit: Int = 100
  ) async throws -> Page<PricePeriod> {
    let before = try Self.parsedCursor(cursor) ?? .max
    return try await database.read { database in
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: Self.periodQuery),
        arguments: [product, user ?? "", before, limit + 1])
      let pageRows = rows.prefix(limit)
      return Page(
        pageRows.map(Self.period),
        next: rows.count > limit ? pageRows.last.map { "\($0["position"] as Int64)" } : nil)
    }
  }

  // MARK: In a transaction

  /// Returns the ID of the stored product with the host and store ID of the facts; nil without one.
  static func existingID(of facts: ProductFacts, _ database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT id FROM product WHERE host = ? AND store_id = ?",
      arguments: [facts.host, facts.storeID])
  }

  /// The query for the newest periods of a product as a user sees them, before a position.
  ///
  /// The positions of a user's own periods continue those of the public ones; an empty user has
  /// none.
  static let periodQuery = """
    SELECT position, first_seen, last_seen, amount, currency FROM price
    WHERE product = ?1 AND position < ?3
    UNION ALL
    SELECT position, first_seen, last_seen, amount, currency FROM sent_price
    WHERE product = ?1 AND user = ?2 AND position < ?3
    ORDER BY position DESC LIMIT ?4
    """

  static func parsedCursor(_ cursor: String?) throws -> Int64? {
    guard let cursor else { return nil }
    guard let number = Int64(cursor) else { throw StoreError.invalidCursor }
    return number
  }

  static func period(_ row: Row) -> PricePeriod {
    PricePeriod(
      firstSeen: Timestamp(row["first_seen"]), lastSeen: Timestamp(row["last_seen"]),
      price: price(row["amount"], row["currency"]))
  }

  static func price(_ amount: Int64?, _ currency: String?) -> Price? {
    guard let amount, let currency = currency.flatMap(Currency.init) else { return nil }
    return Price(amount, currency)
  }

  static func product(_ id: Int64, _ database: Database) throws -> ProductRecord? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM product WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    let pictures = try database.cachedStatement(
      sql: "SELECT url FROM image WHERE product = ? ORDER BY position")
    return try record(row, images: String.fetchAll(pictures, arguments: [id]))
  }

  static func record(_ row: Row, images: [String]) throws -> ProductRecord {
    ProductRecord(
      id: row["id"],
      facts: ProductFacts(
        store: row["store"], host: row["host"], storeID: row["store_id"],
        url: row["url"], name: row["name"], categoryPath: try JSONColumn.value(row["path"]),
        description: row["description"], variant: try JSONColumn.value(row["variant"]),
        images: images),
      history: try JSONColumn.value(row["history"]), trackers: row["trackers"],
      added: Timestamp(row["added"]), nextCheck: Timestamp(row["next_check"]),
      entityTag: row["entity_tag"], lastModified: row["last_modified"],
      isConfirmed: row["is_confirmed"], hasConsensus: row["has_consensus"])
  }

  package static func insert(
    _ facts: ProductFacts, _ history: PriceHistory, isConfirmed: Bool = true, at now: Timestamp,
    _ database: Database
  ) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO product (store, host, store_id, url, name, search_text, category, path,
          description, variant, added, history, stock, next_check, is_confirmed, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        facts.store, facts.host, facts.storeID, facts.url, facts.name,
        SearchText.normalized(facts.name), facts.category, try JSONColumn.text(facts.categoryPath),
        facts.description, try JSONColumn.text(facts.variant), now.seconds,
        try JSONColumn.text(history), history.stock.rawValue, now.seconds, isConfirmed,
        isConfirmed ? digest(facts) : "",
      ])
    let id = database.lastInsertedRowID
    try database.execute(
      sql: "INSERT INTO product_search (rowid, search_text) VALUES (?, ?)",
      arguments: [id, SearchText.normalized(facts.name)])
    try insertImages(facts.images, of: id, database)
    return id
  }

  static func updateFacts(_ id: Int64, _ facts: ProductFacts, _ database: Database) throws {
    try updateSearchText(SearchText.normalized(facts.name), of: id, database)
    try database.execute(
      sql: """
        UPDATE product SET url = ?, name = ?, search_text = ?, category = ?, path = ?,
          description = ?, variant = ? WHERE id = ?
        """,
      arguments: [
        facts.url, facts.name, SearchText.normalized(facts.name), facts.category,
        try JSONColumn.text(facts.categoryPath), facts.description,
        try JSONColumn.text(facts.variant), id,
      ])
    try database.execute(sql: "DELETE FROM image WHERE product = ?", arguments: [id])
    try insertImages(facts.images, of: id, database)
  }

  /// Removes a product with all that belongs to it.
  static func removeProduct(_ id: Int64, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO product_search (product_search, rowid, search_text)
        SELECT 'delete', id, search_text FROM product WHERE id = ?
        """, arguments: [id])
    try database.execute(sql: "DELETE FROM product WHERE id = ?", arguments: [id])
  }

  /// Updates a product's text in the full-text index, which needs the old text to remove it.
  ///
  /// NB: this is not a trigger, because triggers in an untrusted schema cannot use virtual tables.
  private static func updateSearchText(
    _ newText: String, of id: Int64, _ database: Database
  ) throws {
    let oldText = try String.fetchOne(
      database, sql: "SELECT search_text FROM product WHERE id = ?", arguments: [id])
    guard let oldText, oldText != newText else { return }
    try database.execute(
      sql: """
        INSERT INTO product_search (product_search, rowid, search_text)
        VALUES ('delete', ?, ?)
        """, arguments: [id, oldText])
    try database.execute(
      sql: "INSERT INTO product_search (rowid, search_text) VALUES (?, ?)",
      arguments: [id, newText])
  }

  private static func insertImages(
    _ images: [String], of product: Int64, _ database: Database
  ) throws {
    for (position, url) in images.enumerated() {
      try database.execute(
        sql: "INSERT INTO image VALUES (?, ?, ?)", arguments: [product, position, url])
    }
  }
}

extension StoreError {
  /// The error for a cursor that no page returned.
  static let invalidCursor = StoreError(
    .invalidCursor, "This cursor is invalid. Start again without a cursor.")
}
