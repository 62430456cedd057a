import Accounts
import AccountsSQLite
import Testing

/// One implementation of `AccountStore`: every test in `Contract/` runs with each of them.
struct StoreKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let open: @Sendable (TemporaryFolder) async throws -> any AccountStore

  static let all = [
    StoreKind(testDescription: "SQLite file") {
      SQLiteAccounts(try SQLiteAccountsFile(path: $0.path("accounts.db")))
    },
    StoreKind(testDescription: "SQLite in memory") { _ in try SQLiteAccounts.inMemory() },
  ]

  /// An empty store of this kind.
  func empty(in folder: TemporaryFolder) async throws -> any AccountStore { try await open(folder) }

  /// A store of this kind with Ada and Bob.
  func users(in folder: TemporaryFolder) async throws -> any AccountStore {
    let store = try await open(folder)
    try await store.change {
      try $0.put(Samples.ada)
      try $0.put(Samples.bob)
    }
    return store
  }
}
