/// The endpoints of Facebook, replaceable in tests.
public struct FacebookEndpoints: Sendable {
  /// The issuer's identifier.
  public let issuer: String
  /// The URL of the dialog in which users sign in.
  let dialog: String
  /// The base URL of the Graph API, with its version.
  let graph: String
  /// The URL of the key set for Limited Login's ID tokens.
  let keys: String

  /// Creates Facebook's endpoints for a version of its API.
  ///
  /// Source: Facebook's guides to a manually built login flow, and to Limited Login.
  public init(version: String = "v23.0") {
    issuer = "https://www.facebook.com"
    dialog = "https://www.facebook.com/\(version)/dialog/oauth"
    graph = "https://graph.facebook.com/\(version)"
    keys = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
  }

  /// The endpoints of a test server.
  package init(testServer: String, version: String = "v23.0") {
    issuer = testServer
    dialog = "\(testServer)/\(version)/dialog/oauth"
    graph = "\(testServer)/\(version)"
    keys = "\(testServer)/.well-known/oauth/openid/jwks/"
  }
}
