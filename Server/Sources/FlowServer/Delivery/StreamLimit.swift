/// A limit because of which a stream is refused.
package enum StreamLimit: String, Sendable, CaseIterable {
  /// The limit of all streams of the server.
  case server
  /// The limit of an organization's streams.
  case organization
  /// The limit of streams from one client network.
  case network
  /// The limit of one token's or user's streams.
  case caller
  /// The limit of streams that routes serve.
  case routes
}
