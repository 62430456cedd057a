/// What a service's response means for the message and for the device.
public enum PushOutcome: Hashable, Sendable {
  /// The service has accepted the message; `id` is the service's id for it, if it returns one.
  case accepted(id: String?)
  /// The device is no longer registered: delete it.
  ///
  /// If `since` is set (seconds since 1970), delete the device only if it was last registered
  /// before that time, because a newer registration is a different one.
  case unregistered(since: Int?)
  /// Try again, after the delay that the service requests, if any, in seconds.
  case retry(after: Int?, reason: String)
  /// The service rejected the authorization token, usually because it has expired: renew it, then
  /// try again.
  case renewAuthorization(reason: String)
  /// The service will never accept this message; the device is valid.
  case rejected(reason: String)
  /// Keys, certificates or topics are wrong, so every message fails and the operator must act.
  ///
  /// Keep the device.
  case misconfigured(reason: String)
}
