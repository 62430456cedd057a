/// The uses of one reported attribute in a batch of events.
public struct AttributeUse: Sendable, Hashable {
  /// The attribute's name.
  public let name: String
  /// The types that its values have, such as `string`.
  public var types: Set<String>
  /// Whether an app said that it is personal; then no value is kept.
  public var isPrivate: Bool
  /// The number of sessions that had it.
  public var sessions: Int
  /// The number of sessions for each value, by the value's JSON text.
  public var values: [String: Int]

  /// Creates a record.
  public init(
    name: String, types: Set<String> = [], isPrivate: Bool = false, sessions: Int = 0,
    values: [String: Int] = [:]
  ) {
    self.name = name
    self.types = types
    self.isPrivate = isPrivate
    self.sessions = sessions
    self.values = values
  }
}

/// One reported attribute of an application, over all environments.
public struct ReportedAttribute: Sendable, Equatable {
  /// A value with the sessions that had it.
  public struct Value: Sendable, Equatable {
    /// Its JSON text.
    public let text: String
    /// The number of sessions.
    public let sessions: Int

    /// Creates a record.
    public init(text: String, sessions: Int) {
      self.text = text
      self.sessions = sessions
    }
  }

  /// The attribute's name.
  public let name: String
  /// The types that its values had.
  public let types: Set<String>
  /// The number of sessions that had it.
  public let sessions: Int
  /// The time at which it was last seen.
  public let lastSeen: Int
  /// Whether an app said that it is personal.
  public let isPrivate: Bool
  /// Whether it had more values than are kept.
  public let hasTooMany: Bool
  /// Its values, the most frequent first; none if it is personal or has too many.
  public var values: [Value]

  /// Creates a record.
  public init(
    name: String, types: Set<String>, sessions: Int, lastSeen: Int, isPrivate: Bool = false,
    hasTooMany: Bool = false, values: [Value] = []
  ) {
    self.name = name
    self.types = types
    self.sessions = sessions
    self.lastSeen = lastSeen
    self.isPrivate = isPrivate
    self.hasTooMany = hasTooMany
    self.values = values
  }
}

/// The limits of reported attributes; an SDK key is no secret, so anyone may report anything.
public enum AttributeLimits {
  /// Names of an application.
  public static let names = 200
  /// Values of an attribute in an environment.
  public static let values = 100
  /// For how long, in seconds, something counts after it was sent last: 30 days.
  public static let span = 30 * 86_400
}
