import FlowCore
import GRDB

/// The ids of what results count, in one transaction.
///
/// Names of the current release are always added. The number of others, which anyone with the app's
/// key can make up, is limited: a new one replaces one that no session of today or yesterday has.
struct ResultItems {
  /// An environment, and the day on which events arrived there, in days since 1970.
  struct Arrival: Hashable {
    let application: String
    let environment: String
    let day: Int

    fileprivate var arguments: StatementArguments { [application, environment] }
  }

  private struct Key: Hashable {
    let application: String
    let environment: String
    let text: Name

    init(_ meaning: ResultKey.Meaning, in arrival: Arrival) {
      application = arrival.application
      environment = arrival.environment
      text = Name(ResultKey.text(meaning))
    }
  }

  /// The numbers of names, and of experiments and variants, that the current release of an
  /// environment did not have when they were counted.
  private struct UndeclaredCounts {
    var names: Int
    var experiments: Int
    /// The ids of names that others can replace, read once.
    var replaceable: [Int]?
  }

  /// The maximum number of names replaced in one transaction, so that other changes wait only
  /// briefly.
  private static let maximumReplacements = 100
  /// The SQL condition for keys of experiments and variants.
  private static let isOfExperiment = "(key GLOB 'experiment\u{1F}*' OR key GLOB 'variant\u{1F}*')"

  private let database: Database
  private var ids: [Key: Int?] = [:]
  /// The ids that rows of this transaction will refer to.
  private var used: Set<Int> = []
  private var undeclared: [Arrival: UndeclaredCounts] = [:]

  init(_ database: Database) { self.database = database }

  /// Returns the id of an item, which is added if it is new; nil if a limit prevents adding it.
  mutating func id(
    of meaning: ResultKey.Meaning, isDeclared: Bool, in arrival: Arrival
  ) throws -> Int? {
    let key = Key(meaning, in: arrival)
    if let cached = ids[key] { return cached }
    let stored = try database.first(
      """
      SELECT id, is_declared FROM result_item
      WHERE application = ? AND environment = ? AND key = ?
      """, [key.application, key.environment, key.text.string]
    ) { (id: try $0.int(0), isDeclared: try $0.int(1) != 0) }
    if let stored, isDeclared, !stored.isDeclared {
      try database.run("UPDATE result_item SET is_declared = 1 WHERE id = ?", [stored.id])
    }
    let id = try stored?.id ?? add(meaning, isDeclared: isDeclared, in: arrival)
    // An event that is declared may follow one that is not.
    if id != nil || isDeclared { ids[key] = id }
    if let id { used.insert(id) }
    return id
  }

  private mutating func add(
    _ meaning: ResultKey.Meaning, isDeclared: Bool, in arrival: Arrival
  ) throws -> Int? {
    guard try isDeclared || countUndeclared(meaning, in: arrival) else { return nil }
    try database.run(
      "INSERT INTO result_item (application, environment, key, is_declared) VALUES (?, ?, ?, ?)",
      [arrival.application, arrival.environment, ResultKey.text(meaning), isDeclared ? 1 : 0])
    return Int(database.lastInsertedRowID)
  }

  // MARK: - Limits

  /// Counts a name that is about to be added; if there are too many, removes another one.
  ///
  /// - Returns: False if there are too many and none can be removed, as for experiments.
  private mutating func countUndeclared(
    _ meaning: ResultKey.Meaning, in arrival: Arrival
  ) throws -> Bool {
    var counts = try undeclared[arrival] ?? undeclaredCounts(in: arrival)
    defer { undeclared[arrival] = counts }
    guard case .counted = meaning else {
      guard counts.experiments < ResultLimits.undeclaredExperiments else { return false }
      counts.experiments += 1
      return true
    }
    if counts.names < ResultLimits.undeclaredItems {
      counts.names += 1
      return true
    }
    var replaceable = try counts.replaceable ?? replaceable(in: arrival)
    defer { counts.replaceable = replaceable }
    while let id = replaceable.popLast() {
      // What has been counted in this transaction is not stored yet.
      guard !used.contains(id) else { continue }
      try remove(id)
      return true
    }
    return false
  }

  private func undeclaredCounts(in arrival: Arrival) throws -> UndeclaredCounts {
    let counts = try database.first(
      """
      SELECT count(*), coalesce(sum(\(Self.isOfExperiment)), 0) FROM result_item
      WHERE application = ? AND environment = ? AND NOT is_declared
      """, arrival.arguments
    ) { (all: try $0.int(0), experiments: try $0.int(1)) }
    guard let counts else { return UndeclaredCounts(names: 0, experiments: 0) }
    return UndeclaredCounts(
      names: counts.all - counts.experiments, experiments: counts.experiments)
  }

  /// Returns the ids of names that were counted for no session that began today or yesterday, the
  /// least recent ones last.
  private func replaceable(in arrival: Arrival) throws -> [Int] {
    try database.all(
      """
      SELECT id FROM result_item LEFT JOIN result_count ON item = id
      WHERE application = ? AND environment = ? AND NOT is_declared AND NOT \(Self.isOfExperiment)
      GROUP BY id HAVING coalesce(max(day), 0) < ? ORDER BY coalesce(max(day), 0) LIMIT ?
      """, [arrival.application, arrival.environment, arrival.day - 1, Self.maximumReplacements]
    ) { try $0.int(0) }.reversed()
  }

  private func remove(_ id: Int) throws {
    try database.run("DELETE FROM result_count WHERE item = ?", [id])
    try database.run("DELETE FROM result_variant_item WHERE item = ?", [id])
    try database.run("DELETE FROM result_item WHERE id = ?", [id])
  }
}
