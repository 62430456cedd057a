import Accounts
import AccountsSQLite
import GRDB
import PriceDomain
import PriceStore

/// An in-memory store with a few users.
struct StoreFixture {
  let database: PriceDatabase
  let store: PriceStore
  let accounts: SQLiteAccounts
  static let start = Timestamp(1_700_000_000)

  init(users: [String] = ["ada", "bob"]) async throws {
    database = try PriceDatabase()
    store = PriceStore(database)
    accounts = SQLiteAccounts(database)
    for user in users {
      try await accounts.change { writer in
        try writer.put(
          User(
            id: user, email: "\(user)@example.com", emailKey: "\(user)@example.com", name: user,
            verified: 1, disabled: nil, created: 1))
      }
      _ = try await store.ensureProfile(UserProfile(user: user, nickname: user))
    }
  }

  /// Adds a product, and records its price unless it is nil; returns the product's id.
  func addProduct(
    _ name: String, cents: Int64? = 2499, category: String = "Books",
    at now: Timestamp = start
  ) async throws -> Int64 {
    let added = try await store.add(
      ProductFacts(
        store: "shop", host: "shop.example", storeID: name, url: "https://shop.example/\(name)",
        name: name, categoryPath: [category], images: ["https://shop.example/\(name).png"]),
      at: now)
    if let cents { try await check(added.id, cents, at: now) }
    return added.id
  }

  @discardableResult func check(
    _ product: Int64, _ cents: Int64, _ currency: Currency = .euro, at now: Timestamp
  ) async throws -> CheckOutcome {
    try await check(product, .price(Price(cents, currency)), at: now)
  }

  @discardableResult func check(
    _ product: Int64, _ reading: Reading, at now: Timestamp
  ) async throws -> CheckOutcome {
    let outcomes = try await store.record([PriceCheck(product, .read(reading))], at: now)
    guard let outcome = outcomes.first else { throw StoreError(.notFound, "no outcome") }
    return outcome
  }

  func count(_ table: String) async throws -> Int {
    try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }
}

let day: Int64 = 86_400
