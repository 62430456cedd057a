public import PriceDomain

/// A queue of deliveries that is sent independently of the others, because each queue waits for
/// different services.
public enum DeliveryQueue: String, Sendable, CaseIterable {
  /// Deliveries to push services.
  case device
  /// Deliveries to the mail server.
  case mail
  /// Deliveries to users' own servers.
  case webhook
}

/// The delivery of a notice through one channel.
public struct Delivery: Sendable, Hashable, Identifiable {
  /// A channel to a user.
  public enum Channel: Sendable, Hashable {
    /// A device or browser.
    case device(Device)
    /// The account's email address.
    case mail(address: String, name: String)
    /// A webhook of the user.
    case webhook(url: String, secret: String)
  }

  /// The id.
  public let id: Int64
  /// The channel.
  public let channel: Channel
  /// The notice.
  public let notice: StoredNotice
  /// The recipient's language.
  public let language: Language
  /// The number of this attempt, starting at 1.
  public let attempt: Int
  /// When the first attempt was made.
  public let firstAttempt: Timestamp
  /// The claim token: a result is accepted only from the process that claimed the delivery.
  public let claim: String
}

/// The result of an attempt.
public enum DeliveryResult: Sendable, Hashable {
  /// The service accepted it.
  case sent
  /// It is to be retried at a time.
  case retry(at: Timestamp, reason: String)
  /// It failed permanently.
  case failed(reason: String)
  /// It is unknown whether the service accepted it; it is not retried, to avoid a duplicate.
  case uncertain(reason: String)
  /// The device is no longer registered, unless it was registered again since then.
  case unregistered(since: Timestamp?)
}

/// The number of deliveries by state.
public struct OutboxCounts: Sendable, Hashable {
  /// The counts by state: `pending`, `sending`, `sent`, `failed`, `uncertain`, `expired`.
  public let states: [String: Int]
}
