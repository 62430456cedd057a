/// The number of sessions that a build started on one day.
public struct BuildUse: Sendable, Hashable {
  /// Builds of one day in one environment that are counted although they declared nothing: an SDK
  /// key is no secret, so anyone may name any build.
  public static let mostUndeclared = 1000

  /// Such as `ios`.
  public let platform: String
  /// Such as `2.3.0`.
  public let version: String
  /// Such as `451`.
  public let build: String
  /// The day since 1970-01-01, UTC; 0 where several days are added up.
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
