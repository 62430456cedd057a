import FlowCore
import GRDB

/// The ids of what results count, in one transaction.
///
/// Names of the current release are always added. Of others, which anyone with the app's key can
/// make up, there is a limited number; one that has not been counted for a day makes room.
struct ResultItems {
  /// An environment, and the day on which events arrived there, in days since 1970.
  struct Place: Hashable {
    let application: String
    let environment: String
    let day: Int

    fileprivate var arguments: StatementArguments { [application, environment] }
  }

  private struct Key: Hashable {
    let application: String
    let environment: String
    let text: Name

    init(_ meaning: ResultKey.Meaning, in place: Place) {
      application = place.application
      environment = place.environment
      text = Name(ResultKey.text(meaning))
    }
  }

  /// The room for names that the current release of an environment does not have.
  private struct Room {
    var names: Int
    var experiments: Int
    /// The names that can make room, read once.
    var replaceable: [Int]?
  }

  /// The maximum number of names replaced in one transaction, so that other changes wait only
  /// briefly.
  private static let replacements = 100
  private static let isOfExperiment = "(key GLOB 'experiment\u{1F}*' OR key GLOB 'variant\u{1F}*')"

  private let database: Database
  private var ids: [Key: Int?] = [:]
  /// The ids that rows of this transaction will refer to.
  private var used: Set<Int> = []
  private var rooms: [Place: Room] = [:]

  init(_ database: Database) { self.database = database }

  /// - Returns: The id of an item, added if it is new; nil if there is no room for it.
  mutating func id(
    of meaning: ResultKey.Meaning, isDeclared: Bool, in place: Place
  ) throws -> Int? {
    let key = Key(meaning, in: place)
    if let known = ids[key] { return known }
    let found = try database.first(
      """
      SELECT id, is_declared FROM result_item
      WHERE application = ? AND environment = ? AND key = ?
      """, [key.application, key.environment, key.text.string]
    ) { (id: try $0.int(0), isDeclared: try $0.int(1) != 0) }
    if let found, isDeclared, !found.isDeclared {
      try database.run("UPDATE result_item SET is_declared = 1 WHERE id = ?", [found.id])
    }
    let id = try found?.id ?? added(meaning, isDeclared: isDeclared, in: place)
    // An event that is declared may follow one that is not.
    if id != nil || isDeclared { ids[key] = id }
    if let id { used.insert(id) }
    return id
  }

  private mutating func added(
    _ meaning: ResultKey.Meaning, isDeclared: Bool, in place: Place
  ) throws -> Int? {
    guard try isDeclared || takeRoom(for: meaning, in: place) else { return nil }
    try database.run(
      "INSERT INTO result_item (application, environment, key, is_declared) VALUES (?, ?, ?, ?)",
      [place.application, place.environment, ResultKey.text(meaning), isDeclared ? 1 : 0])
    return Int(database.lastInsertedRowID)
  }

  // MARK: - Limits

  private mutating func takeRoom(
    for meaning: ResultKey.Meaning, in place: Place
  ) throws -> Bool {
    var room = try rooms[place] ?? room(in: place)
    defer { rooms[place] = room }
    guard case .counted = meaning else {
      guard room.experiments < ResultLimits.undeclaredExperiments else { return false }
      room.experiments += 1
      return true
    }
    if room.names < ResultLimits.undeclaredItems {
      room.names += 1
      return true
    }
    var replaceable = try room.replaceable ?? replaceable(in: place)
    defer { room.replaceable = replaceable }
    while let id = replaceable.popLast() {
      // What has been counted in this transaction is not stored yet.
      guard !used.contains(id) else { continue }
      try remove(id)
      return true
    }
    return false
  }

  private func room(in place: Place) throws -> Room {
    let found = try database.first(
      """
      SELECT count(*), coalesce(sum(\(Self.isOfExperiment)), 0) FROM result_item
      WHERE application = ? AND environment = ? AND NOT is_declared
      """, place.arguments
    ) { (all: try $0.int(0), experiments: try $0.int(1)) }
    guard let found else { return Room(names: 0, experiments: 0) }
    return Room(names: found.all - found.experiments, experiments: found.experiments)
  }

  /// The names that were counted neither today nor yesterday, the least recent ones last.
  private func replaceable(in place: Place) throws -> [Int] {
    try database.all(
      """
      SELECT id FROM result_item LEFT JOIN result_count ON item = id
      WHERE application = ? AND environment = ? AND NOT is_declared AND NOT \(Self.isOfExperiment)
      GROUP BY id HAVING coalesce(max(day), 0) < ? ORDER BY coalesce(max(day), 0) LIMIT ?
      """, [place.application, place.environment, place.day - 1, Self.replacements]
    ) { try $0.int(0) }.reversed()
  }

  private func remove(_ id: Int) throws {
    try database.run("DELETE FROM result_count WHERE item = ?", [id])
    try database.run("DELETE FROM result_reached WHERE item = ?", [id])
    try database.run("DELETE FROM result_item WHERE id = ?", [id])
  }
}
