import GRDB

extension SQLiteStore {
  package func put(_ snapshot: Snapshot) async throws(StoreError) -> Snapshot.PutResult {
    let quotas = quotas
    return try await change(weight: snapshot.body.count + 1024) { database in
      try database.require(application: snapshot.application)
      let stored = try database.first(
        "SELECT tag, length(body) FROM snapshot WHERE application = ? AND screen = ?",
        [snapshot.application, snapshot.screen]
      ) { (tag: try $0.text(0), size: try $0.int(1)) }
      if stored?.tag == snapshot.tag { return .unchanged }
      if stored == nil,
        try database.snapshotCount(of: snapshot.application) >= Snapshot.maximumCount
      {
        return .limitReached
      }
      try database.require(
        quotas, storageOf: snapshot.application,
        adding: snapshot.body.count - (stored?.size ?? 0))
      try database.run(
        """
        INSERT INTO snapshot (application, screen, type, tag, width, height, at, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (application, screen) DO UPDATE SET type = excluded.type, tag = excluded.tag,
          width = excluded.width, height = excluded.height, at = excluded.at, body = excluded.body
        """,
        [
          snapshot.application, snapshot.screen, snapshot.type, snapshot.tag,
          snapshot.width, snapshot.height, snapshot.at, blob(snapshot.body),
        ])
      return .stored
    }
  }

  package func snapshot(
    of screen: String, in application: String
  ) async throws(StoreError) -> Snapshot? {
    try await read { database in
      try database.first(
        """
        SELECT application, screen, type, tag, width, height, at, body FROM snapshot
        WHERE application = ? AND screen = ?
        """, [application, screen]
      ) { try Snapshot($0, body: $0.bytes(7)) }
    }
  }

  package func snapshots(of application: String) async throws(StoreError) -> [Snapshot] {
    try await read { database in
      try database.all(
        """
        SELECT application, screen, type, tag, width, height, at FROM snapshot
        WHERE application = ? ORDER BY screen
        """, [application]
      ) { try Snapshot($0, body: []) }
    }
  }

  package func removeSnapshots(
    of screens: [String], in application: String
  ) async throws(StoreError) -> Int {
    try await change { database in
      var count = 0
      for screen in screens {
        try database.run(
          "DELETE FROM snapshot WHERE application = ? AND screen = ?", [application, screen])
        count += database.changesCount
      }
      return count
    }
  }
}

extension Snapshot {
  fileprivate init(_ row: Columns, body: [UInt8]) throws {
    self.init(
      application: try row.text(0), screen: try row.text(1), type: try row.text(2),
      tag: try row.text(3), width: try row.int(4), height: try row.int(5), at: try row.int(6),
      body: body)
  }
}

extension Database {
  fileprivate func snapshotCount(of application: String) throws -> Int {
    try first("SELECT count(*) FROM snapshot WHERE application = ?", [application]) {
      try $0.int(0)
    } ?? 0
  }
}
