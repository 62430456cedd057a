package import NIOCore

/// The limits of clients' requests, in number, size and time.
package struct DeliveryLimits: Sendable {
  /// Bytes of a request's head; more is answered with 431.
  package var headBytes = 8192
  /// Time from the first byte of a request to the end of its head.
  package var headTimeout = TimeAmount.seconds(10)
  /// Time without a byte while a body is coming in.
  package var bodyTimeout = TimeAmount.seconds(30)
  /// Bytes a second that a body must come in with, after `bodyGrace`; slower is answered with 408.
  package var bodyRate = 1024
  /// The time for which a body may be slower than `bodyRate`.
  package var bodyGrace = TimeAmount.seconds(10)
  /// Time a whole body may take, however fast it comes.
  package var bodyTotal = TimeAmount.minutes(5)
  /// Time a connection may wait for its next request.
  package var idleTimeout = TimeAmount.seconds(75)
  /// Time in which a client may take nothing of a response or an event before it is cut off.
  package var stallTimeout = TimeAmount.seconds(30)
  /// Bytes a second that a client must take of its responses and events, after `responseGrace`.
  ///
  /// A slower one is cut off. As many bytes as this rate gives in `responseGrace` may be taken more
  /// slowly.
  package var responseRate = 1024
  /// The time for which a client may take a response or an event more slowly than `responseRate`.
  package var responseGrace = TimeAmount.seconds(10)
  /// Connections at once; nil for what the process may open, less a reserve.
  package var connections: Int?
  /// Connections at once from one client network; nil for a quarter of all, 10,000 at most.
  package var connectionsPerNetwork: Int?
  /// Streams at once over all keys, tokens and users; more is answered with 503.
  ///
  /// Nil for nine tenths of the connections, 100,000 at most.
  package var streams: Int?
  /// Streams at once of one organization: of its apps, tokens and members; more is answered with
  /// 429.
  ///
  /// Nil for as many as are still free on a server of several organizations, and for all on a
  /// server of one.
  package var streamsPerOrganization: Int?
  /// Streams at once from one client network; nil for as many as it may have connections.
  package var streamsPerNetwork: Int?
  /// Streams at once that are served by routes, which take many times the memory of those that are
  /// served from bytes; more is answered with 429.
  package var routeStreams = 2000
  /// Streams at once of one token or user; more is answered with 429.
  package var streamsPerCaller = 50
  /// The interval at which the access of a route's stream is checked without a reason; nil for
  /// never.
  ///
  /// For access that ends with time alone, such as an unused session. Changes of rights are checked
  /// at once.
  package var accessCheckInterval: Duration? = .seconds(10)
  /// Our own proxies in front: with any, connections are theirs and not counted by network, and a
  /// stream's client is the one that they name in `X-Forwarded-For`.
  package var trustedProxies = 0
  /// The web pages that may read what an SDK key opens.
  package var origins = AllowedOrigins.all
  /// The time that a client has to close its side when the server has closed its own.
  package var lingerTimeout = TimeAmount.seconds(2)
  /// The value of `Retry-After` in responses with 429 and 503.
  package var retryAfter = TimeAmount.seconds(5)
  /// Time between two heartbeats of a stream.
  package var heartbeat = TimeAmount.seconds(15)
  /// The interval at which times are checked; a limit is exact to this.
  package var tick = TimeAmount.seconds(1)
  /// The kernel's send buffer for one stream, in bytes.
  package var streamSendBuffer = 128 * 1024
  /// Streams written to before the loop looks at other connections.
  package var broadcastSlice = 1000
  /// The time over which all streams are ended at shutdown; clients come back spread over it.
  package var drainWindow = TimeAmount.seconds(3)
  /// The time after which requests still under way at shutdown are cut off.
  package var drainTimeout = TimeAmount.seconds(10)
  /// The time for which a connection without a request under way may still send one at shutdown: it
  /// was accepted a moment ago, or is one that a proxy is about to use again.
  package var drainGrace = TimeAmount.milliseconds(500)
  /// The time that a client has to close its side at shutdown when the server has closed its own.
  package var drainLinger = TimeAmount.milliseconds(250)
  /// Streams at least that each of the steps of saying goodbye has.
  package var goodbyeSlice = 200

  /// The limits described above.
  package init() {}
}

extension DeliveryLimits {
  /// Fewer connections than this are worth a warning at start.
  package static let fewConnections = 4096

  /// The same limits, with those that are not set fitted to how many files the process may open.
  package var fitted: DeliveryLimits {
    var limits = self
    let connections = connections ?? OpenFiles.room
    limits.connections = connections
    limits.connectionsPerNetwork =
      connectionsPerNetwork ?? min(10_000, max(64, connections / 4))
    limits.streams = streams ?? min(100_000, max(1, connections - connections / 10))
    limits.streamsPerNetwork = streamsPerNetwork ?? limits.connectionsPerNetwork
    return limits
  }

  /// Those of the administration listener: few connections, which no one else can take.
  package static var administration: DeliveryLimits {
    var limits = DeliveryLimits()
    limits.connections = OpenFiles.reservedForAdministration
    limits.connectionsPerNetwork = .max
    return limits
  }

  var retryAfterSeconds: Int { max(1, Int(retryAfter.nanoseconds / 1_000_000_000)) }
}
