internal import Foundation
internal import GRDB
internal import PriceDomain

/// Evaluates rules and creates notices in one transaction; each user's profile is read once, and a
/// changed one is written at the end.
struct RuleEvaluator {
  let database: Database
  let now: Timestamp
  private(set) var notices = 0
  private var profiles: [String: UserProfile] = [:]
  private var changedUsers: Set<String> = []

  init(database: Database, now: Timestamp) {
    self.database = database
    self.now = now
  }

  /// Evaluates the rules of the users who track a product, except those with prices of their own;
  /// those beyond the limit become due.
  mutating func evaluateRules(of product: (id: Int64, name: String), history: PriceHistory) throws {
    let limit = PriceStore.Limit.fanOut
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, user, rule_state, due FROM tracking
        WHERE product = ? AND NOT EXISTS (
          SELECT 1 FROM sent_facts AS sent
          WHERE sent.product = tracking.product AND sent.user = tracking.user
            AND sent.history IS NOT NULL)
        ORDER BY id LIMIT \(limit + 1)
        """)
    let rows = try Row.fetchAll(statement, arguments: [product.id])
    for row in rows.prefix(limit) { try evaluateRule(row, product: product, history: history) }
    if rows.count > limit, let last = rows.dropLast().last {
      try database.execute(
        sql: "UPDATE tracking SET due = ? WHERE product = ? AND id > ?",
        arguments: [now.seconds, product.id, last["id"] as Int64])
    }
  }

  /// Evaluates one user's rule, and creates a notice or stores when the rule is due again.
  mutating func evaluateRule(
    _ row: Row, product: (id: Int64, name: String), history: PriceHistory
  ) throws {
    let user: String = row["user"]
    guard var profile = try profile(user) else { return }
    let text: String = row["rule_state"]
    var ruleState: RuleState = try JSONColumn.value(text)
    let previous = (ruleState: ruleState, budget: profile.budget)
    let decision = ruleState.decide(
      history, preferences: profile.preferences, budget: &profile.budget, at: now,
      utcOffset: profile.utcOffset(at: now))
    var due: Int64?
    switch decision {
    case .skip: break
    case .wait(let until, _): due = max(until.seconds, now.seconds + 1)
    case .notify(let notice):
      notices += 1
      try PriceStore.createNotice(
        NewNotice(
          user: user, product: product.id, kind: .price,
          title: PriceStore.sentName(of: product.id, by: user, database) ?? product.name,
          body: notice.text(
            in: profile.language, utcOffset: profile.utcOffset(at: now))), at: now, database)
    }
    if profile.budget != previous.budget {
      profiles[user] = profile
      changedUsers.insert(user)
    }
    guard ruleState != previous.ruleState || due != row["due"] as Int64? else { return }
    try database.cachedStatement(sql: "UPDATE tracking SET rule_state = ?, due = ? WHERE id = ?")
      .execute(arguments: [try JSONColumn.text(ruleState), due, row["id"] as Int64])
  }

  /// Saves the profiles whose notification budget has changed.
  mutating func saveChangedProfiles() throws {
    for user in changedUsers.sorted() {
      guard let profile = profiles[user] else { continue }
      try database.cachedStatement(sql: "UPDATE profile SET budget = ? WHERE user = ?")
        .execute(arguments: [try JSONColumn.text(profile.budget), user])
    }
    changedUsers = []
  }

  private mutating func profile(_ user: String) throws -> UserProfile? {
    if let cached = profiles[user] { return cached }
    let profile = try PriceStore.profile(user, database)
    profiles[user] = profile
    return profile
  }
}
