/// Where Facebook is; others than its own only in tests.
public struct FacebookAddresses: Sendable {
  /// The issuer's identifier.
  public let issuer: String
  /// The dialog in which people sign in.
  let dialog: String
  /// The interface that tells about people, with its version.
  let graph: String
  /// The keys of Limited Login's ID tokens.
  let keys: String

  /// Facebook's own addresses, with the version of its interface.
  ///
  /// From Facebook's guide to a login flow of one's own, and to Limited Login.
  public init(version: String = "v23.0") {
    issuer = "https://www.facebook.com"
    dialog = "https://www.facebook.com/\(version)/dialog/oauth"
    graph = "https://graph.facebook.com/\(version)"
    keys = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
  }

  /// A service that answers as Facebook does.
  package init(standIn: String, version: String = "v23.0") {
    issuer = standIn
    dialog = "\(standIn)/\(version)/dialog/oauth"
    graph = "\(standIn)/\(version)"
    keys = "\(standIn)/.well-known/oauth/openid/jwks/"
  }
}
