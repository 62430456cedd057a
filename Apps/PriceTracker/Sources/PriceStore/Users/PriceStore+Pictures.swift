internal import Foundation
internal import GRDB

/// A user's profile picture in two sizes.
public struct StoredPicture: Sendable, Hashable {
  /// The id, different for each picture, so that clients can cache a picture forever.
  public let id: String
  /// The larger size, as a WebP file.
  public let large: [UInt8]
  /// The smaller size, as a WebP file.
  public let small: [UInt8]

  /// Creates a picture.
  public init(id: String, large: [UInt8], small: [UInt8]) {
    self.id = id
    self.large = large
    self.small = small
  }
}

extension PriceStore {
  /// Stores a user's picture, which replaces the previous one.
  ///
  /// - Throws: `StoreError` if the user has no profile.
  public func setPicture(_ picture: StoredPicture, of user: String) async throws {
    try await database.change { database in
      guard try Self.profile(user, database) != nil else { throw StoreError.noProfile }
      try database.execute(
        sql: """
          INSERT INTO picture (user, id, large, small) VALUES (?, ?, ?, ?)
          ON CONFLICT (user) DO UPDATE SET id = excluded.id, large = excluded.large,
            small = excluded.small
          """,
        arguments: [user, picture.id, Data(picture.large), Data(picture.small)])
    }
  }

  /// Removes a user's picture, if there is one.
  public func removePicture(of user: String) async throws {
    try await database.change { database in
      try database.execute(sql: "DELETE FROM picture WHERE user = ?", arguments: [user])
    }
  }

  /// Returns the picture with an id, which comments refer to; nil if it was replaced or removed.
  public func picture(_ id: String) async throws -> StoredPicture? {
    try await database.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM picture WHERE id = ?", arguments: [id])
        .map(Self.picture)
    }
  }

  /// Returns a user's picture; nil if there is none.
  public func picture(of user: String) async throws -> StoredPicture? {
    try await database.read { try Self.picture(of: user, $0) }
  }

  static func picture(of user: String, _ database: Database) throws -> StoredPicture? {
    try Row.fetchOne(database, sql: "SELECT * FROM picture WHERE user = ?", arguments: [user])
      .map(picture)
  }

  private static func picture(_ row: Row) -> StoredPicture {
    StoredPicture(
      id: row["id"], large: Array(row["large"] as Data), small: Array(row["small"] as Data))
  }
}
