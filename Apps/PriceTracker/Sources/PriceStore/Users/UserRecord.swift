internal import Foundation
internal import GRDB
public import PriceDomain

/// The price tracker's data about a user; email address and password belong to the account.
public struct UserRecord: Sendable, Hashable {
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
  /// The notices of the last 24 hours, for the daily limit.
  public internal(set) var budget = NotificationBudget()
  /// Whether notifications are also sent by mail.
  public var sendsEmail = false
  /// The webhook URL that receives each notification as a signed request.
  public var webhook: String?
  /// The key for signing webhook requests.
  public var webhookSecret: String?

  /// Creates a person with the default settings: notified of every price drop, on devices only.
  public init(user: String, nickname: String) {
    self.user = user
    self.nickname = nickname
    rule = .standard
  }

  /// Returns the time zone's offset from UTC in seconds at a time.
  public func utcOffset(at now: Moment) -> Int {
    TimeZone(identifier: timeZone)?
      .secondsFromGMT(for: Date(timeIntervalSince1970: Double(now.seconds))) ?? 0
  }
}

extension PriceRule {
  /// The default rule of a new user: every price drop.
  public static let standard: PriceRule = {
    guard let rule = try? PriceRule(.always) else { preconditionFailure("always has no fault") }
    return rule
  }()
}

extension PriceStore {
  /// Returns a user's person; nil if the user has none yet.
  public func person(_ user: String) async throws -> UserRecord? {
    try await database.read { try Self.person(user, $0) }
  }

  /// Returns an account's person, and creates it if there is none.
  public func ensurePerson(_ person: UserRecord) async throws -> UserRecord {
    try await database.change { database in
      if let known = try Self.person(person.user, database) { return known }
      try Self.put(person, database)
      return person
    }
  }

  /// Keeps the names that someone registered with until the account's owner has signed in.
  ///
  /// An unverified address belongs to no one: the names of an earlier registration are replaced
  /// with its password, and those of a registration that has been replaced meanwhile are dropped.
  public func keepForFirstUse(_ person: UserRecord) async throws {
    try await database.change { database in
      try database.execute(
        sql: """
          INSERT INTO registration (user, nickname, given_name, surname)
          SELECT id, ?2, ?3, ?4 FROM user WHERE id = ?1 AND verified IS NULL AND name = ?2
          ON CONFLICT (user) DO UPDATE SET nickname = excluded.nickname,
            given_name = excluded.given_name, surname = excluded.surname
          """,
        arguments: [person.user, person.nickname, person.givenName, person.surname])
    }
  }

  /// Creates the person of a user who has signed in, unless there is one.
  ///
  /// - `name`: The account's name; names of a registration with another one are not the owner's.
  public func firstPerson(_ person: UserRecord, name: String) async throws -> UserRecord {
    try await database.change { database in
      if let known = try Self.person(person.user, database) { return known }
      var person = person
      let row = try Row.fetchOne(
        database,
        sql: "SELECT given_name, surname FROM registration WHERE user = ? AND nickname = ?",
        arguments: [person.user, name])
      if let row { (person.givenName, person.surname) = (row["given_name"], row["surname"]) }
      try database.execute(
        sql: "DELETE FROM registration WHERE user = ?", arguments: [person.user])
      try Self.put(person, database)
      return person
    }
  }

  /// Changes a person in a transaction of its own.
  ///
  /// A new default rule is saved for all products without their own rule, which resets its state;
  /// other preferences apply immediately.
  public func updatePerson(
    _ user: String, at now: Moment, _ change: @escaping @Sendable (inout UserRecord) throws -> Void
  ) async throws -> UserRecord {
    try await database.change { database in
      guard let old = try Self.person(user, database) else { throw StoreError.noPerson }
      var new = old
      try change(&new)
      try Self.put(new, database)
      if new.rule != old.rule { try Self.saveDefault(new, at: now, database) }
      if new.preferences != old.preferences || new.timeZone != old.timeZone {
        try database.execute(
          sql: "UPDATE tracking SET due = ? WHERE user = ?", arguments: [now.seconds, user])
      }
      return new
    }
  }

  private static func saveDefault(
    _ person: UserRecord, at now: Moment, _ database: Database
  ) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT tracking.id, track FROM tracking JOIN product ON product.id = tracking.product
        WHERE user = ? AND NOT has_own_rule
        """, arguments: [person.user])
    for row in rows {
      let watch = PriceWatch(person.rule, track: try Column.value(row["track"]))
      try database.execute(
        sql: "UPDATE tracking SET watch = ?, due = ? WHERE id = ?",
        arguments: [try Column.text(watch), now.seconds, row["id"] as Int64])
    }
  }

  static func person(_ user: String, _ database: Database) throws -> UserRecord? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM person WHERE user = ?")
    guard let row = try Row.fetchOne(statement, arguments: [user]) else { return nil }
    var person = UserRecord(user: user, nickname: row["nickname"])
    person.givenName = row["given_name"]
    person.surname = row["surname"]
    person.language = row["language"] == "de" ? .german : .english
    person.timeZone = row["time_zone"]
    person.rule = try Column.value(row["rule"])
    person.preferences = try Column.value(row["preferences"])
    person.budget = try Column.value(row["budget"])
    person.sendsEmail = row["sends_email"]
    person.webhook = row["webhook"]
    person.webhookSecret = row["webhook_secret"]
    return person
  }

  /// NB: no `INSERT OR REPLACE`, which would delete the row first, and with it all rows that refer
  /// to it.
  static func put(_ person: UserRecord, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO person (user, given_name, surname, nickname, language, time_zone, rule,
          preferences, budget, sends_email, webhook, webhook_secret)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user) DO UPDATE SET given_name = excluded.given_name,
          surname = excluded.surname, nickname = excluded.nickname, language = excluded.language,
          time_zone = excluded.time_zone, rule = excluded.rule,
          preferences = excluded.preferences, budget = excluded.budget,
          sends_email = excluded.sends_email, webhook = excluded.webhook,
          webhook_secret = excluded.webhook_secret
        """
    ).execute(
      arguments: [
        person.user, person.givenName, person.surname, person.nickname,
        person.language == .german ? "de" : "en", person.timeZone, try Column.text(person.rule),
        try Column.text(person.preferences), try Column.text(person.budget), person.sendsEmail,
        person.webhook, person.webhookSecret,
      ])
  }
}

extension StoreError {
  static let noPerson = StoreError(.notFound, "This account has no data here.")
}
