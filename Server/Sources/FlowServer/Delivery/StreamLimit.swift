/// A limit of streams that was reached.
package enum StreamLimit: String, Sendable, CaseIterable {
  /// Of all streams of the server.
  case server
  /// Of an organization's streams.
  case organization
  /// Of the streams from one client network.
  case network
  /// Of one token's or user's streams.
  case caller
  /// Of the streams that routes serve.
  case routes
}
