import GRDB

extension SQLiteStore {
  package func uncountedEvents(
    limit: Int, bytes: Int, events: Int
  ) async throws(StoreError) -> (after: Int, batches: [EventBatch]) {
    try await read { database in
      let after = try database.countedBatch()
      // The sizes first, so that a row's bytes are only read if they are needed.
      let sizes = try database.all(
        "SELECT id, length(body), count FROM event_batch WHERE id > ? ORDER BY id LIMIT ?",
        [after, limit]
      ) { (id: try $0.int(0), bytes: try $0.int(1), events: try $0.int(2)) }
      var last = after
      var total = (bytes: 0, events: 0)
      for size in sizes {
        total.bytes += size.bytes
        total.events += size.events
        guard last == after || total.bytes <= bytes && total.events <= events else { break }
        last = size.id
      }
      let batches = try database.all(
        """
        SELECT id, application, environment, key, count, body, received FROM event_batch
        WHERE id > ? AND id <= ? ORDER BY id
        """, [after, last], EventBatch.init)
      return (after, batches)
    }
  }

  package func count(
    _ activities: [SessionActivity], of batches: (after: Int, last: Int)
  ) async throws(StoreError) -> Bool {
    try await change(in: .events, weight: 1 << 18) { database in
      guard try database.countedBatch() == batches.after else { return false }
      var counter = ResultCounter(database)
      for activity in activities { try counter.count(activity) }
      try counter.save()
      try database.run("UPDATE result_progress SET batch = ?", [batches.last])
      return true
    }
  }

  package func results(
    of application: String, environment: String, since day: Int
  ) async throws(StoreError) -> FlowResults {
    try await read { database in
      let items = try database.resultItems(of: application, in: environment)
      var results = FlowResults()
      let arguments: StatementArguments = [application, environment, day]
      try database.forEach(
        """
        SELECT item, sum(sessions) FROM result_item JOIN result_count ON item = id
        WHERE application = ? AND environment = ? AND day >= ? GROUP BY item
        """, arguments
      ) { row in
        guard case .counted(let item) = items[try row.int(0)] else { return }
        results.sessions[item] = try row.int(1)
      }
      try database.forEach(
        """
        SELECT variant, sum(result_variant.users), sum(multiple_exposure_users)
        FROM result_item JOIN result_variant ON variant = id
        WHERE application = ? AND environment = ? AND day >= ? GROUP BY variant
        """, arguments
      ) { row in
        guard case .variant(let experiment, let key) = items[try row.int(0)] else { return }
        var variant = FlowResults.Variant()
        variant.users = try row.int(1)
        variant.multipleExposures = try row.int(2)
        results.experiments[experiment, default: [:]][key] = variant
      }
      try database.forEach(
        """
        SELECT variant, item, sum(result_variant_item.users)
        FROM result_item JOIN result_variant_item ON variant = id
        WHERE application = ? AND environment = ? AND day >= ? GROUP BY variant, item
        """, arguments
      ) { row in
        guard case .variant(let experiment, let key) = items[try row.int(0)],
          case .counted(let item) = items[try row.int(1)]
        else { return }
        results.experiments[experiment]?[key]?.reached[item] = try row.int(2)
      }
      results.countedUntil = try database.countedUntil(of: application)
      results.pendingBatches = try database.pendingBatches(of: application)
      return results
    }
  }

  /// The maximum number of rows of each table removed in one step.
  private static let rowsPerStep = 500

  package func removeResults(
    before time: Int, sessionsBefore sessionTime: Int
  ) async throws(StoreError) -> Bool {
    let limit = Self.rowsPerStep
    let day = max(0, time) / 86_400
    let sessionDay = max(0, sessionTime) / 86_400
    return try await change(in: .events, weight: 1 << 16) { database in
      var removed = 0
      for table in Self.expiringTables {
        try database.run(
          """
          DELETE FROM \(table.name) WHERE \(table.key) IN (
            SELECT \(table.columns) FROM \(table.name) WHERE \(table.day) < ? LIMIT ?)
          """, [table.name == "result_session" ? sessionDay : day, limit])
        removed = max(removed, database.changesCount)
      }
      return removed == limit
    }
  }

  /// A table whose rows are removed when they are old.
  private struct ExpiringTable {
    let name: String
    let columns: String
    let day: String

    var key: String { "(\(columns))" }
  }

  private static let expiringTables = [
    ExpiringTable(name: "result_session", columns: "id", day: "last_day"),
    ExpiringTable(name: "result_unit", columns: "id", day: "last_day"),
    ExpiringTable(name: "result_count", columns: "item, day", day: "day"),
    ExpiringTable(name: "result_variant", columns: "variant, day", day: "day"),
    ExpiringTable(name: "result_variant_item", columns: "variant, item, day", day: "day"),
  ]
}

extension EventBatch {
  init(_ row: Columns) throws {
    self.init(
      id: try row.int(0), application: try row.text(1), environment: try row.text(2),
      key: try row.text(3), count: try row.int(4), body: try row.bytes(5),
      received: try row.int(6))
  }
}

extension Database {
  fileprivate func countedBatch() throws -> Int {
    try first("SELECT batch FROM result_progress") { try $0.int(0) } ?? 0
  }

  // NB: for one application only, because its members must not learn how many events others have.

  fileprivate func countedUntil(of application: String) throws -> Int? {
    try first(
      """
      SELECT received FROM event_batch
      WHERE application = ? AND id <= (SELECT batch FROM result_progress)
      ORDER BY id DESC LIMIT 1
      """, [application]
    ) { try $0.int(0) }
  }

  fileprivate func pendingBatches(of application: String) throws -> Int {
    try first(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM event_batch
        WHERE application = ? AND id > (SELECT batch FROM result_progress) LIMIT ?)
      """, [application, FlowResults.pendingBatchLimit]
    ) { try $0.int(0) } ?? 0
  }

  fileprivate func resultItems(
    of application: String, in environment: String
  ) throws -> [Int: ResultKey.Meaning] {
    var items: [Int: ResultKey.Meaning] = [:]
    try forEach(
      "SELECT id, key FROM result_item WHERE application = ? AND environment = ?",
      [application, environment]
    ) { items[try $0.int(0)] = ResultKey.meaning(of: try $0.text(1)) }
    return items
  }

  fileprivate func forEach(
    _ sql: String, _ arguments: StatementArguments, _ body: (Columns) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
    while let row = try rows.next() { try body(Columns(row)) }
  }
}
