internal import GRDB
internal import PriceDomain

/// The facts on which users' pages agree, for products whose pages the service cannot read.
extension PriceStore {
  /// The minimum age of an account whose pages count, in seconds, so that accounts made for an
  /// attack do not count yet.
  static let minimumAccountAge: Int64 = 7 * 86_400

  /// Returns whether a value that `votes` of `total` accounts sent is public.
  private static func hasConsensus(_ votes: Int, of total: Int) -> Bool {
    votes >= 3 && votes * 3 >= total * 2
  }

  /// Publishes the facts on which users' pages agree, or withdraws them if the pages no longer do.
  ///
  /// - Parameters:
  ///   - record: The product.
  ///   - placeholder: Its facts for everyone while there is no agreement.
  ///   - now: The current time.
  ///   - database: The database, in a transaction.
  /// - Throws: SQLite's error if the file cannot be read or written.
  static func publishAgreedFacts(
    _ record: ProductRecord, otherwise placeholder: ProductFacts, at now: Timestamp,
    _ database: Database
  ) throws {
    if let facts = try agreedFacts(record, at: now, database) {
      guard facts != record.facts || !record.hasConsensus else { return }
      return try publishFacts(record.id, facts, hasConsensus: true, database)
    }
    guard record.hasConsensus else { return }
    try updateFacts(record.id, placeholder, database)
    try database.execute(
      sql: "UPDATE product SET is_confirmed = 0, has_consensus = 0 WHERE id = ?",
      arguments: [record.id])
  }

  /// Returns the facts without everything that a sender could forge, and with another name.
  static func redacted(_ facts: ProductFacts, _ name: String) -> ProductFacts {
    var redacted = facts
    (redacted.name, redacted.categoryPath, redacted.description) = (name, [], "")
    (redacted.variant, redacted.images) = ([], [])
    return redacted
  }

  private static func agreedFacts(
    _ record: ProductRecord, at now: Timestamp, _ database: Database
  ) throws -> ProductFacts? {
    let countedPages = """
      FROM sent_facts JOIN user ON user.id = sent_facts.user
      WHERE product = ? AND user.created <= ? AND user.disabled IS NULL
      """
    let latestCreation = now.seconds - minimumAccountAge
    let names = try Row.fetchAll(
      database,
      sql: """
        SELECT sent_facts.name, count(*) AS votes \(countedPages)
        GROUP BY sent_facts.name ORDER BY votes DESC
        """, arguments: [record.id, latestCreation])
    let totalVotes = names.reduce(0) { $0 + ($1["votes"] as Int) }
    guard let first = names.first, hasConsensus(first["votes"], of: totalVotes) else { return nil }
    // NB: the limit bounds the work of a sent page; the votes were counted above without it.
    let pages = try Row.fetchAll(
      database,
      sql: """
        SELECT path, description, variant, images \(countedPages) AND sent_facts.name = ?
        ORDER BY sent_facts.user LIMIT 50
        """, arguments: [record.id, latestCreation, first["name"] as String])
    var facts = redacted(record.facts, first["name"])
    facts.categoryPath = try agreedValue(pages.map { try JSONColumn.value($0["path"]) }) ?? []
    facts.description = agreedValue(pages.map { $0["description"] }) ?? ""
    facts.variant = try agreedValue(pages.map { try JSONColumn.value($0["variant"]) }) ?? []
    facts.images = agreedImages(try pages.map { try JSONColumn.value($0["images"]) })
    return facts
  }

  /// Returns the value that enough pages have.
  private static func agreedValue<Value: Hashable>(_ values: [Value]) -> Value? {
    let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.first { hasConsensus($0.value, of: values.count) }?.key
  }

  /// Returns the images that enough pages have, in the order of the first page with each.
  private static func agreedImages(_ pages: [[String]]) -> [String] {
    let counts = Dictionary(
      pages.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<String> = []
    return pages.joined().filter {
      hasConsensus(counts[$0] ?? 0, of: pages.count) && seen.insert($0).inserted
    }
  }
}
