/// An error of a store, with a stable code and a message.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable code of the error.
  public let code: Code
  /// A sentence for people who operate the server: what is wrong and what to do.
  public let message: String
  /// The quota that is used up, with `quota-reached`; nil for that of events.
  public let quota: Quotas.Reached?

  /// Creates an error.
  public init(_ code: Code, _ message: String, quota: Quotas.Reached? = nil) {
    self.code = code
    self.message = message
    self.quota = quota
  }

  /// The sentence with its code.
  public var description: String { "\(message) (\(code.rawValue))" }

  /// The stable codes.
  ///
  /// A code is never reused for something else.
  public enum Code: String, Sendable, CaseIterable {
    /// The id is already in use.
    case alreadyExists = "already-exists"
    /// The organization, application or environment that this belongs to does not exist.
    case notThere = "not-there"
    /// Someone changed it in the meantime.
    case conflict = "conflict"
    /// There would be more of it than may be kept.
    case tooLarge = "too-large"
    /// A quota is used up: that of an application's events, or one of `Quotas`.
    case quotaReached = "quota-reached"
    /// A user has created as many organizations as they may.
    case limitReached = "limit-reached"
    /// The disk has no space left.
    case diskFull = "disk-full"
    /// The store may not be written to.
    case readOnly = "read-only"
    /// Another process holds the store.
    case locked = "locked"
    /// The store is damaged or no store of ours.
    case damaged = "damaged"
    /// The store was written by a newer server than this one.
    case newerSchema = "newer-schema"
    /// The store cannot be opened or reached.
    case unavailable = "unavailable"
  }
}
