/// The latest picture of a screen that an app or a member has sent.
public struct Snapshot: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The screen's name.
  public let screen: String
  /// The media type, detected from the bytes.
  public let type: String
  /// A hash of the picture, for its `ETag`.
  public let tag: String
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The time at which it was received.
  public let at: Int
  /// The picture's bytes; empty in lists.
  public let body: [UInt8]

  /// Creates a record.
  public init(
    application: String, screen: String, type: String, tag: String, width: Int, height: Int,
    at: Int, body: [UInt8]
  ) {
    self.application = application
    self.screen = screen
    self.type = type
    self.tag = tag
    self.width = width
    self.height = height
    self.at = at
    self.body = body
  }

  /// The maximum number of an application's screens with a snapshot.
  public static let maximumCount = 500

  /// The result of storing a picture.
  public enum PutResult: Sendable, Equatable {
    /// The picture was stored.
    case stored
    /// The screen already has this picture; nothing was written.
    case unchanged
    /// The limit of snapshots is reached.
    case limitReached
  }
}
