/// On whose behalf a password is hashed.
///
/// Calls take turns by client network and, within a network, by user, so that no one keeps all
/// others waiting.
public struct PasswordRequester: Sendable, Hashable {
  /// The client's network, see `Client.network`; empty for callers without one, which take turns as
  /// if they were on one network.
  let network: String
  /// The id of a user who is signed in or on one of their known devices.
  let user: String?
  /// Whether strangers cannot act on its behalf.
  let isKnown: Bool

  /// The server itself, or its operator.
  public static let server = PasswordRequester(network: "", user: nil, isKnown: true)

  /// A user who is signed in or on one of their known devices, by id.
  public static func user(_ id: String, network: String) -> PasswordRequester {
    PasswordRequester(network: network, user: id, isKnown: true)
  }

  /// Anyone else, by client network; see `Client.network`.
  public static func network(_ network: String) -> PasswordRequester {
    PasswordRequester(network: network, user: nil, isKnown: false)
  }
}
