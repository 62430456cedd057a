import GRDB

extension SQLiteStore {
  package func issuedNumbers() async throws(StoreError) -> [IssuedNumber] {
    try await read { try $0.issuedNumbers() }
  }

  package func raiseNumbers(_ numbers: [IssuedNumber]) async throws(StoreError) {
    // NB: usually there is nothing to raise, and startup then writes nothing.
    let issued = try await issuedNumbers()
    guard numbers.contains(where: { $0.isAbove(issued) }) else { return }
    try await change { database in
      let issued = try database.issuedNumbers()
      for number in numbers where number.isAbove(issued) {
        try database.run(
          "INSERT OR REPLACE INTO issued_number VALUES (?, ?, ?)",
          [number.application, number.environment, number.number])
      }
    }
  }
}

extension IssuedNumber {
  /// Whether it is higher than the highest issued number of its environment.
  fileprivate func isAbove(_ issued: [IssuedNumber]) -> Bool {
    !issued.contains {
      $0.application == application && $0.environment == environment && $0.number >= number
    }
  }
}

extension Database {
  /// The highest issued numbers, by application and environment.
  func issuedNumbers() throws -> [IssuedNumber] {
    try all(
      """
      SELECT application, environment, max(number) FROM (
        SELECT application, environment, max(number) AS number FROM release
          GROUP BY application, environment
        UNION ALL SELECT application, environment, number FROM issued_number)
      GROUP BY application, environment ORDER BY application, environment
      """
    ) { row in
      IssuedNumber(
        application: try row.text(0), environment: try row.text(1), number: try row.int(2))
    }
  }
}
