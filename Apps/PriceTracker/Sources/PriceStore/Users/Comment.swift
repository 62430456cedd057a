internal import GRDB
public import PriceDomain

/// A user's comment on a product.
public struct Comment: Sendable, Hashable, Identifiable {
  /// The id.
  public let id: Int64
  /// The product.
  public let product: Int64
  /// The author's account ID, which identifies a user's own comments.
  public let user: String
  /// The author's current nickname.
  public let author: String
  /// The id of the author's current picture; nil if there is none.
  public let picture: String?
  /// The unescaped text; escape it before showing it as HTML.
  public let text: String
  /// When it was written.
  public let written: Timestamp
  /// When it was last edited; nil if never.
  public let edited: Timestamp?
}

extension PriceStore {
  /// Returns the comments on a product, newest first.
  public func comments(
    on product: Int64, before cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<Comment> {
    let before = try Self.parsedCursor(cursor) ?? .max
    return try await database.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          \(Self.commentQuery) WHERE product = ? AND comment.id < ? ORDER BY comment.id DESC LIMIT ?
          """, arguments: [product, before, limit + 1])
      let comments = rows.prefix(limit).map(Self.comment)
      return Page(comments, next: rows.count > limit ? comments.last.map { "\($0.id)" } : nil)
    }
  }

  /// Returns a comment on a product; nil if the product has no comment with this ID.
  public func comment(_ id: Int64, on product: Int64) async throws -> Comment? {
    try await database.read { database in
      try Row.fetchOne(
        database,
        sql: """
          \(Self.commentQuery) WHERE comment.id = ? AND product = ?
          """, arguments: [id, product]
      ).map { Self.comment($0) }
    }
  }

  /// Adds a comment, and creates notices for users who track the product and want to be notified.
  ///
  /// At most `limit` of them are notified in this transaction; `notifyOfNextComment` notifies the
  /// others.
  public func addComment(
    _ text: String, on product: Int64, by user: String, at now: Timestamp,
    limit: Int = Limit.fanOut
  ) async throws -> Comment {
    try await database.change { database in
      guard
        let name = try String.fetchOne(
          database, sql: "SELECT name FROM product WHERE id = ?", arguments: [product])
      else { throw StoreError.noProduct }
      guard let author = try Self.profile(user, database) else { throw StoreError.noProfile }
      try database.execute(
        sql: """
          INSERT INTO comment (product, user, text, written, notified_through)
          VALUES (?, ?, ?, ?, 0)
          """, arguments: [product, user, text, now.seconds])
      let id = database.lastInsertedRowID
      try Self.notify(
        of: NewComment(id: id, text: text, author: author, product: product, productName: name),
        after: 0, limit: limit, at: now, database)
      return Comment(
        id: id, product: product, user: user, author: author.nickname,
        picture: try Self.picture(of: user, database)?.id, text: text, written: now, edited: nil)
    }
  }

  /// Creates notices of the oldest comment that some users have not been notified of yet, for the
  /// next of these users.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - limit: The maximum number of users.
  /// - Returns: Whether there was such a comment; call it again until there is none.
  /// - Throws: SQLite's error if the file cannot be written.
  public func notifyOfNextComment(
    at now: Timestamp, limit: Int = Limit.fanOut
  ) async throws -> Bool {
    // NB: senders call this each second, so without such a comment, nothing is written.
    let hasNext = try await database.read { try Self.nextCommentRow($0) != nil }
    guard hasNext else { return false }
    return try await database.change { database in
      guard let row = try Self.nextCommentRow(database) else { return false }
      let user: String = row["user"]
      guard let author = try Self.profile(user, database) else { throw StoreError.noProfile }
      try Self.notify(
        of: NewComment(
          id: row["id"], text: row["text"], author: author, product: row["product"],
          productName: row["name"]),
        after: row["notified_through"], limit: limit, at: now, database)
      return true
    }
  }

  /// Edits one of the user's comments.
  public func editComment(
    _ id: Int64, to text: String, by user: String, at now: Timestamp
  ) async throws -> Comment {
    try await database.change { database in
      try Self.requireAuthor(of: id, user, database)
      try database.execute(
        sql: "UPDATE comment SET text = ?, edited = ? WHERE id = ?",
        arguments: [text, now.seconds, id])
      let row = try Row.fetchOne(
        database,
        sql: """
          \(Self.commentQuery) WHERE comment.id = ?
          """, arguments: [id])
      guard let row else { throw StoreError.noComment }
      return Self.comment(row)
    }
  }

  /// Deletes one of the user's comments.
  public func deleteComment(_ id: Int64, by user: String) async throws {
    try await database.change { database in
      try Self.requireAuthor(of: id, user, database)
      try database.execute(sql: "DELETE FROM comment WHERE id = ?", arguments: [id])
    }
  }

  private static func requireAuthor(
    of comment: Int64, _ user: String, _ database: Database
  ) throws {
    let author = try String.fetchOne(
      database, sql: "SELECT user FROM comment WHERE id = ?", arguments: [comment])
    guard let author else { throw StoreError.noComment }
    guard author == user else {
      throw StoreError(.notAuthor, "Only its author may change or delete a comment.")
    }
  }

  /// A comment that users are notified of.
  private struct NewComment {
    let id: Int64
    let text: String
    let author: UserProfile
    let product: Int64
    let productName: String
  }

  private static func nextCommentRow(_ database: Database) throws -> Row? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT comment.id, comment.product, comment.user, text, notified_through, name FROM comment
        JOIN product ON product.id = comment.product
        WHERE notified_through IS NOT NULL ORDER BY comment.id LIMIT 1
        """)
    return try Row.fetchOne(statement)
  }

  /// Notifies the next users who track the product and want to be notified, except the author, and
  /// stores how far the comment's users have been notified.
  private static func notify(
    of comment: NewComment, after tracking: Int64, limit: Int, at now: Timestamp,
    _ database: Database
  ) throws {
    // NB: `limit` counts those who get no notice, too, so that each transaction is short.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, user,
          EXISTS (
            SELECT 1 FROM notice WHERE notice.user = tracking.user AND notice.product = ?1
              AND kind = 'comment' AND at > ?2) AS was_notified
        FROM tracking WHERE product = ?1 AND notifies_of_comments AND id > ?3
        ORDER BY id LIMIT ?4
        """, arguments: [comment.product, now.seconds - 3600, tracking, limit])
    for row in rows {
      let user: String = row["user"]
      // Comments are not announced during quiet hours and do not count toward the budget for price
      // notices: instead, there is at most one comment notice per product and hour.
      guard user != comment.author.user, !(row["was_notified"] as Bool),
        let profile = try Self.profile(user, database),
        profile.preferences.quietHours?.end(at: now, utcOffset: profile.utcOffset(at: now)) == nil
      else { continue }
      let text = comment.text
      let excerpt = text.count > 200 ? text.prefix(199) + "…" : text[...]
      try createNotice(
        NewNotice(
          user: user, product: comment.product, kind: .comment,
          title: sentName(of: comment.product, by: user, database) ?? comment.productName,
          body: "\(comment.author.nickname): \(excerpt)"), at: now, database)
    }
    let lastTracking = rows.count < limit ? nil : rows.last.map { $0["id"] as Int64 }
    try database.execute(
      sql: "UPDATE comment SET notified_through = ? WHERE id = ?",
      arguments: [lastTracking, comment.id])
  }

  /// Selects comments with the current names and pictures of their authors.
  static let commentQuery = """
    SELECT comment.*, nickname, picture.id AS picture FROM comment
    JOIN profile ON profile.user = comment.user LEFT JOIN picture ON picture.user = comment.user
    """

  static func comment(_ row: Row) -> Comment {
    Comment(
      id: row["id"], product: row["product"], user: row["user"], author: row["nickname"],
      picture: row["picture"], text: row["text"], written: Timestamp(row["written"]),
      edited: (row["edited"] as Int64?).map(Timestamp.init))
  }
}

extension StoreError {
  static let noComment = StoreError(.notFound, "There is no such comment.")
}
