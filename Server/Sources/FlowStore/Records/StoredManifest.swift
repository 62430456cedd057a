/// What one build of an app declares.
public struct StoredManifest: Sendable, Equatable {
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
  /// When it came.
  public let received: Int
  /// Since when publishing is not verified against this build; nil if it is.
  public let archived: Int?

  /// Makes a record.
  public init(
    application: String, platform: String, version: String, build: String, body: [UInt8],
    received: Int, archived: Int? = nil
  ) {
    self.application = application
    self.platform = platform
    self.version = version
    self.build = build
    self.body = body
    self.received = received
    self.archived = archived
  }
}
