/// An identity provider that users can sign in with.
public struct IdentityProvider: Sendable {
  /// The protocol that it uses.
  public enum ProviderKind: Sendable {
    /// OpenID Connect, according to its metadata.
    case openID
    /// Apple's variant of OpenID Connect: signed client secrets, and a name only at the first
    /// sign-in.
    case apple(AppleKey)
    /// Facebook's own OAuth; for ID tokens of native apps, OpenID Connect.
    case facebook(FacebookEndpoints)
  }

  /// The identifier of the provider in URLs, such as `google`: up to 40 lowercase letters,
  /// digits and hyphens.
  public let id: String
  /// The display name: `Google`.
  public let name: String
  /// The protocol that it uses.
  public let kind: ProviderKind
  /// The issuer identifier, exactly as in its tokens and its metadata.
  public let issuer: String
  /// The client id of this service at the provider.
  public let clientID: String
  /// The client secret; empty if there is none.
  public let clientSecret: String
  /// The client ids of the service's native apps, whose ID tokens are exchanged for sessions.
  public let nativeClientIDs: [String]
  /// The requested scopes.
  public var scopes: [String]
  /// Further audiences allowed in a token; some issuers add all clients of a project.
  public var trustedAudiences: Set<String> = []
  /// Whether its addresses count as verified even if it does not say so.
  ///
  /// For a company's own issuer. An address that the issuer declares unverified stays
  /// unverified.
  public var trustsEmail = false
  /// Whether a native app's token may contain a nonce that the app does not know.
  ///
  /// Google's library for iOS requests such tokens. A token still works only once.
  public var allowsUnknownNonce = false
  /// Further issuer identifiers that its tokens may contain.
  var issuerAliases: [String] = []
  /// The allowed signature algorithms.
  var algorithms = Set(SignatureAlgorithm.allCases)

  /// Creates a provider for any issuer with metadata.
  ///
  /// - Parameters:
  ///   - id: The identifier of the provider in URLs.
  ///   - name: The display name.
  ///   - issuer: Its identifier, or the URL of its metadata, which ends in
  ///     `/.well-known/openid-configuration`.
  ///   - clientID: The client id of this service at the provider.
  ///   - clientSecret: The client secret; empty if there is none.
  ///   - nativeClientIDs: The client ids of the service's native apps.
  /// - Returns: The provider.
  /// - Throws: `AccountError(.invalidInput)` for an invalid id or issuer, or without a client id.
  public static func openID(
    id: String, name: String, issuer: String, clientID: String, clientSecret: String,
    nativeClientIDs: [String] = []
  ) throws(AccountError) -> IdentityProvider {
    let path = ProviderMetadata.path
    let identifier = issuer.hasSuffix(path) ? String(issuer.dropLast(path.count)) : issuer
    return try IdentityProvider(
      id: id, name: name, kind: .openID, issuer: identifier, clientID: clientID,
      clientSecret: clientSecret, nativeClientIDs: nativeClientIDs,
      scopes: ["openid", "email", "profile"])
  }

  /// Creates the provider for Google.
  ///
  /// - Throws: `AccountError(.invalidInput)` without a client id.
  public static func google(
    clientID: String, clientSecret: String, nativeClientIDs: [String] = []
  ) throws(AccountError) -> IdentityProvider {
    var google = try IdentityProvider(
      id: "google", name: "Google", kind: .openID, issuer: "https://accounts.google.com",
      clientID: clientID, clientSecret: clientSecret, nativeClientIDs: nativeClientIDs,
      scopes: ["openid", "email", "profile"])
    google.issuerAliases = ["accounts.google.com"]
    google.algorithms = [.rs256]
    return google
  }

  /// Creates the provider for Apple.
  ///
  /// - Parameters:
  ///   - clientID: The Services ID.
  ///   - key: The key that signs the client secrets.
  ///   - nativeClientIDs: The apps' bundle ids.
  ///   - issuer: The issuer; another one only in tests.
  /// - Returns: The provider.
  /// - Throws: `AccountError(.invalidInput)` without a client id.
  public static func apple(
    clientID: String, key: AppleKey, nativeClientIDs: [String] = [],
    issuer: String = "https://appleid.apple.com"
  ) throws(AccountError) -> IdentityProvider {
    var apple = try IdentityProvider(
      id: "apple", name: "Apple", kind: .apple(key), issuer: issuer, clientID: clientID,
      clientSecret: "", nativeClientIDs: nativeClientIDs, scopes: ["openid", "name", "email"])
    apple.algorithms = [.rs256]
    return apple
  }

  /// Creates the provider for Facebook.
  ///
  /// It does not say whether an address is verified, so an existing account is not matched by email
  /// address unless `trustsEmail` is set.
  ///
  /// - Parameters:
  ///   - appID: The app's id.
  ///   - appSecret: The app's secret.
  ///   - endpoints: Facebook's endpoints; others only in tests.
  /// - Returns: The provider.
  /// - Throws: `AccountError(.invalidInput)` without an id or a secret.
  public static func facebook(
    appID: String, appSecret: String, endpoints: FacebookEndpoints = FacebookEndpoints()
  ) throws(AccountError) -> IdentityProvider {
    guard !appSecret.isEmpty else {
      throw AccountError(.invalidInput, "Facebook needs the app's secret.")
    }
    var facebook = try IdentityProvider(
      id: "facebook", name: "Facebook", kind: .facebook(endpoints), issuer: endpoints.issuer,
      clientID: appID, clientSecret: appSecret, nativeClientIDs: [appID],
      scopes: ["email", "public_profile"])
    facebook.issuerAliases = ["https://facebook.com", "https://limited.facebook.com"]
    facebook.algorithms = [.rs256]
    return facebook
  }

  private init(
    id: String, name: String, kind: ProviderKind, issuer: String, clientID: String,
    clientSecret: String,
    nativeClientIDs: [String], scopes: [String]
  ) throws(AccountError) {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    guard (1...40).contains(id.utf8.count), id.utf8.allSatisfy(allowed.contains) else {
      throw AccountError(
        .invalidInput,
        "The provider's id must be 1 to 40 lowercase letters, digits and hyphens.")
    }
    guard let url = EndpointURL(issuer), !url.string.contains("?") else {
      throw AccountError(
        .invalidInput,
        "The issuer must be an https URL without user, query and fragment; http only for this "
          + "machine.")
    }
    guard !clientID.isEmpty, !nativeClientIDs.contains("") else {
      throw AccountError(.invalidInput, "The provider \(id) needs a client id.")
    }
    self.id = id
    self.name = name
    self.kind = kind
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.nativeClientIDs = nativeClientIDs
    self.scopes = scopes
  }
}
