import FlowCore
import GRDB

extension SQLiteStore {
  package func attributes(of application: String) async throws(StoreError) -> [ReportedAttribute] {
    try await read { database in
      var values: [Name: [ReportedAttribute.Value]] = [:]
      let all = try database.all(
        """
        SELECT name, value, sum(sessions) FROM attribute_value WHERE application = ?
        GROUP BY name, value ORDER BY name, 3 DESC, value
        """, [application]
      ) { (try $0.text(0), ReportedAttribute.Value(text: try $0.text(1), sessions: try $0.int(2))) }
      for (name, value) in all { values[Name(name), default: []].append(value) }
      return try database.all(
        """
        SELECT name, group_concat(types, ' '), sum(sessions), max(last_seen),
          count(reported_private), count(exceeded_value_limit)
        FROM attribute WHERE application = ? GROUP BY name ORDER BY name
        """, [application]
      ) { row in
        let name = try row.text(0)
        let isPrivate = try row.int(4) > 0
        let hasTooManyValues = try row.int(5) > 0
        return ReportedAttribute(
          name: name, types: AttributeTypes.decode(try row.text(1)), sessions: try row.int(2),
          lastSeen: try row.int(3), isPrivate: isPrivate, hasTooManyValues: hasTooManyValues,
          // Withheld if any environment has it as private, or with too many values.
          values: isPrivate || hasTooManyValues ? [] : values[Name(name)] ?? [])
      }
    }
  }
}

/// The encoding of an attribute's types in a column.
private enum AttributeTypes {
  static func decode(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map { String($0) })
  }

  static func encode(_ types: Set<String>) -> String { types.sorted().joined(separator: " ") }
}

extension Database {
  /// Adds the attributes reported by a new batch.
  func count(_ uses: [AttributeUse], of batch: EventBatch) throws {
    for use in uses { try AttributeCounter(database: self, batch: batch, use: use).run() }
  }
}

/// Adds the uses of one attribute in a batch to its stored state.
private struct AttributeCounter {
  let database: Database
  let batch: EventBatch
  let use: AttributeUse

  private struct StoredState {
    var types: Set<String> = []
    /// The time at which it was last reported as private; nil if it is not private.
    var reportedPrivate: Int?
    /// The time at which it got too many values; nil if it does not have too many.
    var exceededValueLimit: Int?
  }

  /// The primary key of the attribute, as statement arguments.
  private var key: StatementArguments { [batch.application, batch.environment, use.name] }
  /// Names and values last reported at this time or earlier may be removed to make room.
  private var cutoff: Int { batch.received - AttributeLimits.retention }

  func run() throws {
    let stored = try storedState()
    guard try stored != nil || ensureCapacity() else { return }
    var state = stored ?? StoredState()
    state.types.formUnion(use.types)
    // An attribute once reported as private becomes public only if no app has reported it as
    // private for 30 days.
    state.reportedPrivate = use.isPrivate ? batch.received : state.reportedPrivate.flatMap(ifRecent)
    state.exceededValueLimit = state.exceededValueLimit.flatMap(ifRecent)
    if state.reportedPrivate != nil {
      if stored?.reportedPrivate == nil { try removeValues() }
    } else if state.exceededValueLimit == nil, try !countValues() {
      try removeValues()
      state.exceededValueLimit = batch.received
    }
    try save(state)
  }

  private func ifRecent(_ time: Int) -> Int? { time > cutoff ? time : nil }

  private func storedState() throws -> StoredState? {
    try database.first(
      """
      SELECT types, reported_private, exceeded_value_limit FROM attribute
      WHERE application = ? AND environment = ? AND name = ?
      """, key
    ) { row in
      StoredState(
        types: AttributeTypes.decode(try row.text(0)), reportedPrivate: try row.optionalInt(1),
        exceededValueLimit: try row.optionalInt(2))
    }
  }

  private func save(_ state: StoredState) throws {
    try database.run(
      """
      INSERT INTO attribute
        (application, environment, name, types, sessions, last_seen, reported_private,
         exceeded_value_limit)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (application, environment, name) DO UPDATE SET types = excluded.types,
        sessions = sessions + excluded.sessions, last_seen = max(last_seen, excluded.last_seen),
        reported_private = excluded.reported_private,
        exceeded_value_limit = excluded.exceeded_value_limit
      """,
      key + [AttributeTypes.encode(state.types), use.sessions, batch.received]
        + [state.reportedPrivate, state.exceededValueLimit])
  }

  // MARK: Names

  /// Makes room for a new attribute, if necessary by removing the one not reported for longest.
  ///
  /// - Returns: False if there are too many, and all have been reported in the last 30 days.
  private func ensureCapacity() throws -> Bool {
    let existsElsewhere = try database.has(
      "SELECT 1 FROM attribute WHERE application = ? AND name = ?", [batch.application, use.name])
    if existsElsewhere { return true }
    let count = try database.first(
      "SELECT count(DISTINCT name) FROM attribute WHERE application = ?", [batch.application]
    ) { try $0.int(0) }
    if (count ?? 0) < AttributeLimits.maximumAttributes { return true }
    let oldest = try database.first(
      """
      SELECT name FROM attribute WHERE application = ? GROUP BY name
      HAVING max(last_seen) <= ? ORDER BY max(last_seen), name LIMIT 1
      """, [batch.application, cutoff]
    ) { try $0.text(0) }
    guard let oldest else { return false }
    for table in ["attribute", "attribute_value"] {
      try database.run(
        "DELETE FROM \(table) WHERE application = ? AND name = ?", [batch.application, oldest])
    }
    return true
  }

  // MARK: Values

  private func removeValues() throws {
    try database.run(
      "DELETE FROM attribute_value WHERE application = ? AND environment = ? AND name = ?", key)
  }

  /// Counts the sessions of the reported values.
  ///
  /// - Returns: False if there are too many values.
  private func countValues() throws -> Bool {
    for (value, sessions) in use.values.sorted(by: { $0.key < $1.key }) {
      try database.run(
        """
        UPDATE attribute_value SET sessions = sessions + ?, last_seen = max(last_seen, ?)
        WHERE application = ? AND environment = ? AND name = ? AND value = ?
        """, [sessions, batch.received] + key + [value])
      if database.changesCount > 0 { continue }
      guard try ensureValueCapacity() else { return false }
      try database.run(
        """
        INSERT INTO attribute_value (application, environment, name, value, sessions, last_seen)
        VALUES (?, ?, ?, ?, ?, ?)
        """, key + [value, sessions, batch.received])
    }
    return true
  }

  /// Makes room for a new value, if necessary by removing those not reported in the last 30 days.
  ///
  /// - Returns: False if there are too many.
  private func ensureValueCapacity() throws -> Bool {
    if try valueCount() < AttributeLimits.maximumValues { return true }
    try database.run(
      """
      DELETE FROM attribute_value
      WHERE application = ? AND environment = ? AND name = ? AND last_seen <= ?
      """, key + [cutoff])
    return try valueCount() < AttributeLimits.maximumValues
  }

  private func valueCount() throws -> Int {
    try database.first(
      """
      SELECT count(*) FROM attribute_value
      WHERE application = ? AND environment = ? AND name = ?
      """, key
    ) { try $0.int(0) } ?? 0
  }
}
