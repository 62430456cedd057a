import AccountsWeb
import HTTPTypes

extension SessionCookies {
  /// The cookies of logged-in users.
  static let yoga = SessionCookies(session: "session", device: "device")
}

extension HTTPField.Name {
  // NB: never nil, because the names are RFC 9110 tokens; there is no nonfailable initializer.
  /// The client's address, which ``PeerMiddleware`` sets, overwriting any value from the client.
  static let yogaPeer = Self("Yoga-Peer") ?? .via
}
