/// Timeouts, polling and back-off of a client; the defaults suit interactive apps.
public struct ClientTimings: Sendable, Equatable {
  /// The time for which `start()` waits for the network.
  ///
  /// With zero, the default, it returns at once with the cached or bundled release, and the app
  /// receives newer releases later.
  public var startTimeout: Duration = .zero
  /// The time for which a request waits while no data arrives.
  public var requestTimeout: Duration = .seconds(30)
  /// The time for which a new stream may stay empty before it counts as blocked.
  public var openingTimeout: Duration = .seconds(15)
  /// The time for which a stream may stay idle; the server sends a heartbeat every 15 seconds.
  public var idleTimeout: Duration = .seconds(45)
  /// The time for which a stream must have been open for its end to reset the back-off.
  public var backOffResetThreshold: Duration = .seconds(20)
  /// The back-off after failures; a stream's `retry` field overrides the base.
  public var backOff = BackOff(base: .seconds(1), cap: .seconds(60))
  /// The largest back-off window during a short outage, so that the app reconnects soon after, for
  /// example, a train leaves a tunnel.
  public var shortOutageCap: Duration = .seconds(8)
  /// The number of attempts for which an outage counts as short.
  public var shortOutageAttempts = 12
  /// The delay after the server rejects the key or responds unexpectedly; the actual delay is 50 to
  /// 100 % of it, at random.
  public var rejectionDelay: Duration = .seconds(300)
  /// The polling interval when streams are blocked, ± 25 % at random.
  public var pollInterval: Duration = .seconds(60)
  /// The number of consecutive blocked streams after which the client polls instead.
  public var blockedStreamLimit = 3
  /// The number of polls before the next attempt to stream.
  public var pollsBeforeStream = 10
  /// The longest delay that a server can request.
  public var maximumDelay: Duration = .seconds(600)

  /// Creates the defaults.
  public init() {}
}
