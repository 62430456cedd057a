/// The manifest of one build of an app.
public struct StoredManifest: Sendable, Equatable {
  /// The most bytes of all manifests of an application that members and tokens have sent.
  public static let mostBytes = 32 << 20

  /// The application's id.
  public let application: String
  /// Such as `ios`.
  public let platform: String
  /// Such as `2.3.0`.
  public let version: String
  /// Such as `451`.
  public let build: String
  /// The manifest's canonical JSON.
  public let body: [UInt8]
  /// The time at which it was received.
  public let received: Int
  /// Since when publishing is not verified against this build; nil if it is.
  public let archived: Int?
  /// The environment whose SDK key announced it, and for which alone it counts; nil if a member or
  /// a token sent it.
  public let announced: String?

  /// Creates a record.
  public init(
    application: String, platform: String, version: String, build: String, body: [UInt8],
    received: Int, archived: Int? = nil, announced: String? = nil
  ) {
    self.application = application
    self.platform = platform
    self.version = version
    self.build = build
    self.body = body
    self.received = received
    self.archived = archived
    self.announced = announced
  }
}

/// The result of an announcement.
public enum Announcement: Sendable, Equatable {
  /// It is kept, and is new or different.
  case stored
  /// Exactly this was kept already.
  case same
  /// Something else is kept, which a member or a token has sent.
  case refused

  /// The maximum number of an application's announced builds; the oldest makes room.
  public static let most = 20
}
