/// The uses of one reported attribute in a batch of events.
public struct AttributeUse: Sendable, Hashable {
  /// The attribute's name.
  public let name: String
  /// The types of its values, such as `string`.
  public var types: Set<String>
  /// Whether an app reported it as private; no values are stored then.
  public var isPrivate: Bool
  /// The number of sessions that reported it.
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

/// A reported attribute of an application, across all environments.
public struct ReportedAttribute: Sendable, Equatable {
  /// A value, with the number of sessions that reported it.
  public struct Value: Sendable, Equatable {
    /// The value's JSON text.
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
  /// The types of its values.
  public let types: Set<String>
  /// The number of sessions that reported it.
  public let sessions: Int
  /// The time at which it was last reported.
  public let lastSeen: Int
  /// Whether an app reported it as private.
  public let isPrivate: Bool
  /// Whether it had more values than are stored.
  public let hasTooManyValues: Bool
  /// Its values, most frequent first; empty if it is private or has too many.
  public var values: [Value]

  /// Creates a record.
  public init(
    name: String, types: Set<String>, sessions: Int, lastSeen: Int, isPrivate: Bool = false,
    hasTooManyValues: Bool = false, values: [Value] = []
  ) {
    self.name = name
    self.types = types
    self.sessions = sessions
    self.lastSeen = lastSeen
    self.isPrivate = isPrivate
    self.hasTooManyValues = hasTooManyValues
    self.values = values
  }
}

/// The limits of reported attributes; an SDK key is not secret, so anyone may report anything.
public enum AttributeLimits {
  /// The maximum number of attributes of an application.
  public static let maximumAttributes = 200
  /// The maximum number of values of an attribute in an environment.
  public static let maximumValues = 100
  /// The time after its last report for which an attribute or a value is not replaced by a new one,
  /// in seconds: 30 days.
  public static let retention = 30 * 86_400
}
