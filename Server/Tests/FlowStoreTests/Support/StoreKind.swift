import FlowStore
import Testing

/// A kind of store: the tests in `Contract/` run with each of them.
struct StoreKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let open: @Sendable (TemporaryFolder) async throws -> any Store

  static let all = [
    StoreKind(testDescription: "SQLite file") {
      try await Stores.open("sqlite:\($0.path("flowmagic.db"))")
    },
    StoreKind(testDescription: "SQLite in memory") { _ in
      try await Stores.open("sqlite::memory:")
    },
  ]

  /// Opens an empty store of this kind.
  func empty(in folder: TemporaryFolder) async throws -> any Store { try await open(folder) }

  /// Opens a store of this kind with the shop of `Shop`.
  func shop(in folder: TemporaryFolder) async throws -> any Store {
    let store = try await open(folder)
    try await Shop.add(to: store)
    return store
  }
}
