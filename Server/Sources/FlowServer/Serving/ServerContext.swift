package import Hummingbird

/// What a request carries along: its logger, and where it came from.
package struct ServerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection; empty if there is none, as in a test.
  package let peer: String

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? ""
  }
}
