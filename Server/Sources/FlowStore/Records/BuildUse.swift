/// The number of sessions that a build started on one day.
public struct BuildUse: Sendable, Hashable {
  /// The number of builds counted per day and environment from which on only builds with a manifest
  /// are added: an SDK key is not secret, so anyone may report any build.
  public static let undeclaredLimit = 1000

  /// The platform, such as `ios`.
  public let platform: String
  /// The version, such as `2.3.0`.
  public let version: String
  /// The build number, such as `451`.
  public let build: String
  /// The day since 1970-01-01, UTC; 0 for a sum of several days.
  public let day: Int
  /// The number of sessions.
  public var sessions: Int

  /// Creates a record.
  public init(platform: String, version: String, build: String, day: Int, sessions: Int) {
    self.platform = platform
    self.version = version
    self.build = build
    self.day = day
    self.sessions = sessions
  }
}
