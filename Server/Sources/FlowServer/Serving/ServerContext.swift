package import Hummingbird
package import NIOCore

/// What a request carries along: its logger, and where it came from.
package struct ServerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection; empty if there is none, as in a test.
  package let peer: String
  /// Comes when the connection is gone.
  package let connectionClosed: EventLoopFuture<Void>

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connectionClosed = source.channel.closeFuture
    peer = source.channel.remoteAddress?.ipAddress ?? ""
  }
}
