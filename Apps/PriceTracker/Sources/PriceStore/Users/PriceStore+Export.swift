internal import GRDB
internal import PriceDomain

/// A user's data for their data export, without the account itself.
public struct UserExport: Sendable {
  /// Names and preferences.
  public let profile: UserProfile?
  /// The picture on the user's comments.
  public let picture: StoredPicture?
  /// The tracked products, with their names and URLs.
  public let tracked: [(tracking: Tracking, name: String, url: String)]
  /// The facts on the pages that the user sent, and their prices, newest period first; without
  /// those that the service's own reading has replaced.
  public let sentPages: [(facts: ProductFacts, periods: [PricePeriod])]
  /// The user's comments.
  public let comments: [Comment]
  /// The user's devices.
  public let devices: [Device]
  /// The user's notices.
  public let notices: [StoredNotice]
}

extension PriceStore {
  /// Returns a user's data for their data export.
  public func export(_ user: String) async throws -> UserExport {
    try await database.read { database in
      let tracked = try Row.fetchAll(
        database,
        sql: """
          SELECT tracking.*, coalesce(sent.name, product.name) AS name, product.url
          FROM tracking JOIN product ON product.id = tracking.product
          LEFT JOIN sent_facts AS sent
            ON sent.product = tracking.product AND sent.user = tracking.user
          WHERE tracking.user = ? ORDER BY tracking.id
          """, arguments: [user])
      let comments = try Row.fetchAll(
        database,
        sql: """
          \(Self.commentQuery) WHERE comment.user = ? ORDER BY comment.id
          """, arguments: [user])
      let devices = try Row.fetchAll(
        database, sql: "SELECT * FROM device WHERE user = ? ORDER BY id", arguments: [user])
      let notices = try Row.fetchAll(
        database, sql: "SELECT * FROM notice WHERE user = ? ORDER BY sequence", arguments: [user])
      return UserExport(
        profile: try Self.profile(user, database),
        picture: try Self.picture(of: user, database),
        tracked: try tracked.map { row in
          (
            Tracking(
              product: row["product"], since: Timestamp(row["since"]),
              hasOwnRule: row["has_own_rule"], notifiesOfComments: row["notifies_of_comments"],
              ruleState: try JSONColumn.value(row["rule_state"])), row["name"], row["url"]
          )
        }, sentPages: try Self.sentPages(of: user, database),
        comments: comments.map(Self.comment), devices: try devices.map(Self.device),
        notices: notices.map(Self.notice))
    }
  }

  private static func sentPages(
    of user: String, _ database: Database
  ) throws -> [(facts: ProductFacts, periods: [PricePeriod])] {
    let products = try Int64.fetchAll(
      database, sql: "SELECT product FROM sent_facts WHERE user = ? ORDER BY product",
      arguments: [user])
    return try products.compactMap { id in
      guard let record = try product(id, database),
        let sentPage = try sentFacts(of: record, by: user, database)
      else { return nil }
      let periods = try Row.fetchAll(
        database,
        sql: """
          SELECT first_seen, last_seen, amount, currency FROM sent_price
          WHERE product = ? AND user = ? ORDER BY position DESC
          """, arguments: [id, user])
      return (facts: sentPage.facts, periods: periods.map(period))
    }
  }
}
