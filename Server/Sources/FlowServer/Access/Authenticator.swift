import FlowCore
package import FlowStore
package import HTTPTypes

/// Sees who calls and whether they may.
package struct Authenticator: Sendable {
  private let services: Services

  package init(services: Services) { self.services = services }

  /// Who sent the request.
  ///
  /// - Throws: `not-signed-in` or `not-allowed`.
  package func caller(
    of headers: HTTPFields, _ query: [String: String], for endpoint: Endpoint
  ) async throws -> Caller {
    if endpoint.access == .anyone { return .anyone }
    guard let text = Self.credential(headers, query, for: endpoint) else {
      throw Self.unauthorized("This needs a key or a token: `Authorization: Bearer …`.")
    }
    if let id = SDKKeyText.id(text) { return .app(try appKey(id, for: endpoint)) }
    return .program(try await token(text, for: endpoint))
  }

  /// NB: only a publishable key may stand in the address, because addresses are logged everywhere.
  private static func credential(
    _ headers: HTTPFields, _ query: [String: String], for endpoint: Endpoint
  ) -> String? {
    if let header = headers[.authorization] {
      let parts = header.split(separator: " ")
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
      return String(parts[1])
    }
    guard endpoint.isForApps, endpoint.method == .get, let key = query["key"],
      SDKKeyText.id(key) != nil
    else { return nil }
    return key
  }

  private func appKey(_ id: String, for endpoint: Endpoint) throws(Problem) -> AppKey {
    guard let place = services.hub.place(ofKey: id) else {
      throw Self.unauthorized("This SDK key is unknown or was ended.")
    }
    guard endpoint.isForApps else {
      throw Self.unauthorized("This needs an API token; an app's SDK key opens less.")
    }
    return AppKey(id: id, application: place.application, environment: place.environment)
  }

  private func token(_ text: String, for endpoint: Endpoint) async throws -> APIToken {
    let needed: Scope
    switch endpoint.access {
    case .token(let scope), .appOrToken(let scope): needed = scope
    case .anyone, .app: throw Self.unauthorized("This needs an app's SDK key.")
    }
    guard let given = TokenText(text), let token = try await services.store.token(given.id),
      given.opens(token, at: services.clock())
    else { throw Self.unauthorized("This token is unknown, was ended or has run out.") }
    guard let scope = Caller.program(token).scope, scope >= needed else {
      throw Problem(
        .notAllowed, "This needs a token with the scope `\(needed.rawValue)`.",
        members: ["scope": .string(needed.rawValue)])
    }
    return token
  }

  private static func unauthorized(_ detail: String) -> Problem {
    Problem(.notSignedIn, detail, headers: [.wwwAuthenticate: "Bearer"])
  }
}

extension Authenticator {
  /// The application that the path names, if the caller may know of it.
  ///
  /// - Throws: `unknown-application` also for one that belongs to somebody else.
  package func application(
    of endpoint: Endpoint, _ path: [String: String], _ caller: Caller
  ) async throws -> Application? {
    guard let name = endpoint.applicationName, let id = path[name] else { return nil }
    let problem = Problem(
      endpoint.problemStyle == .report ? .invalidParameter : .unknownApplication,
      "There is no application \"\(id)\", or it belongs to somebody else.")
    switch caller {
    case .anyone: return nil
    case .app(let key):
      guard key.application == id else { throw problem }
      return nil
    case .program(let token):
      guard let application = try await services.store.application(id),
        application.organization == token.organization
      else { throw problem }
      return application
    }
  }

  /// Whether the environment in the path is there, and is the key's.
  package func checkEnvironment(
    of endpoint: Endpoint, _ path: [String: String], _ application: Application?, _ caller: Caller
  ) async throws {
    guard let name = path["env"] else { return }
    if case .app(let key) = caller {
      guard key.environment == name else {
        throw Problem(.wrongKey, "This key is for the environment \"\(key.environment)\".")
      }
      return
    }
    guard let application else { return }
    let environments = try await services.store.environments(of: application.id)
    guard environments.contains(where: { $0.name == name }) else {
      throw Problem(
        .unknownEnvironment, "The application has no environment \"\(name)\".")
    }
  }
}
