/// A filter of the audit log; nil matches every entry.
public struct AuditFilter: Sendable, Equatable {
  /// The application's id.
  public var application: String?
  /// The environment's name.
  public var environment: String?
  /// The actor: the whole name, or the id.
  public var actor: String?
  /// Whether entries about users are left out, but for those about or by `reader`.
  public var isWithoutPeople = false
  /// The id of the user who reads.
  public var reader: String?
  /// The whole action, or its beginning if this ends with a dot: `release.`.
  public var action: String?
  /// The first second.
  public var since: Int?
  /// The second behind the last.
  public var until: Int?

  /// Creates a filter.
  public init(
    application: String? = nil, environment: String? = nil, actor: String? = nil,
    action: String? = nil, since: Int? = nil, until: Int? = nil
  ) {
    self.application = application
    self.environment = environment
    self.actor = actor
    self.action = action
    self.since = since
    self.until = until
  }
}
