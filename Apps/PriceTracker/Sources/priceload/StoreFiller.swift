internal import Foundation
internal import GRDB
internal import PriceDomain
internal import PriceStore

/// Fills a store with synthetic products, users, rules and prices.
struct StoreFiller {
  let store: PriceStore
  let productCount: Int
  /// The number of users who track each product, and of products that each user tracks.
  let trackingsPerUser = 10
  /// The number of prices in each product's history.
  let pricesPerProduct = 10
  static let hostCount = 8
  static let start = Timestamp(1_700_000_000)

  func run() async throws {
    let chunk = 2_000
    let rule = try PriceRule(.always)
    for first in stride(from: 0, to: productCount, by: chunk) {
      let range = first..<min(first + chunk, productCount)
      try await store.database.change { database in
        for number in range { try insertUser(number, database) }
      }
    }
    for first in stride(from: 0, to: productCount, by: chunk) {
      let range = first..<min(first + chunk, productCount)
      try await store.database.change { database in
        for number in range { try insertProduct(number, rule, database) }
      }
    }
    // Checkpoints the write-ahead log now, so that the measured update does not begin with it.
    store.database.didDeletePersonalData()
    try await store.database.change { _ in }
  }

  /// Returns the URL of a product's page.
  static func url(_ number: Int) -> String {
    "https://shop\(number % hostCount).example/p/\(number)"
  }

  /// Returns a product's price before the update.
  static func price(_ number: Int) -> Int64 { Int64(2_000 + (number * 7919) % 50_000) }

  private static func history(_ number: Int) -> PriceHistory {
    var history = PriceHistory()
    _ = history.record(.price(Price(price(number) * 11 / 10, .euro)), at: start + -2 * 86_400)
    _ = history.record(.price(Price(price(number), .euro)), at: start + -86_400)
    return history
  }

  private func insertUser(_ number: Int, _ database: Database) throws {
    let id = "u\(number)"
    try database.cachedStatement(
      sql: "INSERT INTO user (id, email, email_key, name, verified, created) VALUES (?,?,?,?,1,1)"
    ).execute(arguments: [id, "\(id)@example.com", "\(id)@example.com", id])
    var profile = UserProfile(user: id, nickname: id)
    profile.preferences.dailyLimit = 100
    try PriceStore.insert(profile, database)
    try database.cachedStatement(
      sql: "INSERT INTO device VALUES (?, ?, ?, ?, '', 'en', 1)"
    ).execute(
      arguments: [id, "fcm:\(id)", id, "{\"fcm\":{\"id\":\"\(id)\",\"isInstallation\":false}}"])
  }

  private func insertProduct(_ number: Int, _ rule: PriceRule, _ database: Database) throws {
    let history = Self.history(number)
    let words = ["lamp", "chair", "table", "book", "phone", "shoe", "cup", "bag"]
    let facts = ProductFacts(
      store: "shop", host: "shop\(number % Self.hostCount).example:443", storeID: "/p/\(number)",
      url: Self.url(number),
      name: "\(words[number % 8]) \(words[number / 8 % 8]) number \(number)",
      categoryPath: ["Category \(number % 40)"], images: ["https://img.example/\(number).jpg"])
    let id = try PriceStore.insert(facts, history, at: Self.start, database)
    try PriceStore.setHistory(id, history, due: Self.start, database)
    for index in 0..<pricesPerProduct {
      try database.cachedStatement(sql: "INSERT INTO price VALUES (?, ?, ?, ?, ?, 'EUR')")
        .execute(
          arguments: [
            id, index + 1, Self.start.seconds - Int64(pricesPerProduct - index) * 86_400,
            Self.start.seconds - Int64(pricesPerProduct - index) * 86_400,
            Self.price(number) + Int64(index),
          ])
    }
    let text = String(
      decoding: try JSONEncoder().encode(RuleState(rule, history: history)), as: UTF8.self)
    for index in 0..<trackingsPerUser {
      // The users' rows are far apart, as in practice.
      let user = (number + index * (productCount / trackingsPerUser + 1)) % productCount
      try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO tracking
            (user, product, since, has_own_rule, notifies_of_comments, rule_state)
          VALUES (?, ?, ?, 0, 0, ?)
          """
      ).execute(arguments: ["u\(user)", id, Self.start.seconds, text])
    }
  }
}
