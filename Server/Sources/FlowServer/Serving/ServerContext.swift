package import Hummingbird
import Logging
package import NIOCore

/// The context of a request: its connection, its sender, and details collected by middleware.
package struct ServerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the connection's remote end; empty for a Unix socket, and in tests.
  package let peer: String
  package let connection: any Channel
  /// The listener that received the request.
  package var listener = Listener.single
  package let trace = RequestTrace()
  /// The decoded parameters of the endpoint's path and of the query, set by
  /// `AuthenticationMiddleware`.
  var pathParameters: [String: String] = [:]
  var query: [String: String] = [:]
  var principal = Principal.anonymous
  var authorization = AuthorizationContext()

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel
    peer = source.channel.remoteAddress?.ipAddress ?? ""
  }

  // NB: Hummingbird's `id` crashes if a logger does not store metadata.
  var requestID: String { logger[metadataKey: "hb.request.id"]?.description ?? "none" }
}
