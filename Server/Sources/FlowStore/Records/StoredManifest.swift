/// The manifest of one build of an app.
public struct StoredManifest: Sendable, Equatable {
  /// The maximum total size of an application's declared manifests, in bytes.
  public static let maximumBytes = 32 << 20
  /// The maximum number of an application's announced builds; the oldest is replaced.
  public static let maximumAnnounced = 20

  /// The application's id.
  public let application: String
  /// The platform, such as `ios`.
  public let platform: String
  /// The version, such as `2.3.0`.
  public let version: String
  /// The build number, such as `451`.
  public let build: String
  /// The manifest as canonical JSON.
  public let body: [UInt8]
  /// The time at which it was received.
  public let received: Int
  /// The time at which the build was archived, after which releases are not verified against it;
  /// nil if it is not archived.
  public let archived: Int?
  /// The environment whose SDK key announced it, the only one in which it counts; nil if a member
  /// or a token declared it.
  public let announcedIn: String?

  /// Creates a record.
  public init(
    application: String, platform: String, version: String, build: String, body: [UInt8],
    received: Int, archived: Int? = nil, announcedIn: String? = nil
  ) {
    self.application = application
    self.platform = platform
    self.version = version
    self.build = build
    self.body = body
    self.received = received
    self.archived = archived
    self.announcedIn = announcedIn
  }
}

/// The result of an announcement.
public enum AnnouncementResult: Sendable, Equatable {
  /// The announcement is new or different, and was stored.
  case stored
  /// The same manifest was already stored, as an announcement or declared.
  case unchanged
  /// A member or a token has declared a different manifest, which is kept.
  case conflict
}
