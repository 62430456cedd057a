public import Accounts

/// An entry of the audit log.
public struct AuditEntry: Sendable, Equatable {
  /// The position in the order of changes; 0 before it is stored.
  public let id: Int
  /// The time of the change, in seconds since 1970.
  public let at: Int
  /// The actor of the change.
  public let actor: Actor
  /// The action, as a stable code such as `release.published`.
  public let action: String
  /// The organization's id.
  public let organization: String
  /// The id of the application that was changed, if any.
  public let application: String?
  /// The name of the environment that was changed, if any.
  public let environment: String?
  /// Details as a JSON object.
  public let detail: String
  /// The id of the user that the entry is about, if any.
  public let user: String?
  /// Whether it concerns a user's membership or account, which only that user, the actor and owners
  /// may see.
  public let isPersonal: Bool

  /// Creates a record.
  public init(
    id: Int = 0, at: Int, actor: Actor, action: String, organization: String,
    application: String? = nil, environment: String? = nil, detail: String = "{}",
    user: String? = nil,
    isPersonal: Bool = false
  ) {
    self.id = id
    self.at = at
    self.actor = actor
    self.action = action
    self.organization = organization
    self.application = application
    self.environment = environment
    self.detail = detail
    self.user = user
    self.isPersonal = isPersonal
  }
}
