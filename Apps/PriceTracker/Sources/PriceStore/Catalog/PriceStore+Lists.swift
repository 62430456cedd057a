internal import GRDB
internal import PriceDomain

extension PriceStore {
  /// Returns the first products of a list.
  public func list(_ list: ProductList, limit: Int = 10) async throws -> [ProductSummary] {
    try await page(list, limit: limit).values
  }

  /// Returns a page of a list: products after `cursor`, of these categories, with these words in
  /// the name.
  ///
  /// All pages cost the same, because the cursor contains the sort key of the last product.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - cursor: The cursor of the previous page; nil for the first page.
  ///   - categories: The categories, at most 50; all if empty.
  ///   - search: Prefixes of words in the name, in any order; accents and case are ignored, and at
  ///     most eight words are used.
  ///   - limit: The maximum number of products.
  /// - Returns: The products, and the cursor of the next page.
  /// - Throws: `StoreError` for a cursor that no page returned, and for too many categories.
  public func page(
    _ list: ProductList, after cursor: String? = nil, categories: [String] = [],
    search: String = "", limit: Int = 20
  ) async throws -> Page<ProductSummary> {
    let query = try ListQuery(
      list, cursor: cursor, categories: categories, search: search, limit: limit)
    return try await database.read { database in
      let rows = try query.rows(database)
      let pageRows = rows.prefix(limit)
      let next = rows.count > limit ? pageRows.last.map { Self.cursor($0, list) } : nil
      return Page(pageRows.map(Self.summary), next: next)
    }
  }

  private static func cursor(_ row: Row, _ list: ProductList) -> String {
    "\(row[list.column] as Int64)-\(row["id"] as Int64)"
  }

  static func summary(_ row: Row) -> ProductSummary {
    let currency: String? = row["currency"]
    return ProductSummary(
      id: row["id"], name: row["name"], category: row["category"], image: row["image"],
      price: price(row["current"], currency), previous: price(row["previous"], currency),
      lowest: price(row["lowest"], currency), highest: price(row["highest"], currency),
      stock: PriceHistory.Stock(rawValue: row["stock"]) ?? .unknown, trackers: row["trackers"])
  }

  /// The columns of a summary; the image is a subquery, which is evaluated only for returned rows.
  static let summaryColumns = """
    product.id, name, category, currency, current, previous, lowest, highest, stock, trackers,
      (SELECT url FROM image WHERE product = product.id ORDER BY position LIMIT 1) AS image
    """
}

/// A query for a page of a list.
struct ListQuery {
  private let list: ProductList
  private let after: (value: Int64, id: Int64)
  private let categories: [String]
  private let words: [String]
  private let limit: Int

  /// The maximum number of matches that are found by the full-text index and then sorted.
  ///
  /// Words with more matches are so frequent that scanning the list's index finds enough quickly.
  static let maximumSortedMatches = 500

  init(
    _ list: ProductList, cursor: String?, categories: [String], search: String, limit: Int
  ) throws {
    self.list = list
    self.limit = limit
    self.categories = Array(Set(categories)).sorted()
    // The number of words is limited because there is a cached statement for each number of words.
    words = Array(
      Set(SearchText.normalized(search).split(separator: " ").map(String.init)).sorted().prefix(8))
    guard self.categories.count <= 50 else {
      throw StoreError(.limitReached, "Choose at most 50 categories, or none for all.")
    }
    guard let cursor else {
      after = (.max, .max)
      return
    }
    let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Int64(parts[0]), let id = Int64(parts[1]) else {
      throw StoreError.invalidCursor
    }
    after = (value, id)
  }

  /// Returns the page's rows, plus one more if there are further pages.
  func rows(_ database: Database) throws -> [Row] {
    let (sql, arguments) = try statement(database)
    return try Row.fetchAll(
      database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
  }

  /// Returns the query: for few matches of words, one that sorts them; otherwise one whose parts
  /// each scan an index from the cursor on, until they have found a page.
  func statement(
    _ database: Database
  ) throws -> (sql: String, arguments: [any DatabaseValueConvertible]) {
    var hasFewMatches = false
    if !words.isEmpty {
      let count =
        try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM
              (SELECT 1 FROM product_search WHERE product_search MATCH ?
                LIMIT \(Self.maximumSortedMatches + 1))
            """, arguments: [matchExpression]) ?? 0
      hasFewMatches = count <= Self.maximumSortedMatches
    }
    return hasFewMatches ? searchStatement : scanStatement
  }

  private var matchExpression: String { words.map { "\"\($0)\"*" }.joined(separator: " ") }

  private var searchStatement: (String, [any DatabaseValueConvertible]) {
    var arguments: [any DatabaseValueConvertible] = [matchExpression, after.value, after.id]
    var filter = ""
    if !categories.isEmpty {
      filter = "AND category IN (\(categories.map { _ in "?" }.joined(separator: ", ")))"
      arguments += categories
    }
    arguments.append(limit + 1)
    let sql = """
      SELECT \(PriceStore.summaryColumns), \(list.column) FROM product
      WHERE product.id IN (SELECT rowid FROM product_search WHERE product_search MATCH ?)
        AND is_confirmed AND \(list.condition) AND (+\(list.column), +product.id) < (?, ?) \(filter)
      ORDER BY +\(list.column) DESC, +product.id DESC LIMIT ?
      """
    return (sql, arguments)
  }

  private var scanStatement: (String, [any DatabaseValueConvertible]) {
    var arguments: [any DatabaseValueConvertible] = []
    func indexScan(_ index: String, _ category: String?) -> String {
      if let category { arguments.append(category) }
      arguments += [after.value, after.id]
      for word in words { arguments.append(" " + word) }
      arguments.append(limit + 1)
      let filter = words.map { _ in "AND instr(search_text, ?) > 0" }.joined(separator: " ")
      return """
        SELECT id FROM product INDEXED BY \(index)
        WHERE \(category == nil ? "" : "category = ? AND ")\(list.condition) AND is_confirmed
          AND (\(list.column), id) < (?, ?) \(filter)
        ORDER BY \(list.column) DESC, id DESC LIMIT ?
        """
    }
    let indexScans =
      categories.isEmpty
      ? [indexScan("list_\(list.column)", nil)]
      : categories.map { indexScan("list_\(list.column)_category", $0) }
    arguments.append(limit + 1)
    let unionQuery = indexScans.map { "SELECT id FROM (\($0))" }.joined(separator: "\nUNION ALL\n")
    let sql = """
      SELECT \(PriceStore.summaryColumns), \(list.column) FROM product
      WHERE product.id IN (\(unionQuery))
      ORDER BY +\(list.column) DESC, +product.id DESC LIMIT ?
      """
    return (sql, arguments)
  }
}

extension PriceStore {
  /// Returns SQLite's query plan for a page; tests check that it uses the indexes.
  package func plan(of list: ProductList, categories: [String]) async throws -> [String] {
    let query = try ListQuery(list, cursor: nil, categories: categories, search: "", limit: 20)
    return try await database.read { database in
      let (sql, arguments) = try query.statement(database)
      return try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(arguments)
      ).map { $0["detail"] }
    }
  }
}
