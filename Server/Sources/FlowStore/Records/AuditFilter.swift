/// A filter of the audit log; nil values match every entry.
public struct AuditFilter: Sendable, Equatable {
  /// The application's id.
  public var application: String?
  /// The environment's name.
  public var environment: String?
  /// The actor: the full name, or the id.
  public var actor: String?
  /// Whether to leave out personal entries, except those about or by `reader`.
  public var excludesPersonalEntries = false
  /// The id of the user who reads the log.
  public var reader: String?
  /// The action, or its prefix if it ends with a dot: `release.`.
  public var action: String?
  /// The start of the period (inclusive), in seconds since 1970.
  public var since: Int?
  /// The end of the period (exclusive), in seconds since 1970.
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
