public import Accounts

/// The user or guest who makes a request.
public struct Caller: Sendable {
  /// The user's session; nil for a guest.
  public let session: AuthenticatedSession?
  /// The user agent and network address that the request came from.
  public let client: Client

  /// Creates a caller; without a session, a guest.
  public init(_ session: AuthenticatedSession?, client: Client) {
    self.session = session
    self.client = client
  }

  /// Returns the user's session.
  ///
  /// - Throws: `PriceError` with `signed-out` for a guest.
  func requireSession() throws(PriceError) -> AuthenticatedSession {
    guard let session else { throw PriceError(.signedOut, "Sign in to do this.") }
    return session
  }

  /// The key for rate limits: a user's ID, or a guest's network.
  ///
  /// With IPv6, one client has all addresses of its network, so the address would not limit it.
  var rateLimitKey: String { session.map { "user:\($0.user.id)" } ?? "network:\(client.network)" }
}
