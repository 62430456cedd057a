/// The metadata of an OpenID provider (OpenID Connect Discovery 1.0).
struct ProviderMetadata: Sendable {
  /// The path of the metadata, relative to the issuer.
  static let path = "/.well-known/openid-configuration"
  /// The maximum size of the metadata, and of a key set, in bytes.
  static let maximumBytes = 262_144

  let authorization: EndpointURL
  let token: EndpointURL
  let keys: EndpointURL
  let userInfo: EndpointURL?
  /// Whether the client can authenticate with HTTP Basic (`client_secret_basic`); otherwise it does
  /// so with form fields.
  let supportsBasicAuthentication: Bool
  /// The signature algorithms of its ID tokens, limited to those that are accepted.
  let algorithms: Set<SignatureAlgorithm>
  /// Whether authorization responses always contain `iss` (RFC 9207).
  let responsesIncludeIssuer: Bool

  /// Returns the URL of an issuer's metadata.
  static func url(of issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + path
  }

  /// Parses metadata, which must be for exactly this issuer.
  init(_ document: StrictJSON, issuer: String) throws(IdentityProviderError) {
    guard let named = document["issuer"]?.string, hasSameBytes(named, issuer) else {
      throw IdentityProviderError(
        .issuer, "The metadata of \(issuer) names another issuer; the two must be the same.")
    }
    // `EndpointURL` accepts plain HTTP only for this machine, and only an issuer on this machine
    // may name such URLs: otherwise an issuer could make this server send requests to itself.
    let allowsPlainHTTP = EndpointURL(issuer)?.isPlainHTTP ?? false
    func endpoint(_ name: String) -> EndpointURL? {
      document[name]?.string.flatMap { EndpointURL($0) }.flatMap {
        $0.isPlainHTTP && !allowsPlainHTTP ? nil : $0
      }
    }
    guard let authorization = endpoint("authorization_endpoint"),
      let token = endpoint("token_endpoint"), let keys = endpoint("jwks_uri")
    else {
      throw IdentityProviderError(.metadata, "The metadata of \(issuer) lacks an https URL.")
    }
    self.authorization = authorization
    self.token = token
    self.keys = keys
    userInfo = endpoint("userinfo_endpoint")
    supportsBasicAuthentication = try Self.supportsBasicAuthentication(document, issuer: issuer)
    algorithms = Self.algorithms(document)
    responsesIncludeIssuer =
      document["authorization_response_iss_parameter_supported"] == .bool(true)
    if let methods = document["code_challenge_methods_supported"]?.strings {
      guard methods.contains("S256") else {
        throw IdentityProviderError(.metadata, "\(issuer) does not support S256 code challenges.")
      }
    }
  }

  // Basic is the default (OpenID Connect Discovery 1.0, section 3).
  private static func supportsBasicAuthentication(
    _ document: StrictJSON, issuer: String
  ) throws(IdentityProviderError) -> Bool {
    let methods =
      document["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
    if methods.contains("client_secret_basic") { return true }
    guard methods.contains("client_secret_post") || methods.contains("none") else {
      throw IdentityProviderError(.metadata, "\(issuer) accepts no client secret.")
    }
    return false
  }

  private static func algorithms(_ document: StrictJSON) -> Set<SignatureAlgorithm> {
    guard let names = document["id_token_signing_alg_values_supported"]?.strings else {
      return Set(SignatureAlgorithm.allCases)
    }
    return Set(names.compactMap(SignatureAlgorithm.init))
  }
}
