public import Accounts

/// The editable state of an application's flows.
public struct Draft: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The revision, which increases with every change; the entity tag of the API.
  public let revision: Int
  /// The document as received.
  public let body: [UInt8]
  /// The author of the last change.
  public let author: Actor
  /// The time of the last change.
  public let updated: Int

  /// Creates a record.
  public init(application: String, revision: Int, body: [UInt8], author: Actor, updated: Int) {
    self.application = application
    self.revision = revision
    self.body = body
    self.author = author
    self.updated = updated
  }
}
