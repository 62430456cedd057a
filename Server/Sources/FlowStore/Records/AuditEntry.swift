/// One change in the audit log.
public struct AuditEntry: Sendable, Equatable {
  /// The position in the order of changes; 0 before it is stored.
  public let id: Int
  /// When.
  public let at: Int
  /// Who: a token's or a person's name.
  public let actor: String
  /// What: a stable word such as `release.published`.
  public let action: String
  /// The organization's id.
  public let organization: String
  /// The application's id, if it was about one.
  public let application: String?
  /// The environment's name, if it was about one.
  public let environment: String?
  /// More, as a JSON object.
  public let detail: String

  /// Makes a record.
  public init(
    id: Int = 0, at: Int, actor: String, action: String, organization: String,
    application: String? = nil, environment: String? = nil, detail: String = "{}"
  ) {
    self.id = id
    self.at = at
    self.actor = actor
    self.action = action
    self.organization = organization
    self.application = application
    self.environment = environment
    self.detail = detail
  }
}
