public import Logging
public import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limits of a server's connections: a client that sends or reads nothing must not hold a
/// connection, and one client must not hold them all.
///
/// Each connection gets a handler. While the application handles a request, none of these timeouts
/// applies; ``BodyReader`` limits the time in which the body must arrive.
public struct ConnectionLimits: Sendable {
  /// The maximum time from connecting to the end of the first request's head.
  public var headTimeout = Duration.seconds(10)
  /// The maximum time from a response to the end of the next request's head.
  public var idleTimeout = Duration.seconds(75)
  /// The maximum time from a response to the end of its request's body, which is ignored, and from
  /// the end of the last response until the client closes the connection.
  public var lingerTimeout = Duration.seconds(10)
  /// The maximum time for which a client may stop reading a response.
  public var stallTimeout = Duration.seconds(60)
  /// The interval at which the times are checked, which is also their precision.
  public var tick = Duration.seconds(1)
  /// The maximum number of connections; further ones are closed immediately.
  public var connections: Int
  /// The maximum number of connections from one client network.
  ///
  /// At the maximum, a new connection replaces the one that has been idle the longest, which is
  /// closed; a connection is idle after a response, until its next request. If none is idle, the
  /// new one is closed.
  ///
  /// A network is an IPv4 address, or the /64 prefix of an IPv6 one. Nil behind a proxy, from whose
  /// address all clients connect.
  public var connectionsPerNetwork: Int?

  /// Logs connections that were refused; nil to log nothing.
  public var logger: Logger?
  /// The minimum time between two log entries about refused connections.
  public var logInterval = Duration.seconds(60)
  /// Called with the number of open connections when it has changed, for example to update a
  /// metric; must not block.
  public var onChange: @Sendable (_ open: Int) -> Void = { _ in }

  let registry = ConnectionRegistry()

  /// The maximum number of connections by default: each takes memory, even an idle one.
  private static let defaultMaximum = 10_000

  /// Creates the default limits: as many connections as the process may open files, less a reserve
  /// and at most 10,000; and a quarter of them for one network, but at least 64.
  ///
  /// - Parameters:
  ///   - reserve: The number of files for databases and everything else but connections.
  ///   - filesPerConnection: The maximum number of files that a connection uses, its socket
  ///     included.
  ///   - openFiles: The number of files that the process may open.
  public init(
    reserve: Int = 128, filesPerConnection: Int = 1,
    openFiles: Int = ConnectionLimits.raiseOpenFileLimit()
  ) {
    connections = min(Self.defaultMaximum, max(1, (openFiles - reserve) / filesPerConnection))
    connectionsPerNetwork = max(64, connections / 4)
  }

  /// Creates the handler of one connection.
  ///
  /// - Parameter isResponse: Whether an inbound user event means that a handler in front has
  ///   responded to a request, which this one does not see.
  /// - Returns: A handler, to be added behind those that parse HTTP.
  public func makeHandler(
    isResponse: @escaping @Sendable (Any) -> Bool = { _ in false }
  ) -> any RemovableChannelHandler {
    ConnectionLimiter(self, isResponse)
  }

  /// Raises the process's limit of open files as far as it may, at most to 1,048,576 (10,240 on
  /// Apple's systems), and returns it; 1,024 if it is not known.
  public static func raiseOpenFileLimit() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 1024 }
    #if canImport(Darwin)
      // NB: macOS reports "unlimited", but accepts no more than `OPEN_MAX`.
      let maximum = rlim_t(10_240)
    #else
      let maximum = rlim_t(1_048_576)
    #endif
    var raised = limit
    raised.rlim_cur = min(limit.rlim_max, maximum)
    if limit.rlim_cur < raised.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }
}
