public import Accounts

/// The user or guest who makes a request.
public struct Caller: Sendable {
  /// The user's session; nil for a guest.
  public let signedIn: AuthenticatedSession?
  /// The user agent and network address that the request came from.
  public let client: Client

  /// Creates a caller; without a session, a guest.
  public init(_ signedIn: AuthenticatedSession?, client: Client) {
    self.signedIn = signedIn
    self.client = client
  }

  /// Returns the user's session.
  ///
  /// - Throws: `PriceError` with `signed-out` for a guest.
  func session() throws(PriceError) -> AuthenticatedSession {
    guard let signedIn else { throw PriceError(.signedOut, "Sign in to do this.") }
    return signedIn
  }

  /// The key for rate limiting: a guest's is the network rather than the address, because with IPv6
  /// one client owns all addresses of its network.
  var rateKey: String { signedIn.map { "user:\($0.user.id)" } ?? "address:\(client.network)" }
}
