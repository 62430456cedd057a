package import NIOCore

/// How much a client may ask of the server, and how long it may take.
package struct DeliveryLimits: Sendable {
  /// Bytes of a request's head; more is answered with 431.
  package var headBytes = 8192
  /// Time from the first byte of a request to the end of its head.
  package var headTimeout = TimeAmount.seconds(10)
  /// Time without a byte while a body is coming in.
  package var bodyTimeout = TimeAmount.seconds(30)
  /// Time a connection may wait for its next request.
  package var idleTimeout = TimeAmount.seconds(75)
  /// Time a client may leave an answer or an event unread before it is cut off.
  package var stallTimeout = TimeAmount.seconds(30)
  /// Connections at once; nil for what the process may open, less a reserve.
  package var connections: Int?
  /// Streams at once over all keys; more is answered with 503.
  package var streams = 100_000
  /// Streams at once with one key, which all clients of an app share; more is answered with 429.
  package var streamsPerKey = 100_000
  /// How long a client may take to close its side when the server has closed its own.
  package var lingerTimeout = TimeAmount.seconds(2)
  /// What `Retry-After` says with both.
  package var retryAfter = TimeAmount.seconds(5)
  /// Time between two heartbeats of a stream.
  package var heartbeat = TimeAmount.seconds(15)
  /// How often times are looked at; a limit is exact to this.
  package var tick = TimeAmount.seconds(1)
  /// What the kernel may hold for one stream that does not read.
  package var streamSendBuffer = 128 * 1024
  /// Streams written to before the loop looks at other connections.
  package var broadcastSlice = 1000
  /// How long saying goodbye to all streams may take at shutdown; clients come back spread over it.
  package var drainWindow = TimeAmount.seconds(3)
  /// When requests still under way at shutdown are cut off.
  package var drainTimeout = TimeAmount.seconds(25)

  /// The limits described above.
  package init() {}
}
