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
    let before = try Self.number(cursor) ?? .max
    return try await database.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          \(Self.commentRows) WHERE product = ? AND comment.id < ? ORDER BY comment.id DESC LIMIT ?
          """, arguments: [product, before, limit + 1])
      let shown = rows.prefix(limit).map(Self.comment)
      return Page(shown, next: rows.count > limit ? shown.last.map { "\($0.id)" } : nil)
    }
  }

  /// Adds a comment, and creates notices for users who track the product and want to be notified.
  public func addComment(
    _ text: String, on product: Int64, by user: String, at now: Timestamp
  ) async throws -> Comment {
    try await database.change { database in
      guard
        let name = try String.fetchOne(
          database, sql: "SELECT name FROM product WHERE id = ?", arguments: [product])
      else { throw StoreError.noProduct }
      guard let author = try Self.profile(user, database) else { throw StoreError.noProfile }
      try database.execute(
        sql: "INSERT INTO comment (product, user, text, written) VALUES (?, ?, ?, ?)",
        arguments: [product, user, text, now.seconds])
      let id = database.lastInsertedRowID
      try Self.notifyOfComment(text, by: author, on: (product, name), at: now, database)
      return Comment(
        id: id, product: product, user: user, author: author.nickname,
        picture: try Self.picture(of: user, database)?.id, text: text, written: now, edited: nil)
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
          \(Self.commentRows) WHERE comment.id = ?
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

  private static func notifyOfComment(
    _ text: String, by author: UserProfile, on product: (id: Int64, name: String),
    at now: Timestamp, _ database: Database
  ) throws {
    let readers = try String.fetchAll(
      database,
      sql: """
        SELECT user FROM tracking WHERE product = ?1 AND notifies_of_comments AND user <> ?2
          AND NOT EXISTS (
            SELECT 1 FROM notice WHERE notice.user = tracking.user AND notice.product = ?1
              AND kind = 'comment' AND at > ?3)
        LIMIT ?4
        """, arguments: [product.id, author.user, now.seconds - 3600, Limit.fanOut])
    for reader in readers {
      guard let profile = try profile(reader, database) else { continue }
      // Comments are not announced during quiet hours and do not count toward the budget for price
      // notices: instead, there is at most one comment notice per product and hour.
      if profile.preferences.quietHours?.end(at: now, utcOffset: profile.utcOffset(at: now)) != nil
      {
        continue
      }
      let excerpt = text.count > 200 ? text.prefix(199) + "…" : text[...]
      try putNotice(
        NewNotice(
          user: reader, product: product.id, kind: .comment, title: product.name,
          body: "\(author.nickname): \(excerpt)"), at: now, database)
    }
  }

  /// Selects comments with the current names and pictures of their authors.
  static let commentRows = """
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
