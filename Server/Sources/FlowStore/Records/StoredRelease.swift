public import Accounts

/// An immutable document with all of an application's flows for one environment.
public struct StoredRelease: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The environment's name.
  public let environment: String
  /// The number, starting at 1, unique in the application.
  public let number: Int
  /// The document's exact bytes; empty in lists.
  public let body: [UInt8]
  /// The author's note on the release.
  public let note: String
  /// The actor who published it.
  public let author: Actor
  /// The time of publishing.
  public let published: Int
  /// The number of the release whose content this restores, if it is a rollback.
  public let rollbackOf: Int?
  /// The digests of the assets that it uses; given when publishing, empty when read.
  public let assets: [String]

  /// Creates a record.
  public init(
    application: String, environment: String, number: Int, body: [UInt8], note: String,
    author: Actor, published: Int, rollbackOf: Int? = nil, assets: [String] = []
  ) {
    self.application = application
    self.environment = environment
    self.number = number
    self.body = body
    self.note = note
    self.author = author
    self.published = published
    self.rollbackOf = rollbackOf
    self.assets = assets
  }
}
