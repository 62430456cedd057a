internal import Foundation
internal import GRDB
public import PriceDomain

/// The price tracker's data about a user; email address and password belong to the account.
public struct UserProfile: Sendable, Hashable {
  /// The account's ID.
  public let user: String
  /// The given name.
  public var givenName = ""
  /// The surname.
  public var surname = ""
  /// The display name on comments; never empty.
  public var nickname: String
  /// The language of notifications.
  public var language = Language.english
  /// The time zone's name, such as `Europe/Berlin`; quiet hours are in this time zone.
  public var timeZone = "UTC"
  /// The default rule, for products without their own rule.
  public var rule: PriceRule
  /// The notification preferences.
  public var preferences = NotificationPreferences()
  /// The price notices of the last 24 hours, for the daily limit.
  public internal(set) var budget = NotificationBudget()
  /// Whether notifications are also sent by email.
  public var sendsEmail = false
  /// The webhook URL that receives each notification as a signed request.
  public var webhook: String?
  /// The key for signing webhook requests.
  public var webhookSecret: String?
  /// When the webhook's URL was set; nil without a webhook.
  public var webhookSince: Timestamp?

  /// Creates a profile with the default settings: notified of every price drop, on devices only.
  public init(user: String, nickname: String) {
    self.user = user
    self.nickname = nickname
    rule = .standard
  }

  /// Returns the time zone's offset from UTC in seconds at a time.
  public func utcOffset(at now: Timestamp) -> Int {
    TimeZone(identifier: timeZone)?
      .secondsFromGMT(for: Date(timeIntervalSince1970: Double(now.seconds))) ?? 0
  }
}

extension PriceRule {
  /// The default rule of a new user: every price drop.
  public static let standard: PriceRule = {
    guard let rule = try? PriceRule(.always) else {
      preconditionFailure("an unconditional rule is valid")
    }
    return rule
  }()
}

extension PriceStore {
  /// Returns a user's profile; nil if the user has none yet.
  public func profile(_ user: String) async throws -> UserProfile? {
    try await database.read { try Self.profile(user, $0) }
  }

  /// Returns an account's profile, and creates it if there is none.
  public func ensureProfile(_ profile: UserProfile) async throws -> UserProfile {
    try await database.change { database in
      if let existing = try Self.profile(profile.user, database) { return existing }
      try Self.upsert(profile, database)
      return profile
    }
  }

  /// Stores the names of a registration until the account's owner signs in for the first time.
  ///
  /// An unverified address belongs to nobody, and may have several registrations: the names of the
  /// newest eight are kept, each by its registration's key, and those of the one that is completed
  /// are used.
  public func storeNamesForFirstUse(
    givenName: String, surname: String, of user: String, registration: String
  ) async throws {
    try await database.change { database in
      try database.execute(
        sql: """
          INSERT INTO registration (key, user, given_name, surname)
          SELECT ?2, id, ?3, ?4 FROM user WHERE id = ?1 AND verified IS NULL
          """, arguments: [user, registration, givenName, surname])
      try database.execute(
        sql: """
          DELETE FROM registration WHERE user = ?1 AND sequence NOT IN (
            SELECT sequence FROM registration WHERE user = ?1 ORDER BY sequence DESC LIMIT 8)
          """, arguments: [user])
    }
  }

  /// Creates the profile of a user who has signed in, unless there is one.
  ///
  /// - `registration`: The key of the registration that the user has completed; the names
  ///   of others may not be the owner's. Nil if there is none.
  public func createProfileOnFirstUse(_ profile: UserProfile, registration: String?) async throws
    -> UserProfile
  {
    try await database.change { database in
      if let existing = try Self.profile(profile.user, database) { return existing }
      var profile = profile
      let row = try Row.fetchOne(
        database,
        sql: "SELECT given_name, surname FROM registration WHERE user = ? AND key = ?",
        arguments: [profile.user, registration])
      if let row { (profile.givenName, profile.surname) = (row["given_name"], row["surname"]) }
      try database.execute(
        sql: "DELETE FROM registration WHERE user = ?", arguments: [profile.user])
      try Self.upsert(profile, database)
      return profile
    }
  }

  /// Changes a profile in a transaction of its own.
  ///
  /// A new default rule is saved for all products without their own rule, which resets its state;
  /// other preferences apply immediately.
  public func updateProfile(
    _ user: String, at now: Timestamp,
    _ change: @escaping @Sendable (inout UserProfile) throws -> Void
  ) async throws -> UserProfile {
    try await database.change { database in
      guard let previous = try Self.profile(user, database) else { throw StoreError.noProfile }
      var profile = previous
      try change(&profile)
      try Self.upsert(profile, database)
      if profile.rule != previous.rule { try Self.resetDefaultRule(profile, at: now, database) }
      if profile.preferences != previous.preferences || profile.timeZone != previous.timeZone {
        try database.execute(
          sql: "UPDATE tracking SET due = ? WHERE user = ?", arguments: [now.seconds, user])
      }
      return profile
    }
  }

  private static func resetDefaultRule(
    _ profile: UserProfile, at now: Timestamp, _ database: Database
  ) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT tracking.id, coalesce(sent.history, product.history) AS history
        FROM tracking JOIN product ON product.id = tracking.product
        LEFT JOIN sent_facts AS sent
          ON sent.product = tracking.product AND sent.user = tracking.user
        WHERE tracking.user = ? AND NOT has_own_rule
        """, arguments: [profile.user])
    for row in rows {
      let ruleState = RuleState(profile.rule, history: try JSONColumn.value(row["history"]))
      try database.execute(
        sql: "UPDATE tracking SET rule_state = ?, due = ? WHERE id = ?",
        arguments: [try JSONColumn.text(ruleState), now.seconds, row["id"] as Int64])
    }
  }

  static func profile(_ user: String, _ database: Database) throws -> UserProfile? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM profile WHERE user = ?")
    guard let row = try Row.fetchOne(statement, arguments: [user]) else { return nil }
    var profile = UserProfile(user: user, nickname: row["nickname"])
    profile.givenName = row["given_name"]
    profile.surname = row["surname"]
    profile.language = row["language"] == "de" ? .german : .english
    profile.timeZone = row["time_zone"]
    profile.rule = try JSONColumn.value(row["rule"])
    profile.preferences = try JSONColumn.value(row["preferences"])
    profile.budget = try JSONColumn.value(row["budget"])
    profile.sendsEmail = row["sends_email"]
    profile.webhook = row["webhook"]
    profile.webhookSecret = row["webhook_secret"]
    profile.webhookSince = (row["webhook_since"] as Int64?).map(Timestamp.init)
    return profile
  }

  /// NB: no `INSERT OR REPLACE`, which would delete the row first, and with it all rows that refer
  /// to it.
  static func upsert(_ profile: UserProfile, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO profile (user, given_name, surname, nickname, language, time_zone, rule,
          preferences, budget, sends_email, webhook, webhook_secret, webhook_since)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user) DO UPDATE SET given_name = excluded.given_name,
          surname = excluded.surname, nickname = excluded.nickname, language = excluded.language,
          time_zone = excluded.time_zone, rule = excluded.rule,
          preferences = excluded.preferences, budget = excluded.budget,
          sends_email = excluded.sends_email, webhook = excluded.webhook,
          webhook_secret = excluded.webhook_secret, webhook_since = excluded.webhook_since
        """
    ).execute(
      arguments: [
        profile.user, profile.givenName, profile.surname, profile.nickname,
        profile.language == .german ? "de" : "en", profile.timeZone,
        try JSONColumn.text(profile.rule), try JSONColumn.text(profile.preferences),
        try JSONColumn.text(profile.budget), profile.sendsEmail, profile.webhook,
        profile.webhookSecret, profile.webhookSince?.seconds,
      ])
  }
}

extension StoreError {
  static let noProfile = StoreError(
    .notFound, "This account has no profile yet. Sign in to create it.")
}
