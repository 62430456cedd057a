/// What a screen looks like: the newest picture that an app or a person has sent.
public struct Snapshot: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The screen's name.
  public let screen: String
  /// The media type, as the bytes say.
  public let type: String
  /// Different for different pictures.
  public let tag: String
  /// How many pixels wide it is.
  public let width: Int
  /// How many pixels high it is.
  public let height: Int
  /// When it came.
  public let at: Int
  /// The picture's bytes; empty in lists.
  public let body: [UInt8]

  /// Makes a record.
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

  /// How many screens of an application may have one.
  public static let most = 500

  /// What became of a picture that was sent.
  public enum PutResult: Sendable, Equatable {
    /// It is the screen's picture now.
    case stored
    /// It was the screen's picture already; nothing was written.
    case unchanged
    /// As many screens as may have a picture have one.
    case full
  }
}
