/// An error of a store, with a stable code and a message.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable code of the error.
  public let code: Code
  /// A message for operators: what is wrong and how to fix it.
  public let message: String
  /// The quota that was reached, with `quota-reached`; nil for the quota of events.
  public let quota: Quotas.ReachedQuota?

  /// Creates an error.
  public init(_ code: Code, _ message: String, quota: Quotas.ReachedQuota? = nil) {
    self.code = code
    self.message = message
    self.quota = quota
  }

  /// The message followed by the code.
  public var description: String { "\(message) (\(code.rawValue))" }

  /// The stable codes.
  ///
  /// A code is never reused with another meaning.
  public enum Code: String, Sendable, CaseIterable {
    /// The id or name is already in use.
    case alreadyExists = "already-exists"
    /// What the call refers to does not exist, such as an organization, a user or a release.
    case notFound = "not-found"
    /// The record was changed in the meantime.
    case conflict = "conflict"
    /// A limit of size or number would be exceeded.
    case tooLarge = "too-large"
    /// A quota is reached: that of an application's events, or one of `Quotas`.
    case quotaReached = "quota-reached"
    /// A user has created the maximum number of organizations.
    case limitReached = "limit-reached"
    /// The credential of the change is no longer valid, or its user no longer exists.
    case notSignedIn = "not-signed-in"
    /// The user of the change no longer has the role for it.
    case notAllowed = "not-allowed"
    /// The disk has no space left.
    case diskFull = "disk-full"
    /// The store may not be written to.
    case readOnly = "read-only"
    /// Another process uses the store.
    case locked = "locked"
    /// The file is damaged or not a store.
    case damaged = "damaged"
    /// The store has a newer schema: that of a newer server, or of a development build from before
    /// the first release, which had more migrations.
    case newerSchema = "newer-schema"
    /// A development build from before the first release wrote the store.
    case unreleasedSchema = "unreleased-schema"
    /// Someone has changed the schema of the store by hand, or its version.
    case changedSchema = "changed-schema"
    /// The store cannot be opened or reached.
    case unavailable = "unavailable"
  }
}
