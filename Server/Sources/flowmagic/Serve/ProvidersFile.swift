import Accounts
import FlowCore

/// The JSON file with the identity providers that users may sign in with.
///
/// It contains no secrets: `clientSecret` is the name of an environment variable, and `keyFile` the
/// path of an Apple key's `.p8` file.
struct ProvidersFile {
  let providers: [IdentityProvider]

  init(_ path: String) throws(ServerSettings.Failure) {
    do {
      var reader = InputReader()
      let root = try reader.readSource(path).root
      let providers = try root.requireArray().map { try Self.provider($0) }
      guard providers.count <= 20 else { throw Self.invalid("There can be at most 20 providers.") }
      guard Set(providers.map(\.id)).count == providers.count else {
        throw Self.invalid("Two providers have the same id.")
      }
      self.providers = providers
    } catch let error as FlowError {
      let position = error.position?.pathSuffix ?? ""
      throw Self.invalid("\(path)\(position): \(error.message)")
    } catch let error as InputProblem {
      let position = error.position?.pathSuffix ?? ""
      throw Self.invalid("\(path)\(position): \(error.message)")
    } catch let error as AccountError {
      throw Self.invalid("\(path): \(error.message)")
    } catch let error as ServerSettings.Failure {
      throw Self.invalid("\(path): \(error.description)")
    } catch {
      throw Self.invalid("\(path): \(error)")
    }
  }

  private static func invalid(_ text: String) -> ServerSettings.Failure {
    ServerSettings.Failure(description: text)
  }

  private static func provider(_ view: JSONView) throws -> IdentityProvider {
    try view.requireObject()
    var provider = try knownProvider(view)
    if let trusts = try view.optionalBool("trustsEmail") { provider.trustsEmail = trusts }
    if let allows = try view.optionalBool("allowsUnknownNonce") {
      provider.allowsUnknownNonce = allows
    }
    if let scopes = try strings("scopes", view) { provider.scopes = scopes }
    if let audiences = try strings("trustedAudiences", view) {
      provider.trustedAudiences = Set(audiences)
    }
    return provider
  }

  /// The provider of the `kind` that the file names, with its default settings.
  private static func knownProvider(_ view: JSONView) throws -> IdentityProvider {
    let clientID = try view.requiredString("clientID")
    let native = try strings("nativeClientIDs", view) ?? []
    switch try view.requiredString("kind") {
    case "google":
      return try .google(
        clientID: clientID, clientSecret: try secret(view), nativeClientIDs: native)
    case "apple":
      var reader = InputReader()
      let pem = try reader.readBytes(try view.requiredString("keyFile"))
      let key = try AppleKey(
        team: try view.requiredString("team"), id: try view.requiredString("keyID"),
        pem: String(decoding: pem, as: UTF8.self))
      return try .apple(clientID: clientID, key: key, nativeClientIDs: native)
    case "facebook": return try .facebook(appID: clientID, appSecret: try secret(view))
    case "openid":
      return try .openID(
        id: try view.requiredString("id"), name: try view.requiredString("name"),
        issuer: try view.requiredString("issuer"), clientID: clientID,
        clientSecret: try secret(view), nativeClientIDs: native)
    case let other:
      throw invalid(
        "Unknown provider kind \"\(other)\". Use google, apple, facebook or openid.")
    }
  }

  /// The value of the environment variable that `clientSecret` names; empty for public clients.
  private static func secret(_ view: JSONView) throws -> String {
    guard let name = try view.optionalString("clientSecret") else { return "" }
    guard let value = System.nonEmptyEnvironment(name) else {
      throw invalid(
        "`clientSecret` must be the name of an environment variable that is set, not the secret "
          + "itself.")
    }
    return value
  }

  private static func strings(_ name: StaticString, _ view: JSONView) throws -> [String]? {
    try view.optionalArray(name)?.map { try $0.requireString() }
  }
}
