package import NIOCore

/// The limits for clients, and other settings of a delivery server.
package struct DeliveryLimits: Sendable {
  /// The maximum size of a request's head, in bytes; larger heads are answered with 431.
  package var headBytes = 8192
  /// The maximum time from the first byte of a request to the end of its head, and for the first
  /// byte of a new connection's first request to arrive.
  package var headTimeout = TimeAmount.seconds(10)
  /// The maximum time without a byte while a body is being received.
  package var bodyTimeout = TimeAmount.seconds(30)
  /// The minimum rate of a body in bytes per second, after `bodyGrace`; a slower one is answered
  /// with 408.
  package var bodyRate = 1024
  /// The time for which a body may be slower than `bodyRate`.
  package var bodyGrace = TimeAmount.seconds(10)
  /// The maximum time for a whole body, whatever its rate.
  package var bodyTotalTimeout = TimeAmount.minutes(5)
  /// The maximum time that a connection may wait for its next request.
  package var idleTimeout = TimeAmount.seconds(75)
  /// The maximum time in which a client may read nothing of a response or an event.
  package var stallTimeout = TimeAmount.seconds(30)
  /// The minimum rate at which a client must read responses and events, in bytes per second, after
  /// `responseGrace`.
  ///
  /// A slower client is disconnected. The last bytes, as many as this rate yields in
  /// `responseGrace`, may be read more slowly.
  package var responseRate = 1024
  /// The time for which a client may read more slowly than `responseRate`.
  package var responseGrace = TimeAmount.seconds(10)
  /// The maximum number of connections; nil for the process's limit of open files, less a reserve.
  package var connections: Int?
  /// The maximum number of connections from one client network; nil for a quarter of all, at least
  /// 64 and at most 10,000.
  package var connectionsPerNetwork: Int?
  /// The maximum number of streams of all keys, tokens and users; more are answered with 503 on the
  /// fast path, and with 429 by routes.
  ///
  /// Nil for nine tenths of the connections, up to 100,000.
  package var streams: Int?
  /// The maximum number of streams of one organization, with its apps, tokens and members; more are
  /// answered with 429.
  ///
  /// Nil for as many as are still free on a server with several organizations, and for all on a
  /// server with one.
  package var streamsPerOrganization: Int?
  /// The maximum number of streams from one client network; nil for as many as its connections.
  package var streamsPerNetwork: Int?
  /// The maximum number of streams served by routes, which take many times the memory of those of
  /// the fast path; more are answered with 429.
  package var routeStreams = 2000
  /// The maximum number of streams of a user with their tokens, or of a service account's token;
  /// more are answered with 429.
  package var streamsPerCaller = 50
  /// The interval at which the access of a route's stream is rechecked; nil for never.
  ///
  /// This detects access that ends only because time passes, such as that of an idle session.
  /// Changes of permissions trigger a recheck at once.
  package var accessCheckInterval: Duration? = .seconds(10)
  /// The number of our own proxies in front of the server.
  ///
  /// If there are any, connections come from the proxies and are not counted by network, and a
  /// stream's client is taken from `X-Forwarded-For`.
  package var trustedProxies = 0
  /// The origins of web pages that may read responses to requests with an SDK key.
  package var origins = AllowedOrigins.all
  /// The time that a client has to close its side after the server has closed its own.
  package var lingerTimeout = TimeAmount.seconds(2)
  /// The value of `Retry-After` when a limit of connections or streams is reached.
  package var retryAfter = TimeAmount.seconds(5)
  /// The time between two heartbeats of a stream.
  package var heartbeatInterval = TimeAmount.seconds(15)
  /// The interval at which time limits are checked, which is also their precision.
  package var tickInterval = TimeAmount.seconds(1)
  /// The kernel's send buffer for one stream, in bytes.
  package var streamSendBuffer = 128 * 1024
  /// The number of streams written to before the event loop serves other connections.
  package var broadcastBatchSize = 1000
  /// The period over which all streams are ended at shutdown, so that clients do not reconnect all
  /// at once.
  package var drainWindow = TimeAmount.seconds(3)
  /// The time after which requests still in progress at shutdown are aborted.
  package var drainTimeout = TimeAmount.seconds(10)
  /// The time in which aborted requests must end; after it, the server stops without them.
  package var abortTimeout = TimeAmount.seconds(1)
  /// The time for which an idle connection may still send a request at shutdown: it may have been
  /// accepted a moment ago, or a proxy may be about to reuse it.
  package var drainGrace = TimeAmount.milliseconds(500)
  /// The time that a client has at shutdown to close its side after the server has closed its own.
  package var drainLinger = TimeAmount.milliseconds(250)
  /// The minimum number of streams that are ended in one step.
  package var drainBatchSize = 200

  /// Creates the default limits.
  package init() {}
}

extension DeliveryLimits {
  /// The number of connections below which a warning is logged at startup.
  package static let connectionsWarningThreshold = 4096

  /// The same limits, with unset ones derived from the maximum number of open files.
  package var resolved: DeliveryLimits {
    var limits = self
    let connections = connections ?? OpenFiles.availableForConnections
    limits.connections = connections
    limits.connectionsPerNetwork =
      connectionsPerNetwork ?? min(10_000, max(64, connections / 4))
    limits.streams = streams ?? min(100_000, max(1, connections - connections / 10))
    limits.streamsPerNetwork = streamsPerNetwork ?? limits.connectionsPerNetwork
    return limits
  }

  /// The limits of the administration listener: a few connections, reserved for it.
  package static var administration: DeliveryLimits {
    var limits = DeliveryLimits()
    limits.connections = OpenFiles.reservedForAdministration
    limits.connectionsPerNetwork = .max
    return limits
  }

  var retryAfterSeconds: Int { max(1, Int(retryAfter.nanoseconds / 1_000_000_000)) }
}
