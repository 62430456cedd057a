import Accounts
import FlowCore

/// The JSON file with the services that people may sign in with.
///
/// Secrets do not stand in it: `clientSecret` names the environment variable that holds one, and an
/// Apple key's `keyFile` the `.p8` file.
struct ProvidersFile {
  let providers: [IdentityProvider]

  init(_ path: String) throws(ServerSettings.Mistake) {
    do {
      var reader = InputReader()
      let root = try reader.source(path).root
      let providers = try root.requireArray().map { try Self.provider($0) }
      guard providers.count <= 20 else { throw Self.mistake("There may be at most 20 providers.") }
      guard Set(providers.map(\.id)).count == providers.count else {
        throw Self.mistake("Two providers have the same id.")
      }
      self.providers = providers
    } catch let error as FlowError {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw Self.mistake("\(path)\(place): \(error.message)")
    } catch let error as InputProblem {
      throw Self.mistake("\(path): \(error.message)")
    } catch let error as AccountError {
      throw Self.mistake("\(path): \(error.message)")
    } catch let error as ServerSettings.Mistake {
      throw Self.mistake("\(path): \(error.description)")
    } catch {
      throw Self.mistake("\(path): \(error)")
    }
  }

  private static func mistake(_ text: String) -> ServerSettings.Mistake {
    ServerSettings.Mistake(description: text)
  }

  private static func provider(_ view: JSONView) throws -> IdentityProvider {
    try view.requireObject()
    var provider = try kind(of: view)
    if let vouches = try view.optionalBool("vouchesForEmail") { provider.vouchesForEmail = vouches }
    if let untold = try view.optionalBool("allowsUnknownNonce") {
      provider.allowsUnknownNonce = untold
    }
    if let scopes = try texts("scopes", view) { provider.scopes = scopes }
    if let audiences = try texts("trustedAudiences", view) {
      provider.trustedAudiences = Set(audiences)
    }
    return provider
  }

  private static func kind(of view: JSONView) throws -> IdentityProvider {
    let clientID = try view.requiredString("clientID")
    let native = try texts("nativeClientIDs", view) ?? []
    switch try view.requiredString("kind") {
    case "google":
      return try .google(
        clientID: clientID, clientSecret: try secret(view), nativeClientIDs: native)
    case "apple":
      var reader = InputReader()
      let pem = try reader.bytes(try view.requiredString("keyFile"))
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
      throw mistake(
        "The kind of a provider is google, apple, facebook or openid, not \"\(other)\".")
    }
  }

  /// What the environment variable holds that `clientSecret` names; empty if none is named, as for
  /// a service that knows us without a secret.
  private static func secret(_ view: JSONView) throws -> String {
    guard let name = try view.optionalString("clientSecret") else { return "" }
    guard let value = System.setEnvironment(name) else {
      throw mistake(
        "`clientSecret` names the environment variable that holds the secret, and there is none "
          + "of this name. The secret itself does not belong here.")
    }
    return value
  }

  private static func texts(_ name: StaticString, _ view: JSONView) throws -> [String]? {
    try view.optionalArray(name)?.map { try $0.requireString() }
  }
}
