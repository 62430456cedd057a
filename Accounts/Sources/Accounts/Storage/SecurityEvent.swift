/// An entry of the security log.
public struct SecurityEvent: Sendable, Equatable {
  /// The sequence number of the event; 0 before it is stored.
  public let id: Int
  /// The time of the event, in seconds since 1970.
  public let at: Int
  /// The action, as a stable code such as `session.began`.
  public let action: String
  /// The user that the event is about; nil if unknown.
  public let user: String?
  /// The organization it belongs to; nil if it concerns only the user.
  ///
  /// An event that concerns only a user is in no organization's log, unless owners need to know it
  /// about a member: see `SecurityAction.concernsOrganizations`.
  public let organization: String?
  /// The user, token or operator that caused the event.
  public let actor: Actor
  /// The client that caused the event.
  ///
  /// Address and user agent are empty if the event is about no user, or was caused by another user
  /// or by a program that does not act for the user.
  public let client: Client
  /// Additional data, as a JSON object; never a secret.
  public let detail: String

  /// Creates a record.
  public init(
    id: Int = 0, at: Int, action: String, user: String?, organization: String? = nil,
    actor: Actor, client: Client, detail: String = "{}"
  ) {
    self.id = id
    self.at = at
    self.action = action
    self.user = user
    self.organization = organization
    self.actor = actor
    self.client = client
    self.detail = detail
  }
}

/// The recent failures of a subject, under a key that does not reveal the subject.
public struct ThrottleState: Sendable, Equatable {
  /// A keyed hash of the subject, such as an address.
  public let key: String
  /// The number of counted failures.
  public var failures: Int
  /// The time of the last failure, in seconds since 1970.
  public var lastFailure: Int

  /// Creates a record.
  public init(key: String, failures: Int, lastFailure: Int) {
    self.key = key
    self.failures = failures
    self.lastFailure = lastFailure
  }
}
