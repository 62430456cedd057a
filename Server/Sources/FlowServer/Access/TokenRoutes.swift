import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// API tokens: secrets for scripts and service accounts.
enum TokenRoutes {
  static let all = [listTokens, addToken, revokeToken]

  static let listTokens = Endpoint(
    "listTokens", .get, "/v1/tokens", .access, .member(.admin),
    "The organization's API tokens, newest first, including the latest revoked ones",
    detail: "Owners see all tokens, other members only their own.", parameters: [.organization],
    responses: [ResponseDeclaration(200, "The tokens, without their secrets.", .tokens)]
  ) { request in
    let all = try await request.store.tokens(of: try request.organization)
    let tokens = all.filter(request.mayRevoke)
    let users = try await addresses(of: tokens, request)
    return .json(["tokens": .array(tokens.map { $0.json(users) })])
  }

  static let addToken = Endpoint(
    "addToken", .post, "/v1/tokens", .access, .member(.admin), "Creates an API token",
    detail: "Only this response contains the token. `owner` is its owner: `me`, which limits it "
      + "to the user's current permissions, or `service-account`, which only owners can "
      + "create. It is valid for 90 days or `expiresInDays`, at most for the organization's "
      + "`tokenDays`, and never longer than the token that creates it. Its user is notified by "
      + "email; all owners are notified of a token with the scope `admin`.",
    parameters: [.organization], body: RequestBodyDeclaration(.newToken),
    responses: [ResponseDeclaration(201, "The token with its secret.", .createdToken)],
    problems: [.unknownApplication, .unknownEnvironment, .quotaReached],
    needsRecentSignIn: true
  ) { request in
    let body = try NewTokenBody(request)
    try await body.check(request)
    let credential = TokenCredential()
    let new = try await body.token(credential, request)
    let audit = try request.audit(
      "token.added", environment: new.environment, application: new.application,
      detail: [
        "id": .string(new.id), "name": .string(new.name),
        "scopes": .array(new.scopes.map { .string($0) }),
        "owner": body.user == nil ? "service-account" : "me",
      ])
    try await request.store.add(new, audit: audit)
    // The store may have shortened its lifetime to a limit that was lowered at the same time.
    let token = try await request.store.token(new.id) ?? new
    try await notify(of: token, request)
    let users = try await addresses(of: [token], request)
    guard var response = token.json(users).object else { return .noContent }
    response["token"] = .string(credential.string)
    return .json(.object(response), status: 201)
  }

  static let revokeToken = Endpoint(
    "revokeToken", .delete, "/v1/tokens/{id}", .access, .member(.admin), "Revokes a token",
    detail: "Owners can revoke any token, other members only their own.",
    parameters: [.organization],
    responses: [ResponseDeclaration(204, "The token is no longer valid.")],
    problems: [.unknownToken]
  ) { request in
    let id = request.path("id")
    let problem = Problem(.unknownToken, "There is no such token, or it is already revoked.")
    guard let token = try await request.store.token(id),
      token.organization == (try request.organization), request.mayRevoke(token)
    else { throw problem }
    let audit = try request.audit(
      "token.revoked", detail: ["id": .string(id), "name": .string(token.name)])
    guard try await request.store.revokeToken(id, at: request.now, audit: audit) else {
      throw problem
    }
    return .noContent
  }

  /// Notifies by email those who should know about a new token in case it is not legitimate.
  private static func notify(of token: APIToken, _ request: EndpointRequest) async throws {
    let resource = [token.application, token.environment].compactMap { $0 }.joined(separator: "/")
    try await request.accounts.organizations.notifyOfNewToken(
      TokenNotice(
        name: token.name, scope: token.scopes.last ?? "",
        organization: try await request.organizationName(), resource: resource,
        expires: token.expires ?? request.now),
      in: try request.organization, toOwners: token.scopes.contains(Scope.admin.rawValue),
      by: request.actor, client: request.client)
  }

  /// Returns the email addresses of the tokens' users, by user id.
  private static func addresses(
    of tokens: [APIToken], _ request: EndpointRequest
  ) async throws -> [String: String] {
    let ids = Set(tokens.compactMap(\.user))
    guard !ids.isEmpty else { return [:] }
    return try await request.accounts.store.read { reader in
      var addresses: [String: String] = [:]
      for id in ids { addresses[id] = try reader.user(id)?.email }
      return addresses
    }
  }
}

extension EndpointRequest {
  /// Whether the caller may see and revoke a token: any token with the scope `admin`, otherwise
  /// only the user's own.
  fileprivate func mayRevoke(_ token: APIToken) -> Bool {
    if authorization.scope == .admin { return true }
    guard case .user(let user) = principal else { return false }
    return token.user == user.authenticatedSession.user.id
  }
}

/// The body of a request for a new token.
///
/// NB: parsed outside of the asynchronous closure, because Swift 6.3's optimizer crashes if it is
/// parsed there.
private struct NewTokenBody {
  let name: String
  let scopes: [Scope]
  /// The requested lifetime in days; nil for the default.
  let days: Int?
  /// The user who will own the token; nil for a service account's token.
  let user: String?
  let application: String?
  let environment: String?

  init(_ request: EndpointRequest) throws {
    let object = try request.object()
    name = try request.name("name", in: object)
    scopes = try Self.scopes(object)
    days = try Self.days(object)
    application = try Self.optionalID("application", object)
    environment = try Self.optionalID("environment", object)
    user = try Self.owner(object, request)
    guard environment == nil || application != nil else {
      throw Problem.malformedBody("`environment` needs `application`, which it belongs to.")
    }
  }

  private static func optionalID(_ name: StaticString, _ object: JSONView) throws -> String? {
    guard let text = try object.optionalString(name) else { return nil }
    guard Identifiers.isValid(text) else {
      throw Problem.malformedBody("`\(name)` \(Identifiers.rule)")
    }
    return text
  }

  private static func owner(_ object: JSONView, _ request: EndpointRequest) throws -> String? {
    let isUser = if case .user = request.principal { true } else { false }
    switch try object.optionalString("owner") ?? (isUser ? "me" : "service-account") {
    case "service-account": return nil
    case "me":
      switch request.principal {
      case .user(let user): return user.authenticatedSession.user.id
      case .program(let program):
        guard let owner = program.owner else { break }
        return owner.user.id
      case .anonymous, .app, .operator: break
      }
      throw Problem.malformedBody("`owner` cannot be `me`: this token does not belong to a user.")
    default: throw Problem.malformedBody("`owner` must be `me` or `service-account`.")
    }
  }

  private static func scopes(_ object: JSONView) throws -> [Scope] {
    var scopes: Set<Scope> = []
    for element in try object.requiredArray("scopes") {
      guard let scope = Scope(rawValue: try element.requireString()) else {
        throw Problem.malformedBody("`scopes` may contain read, draft, publish and admin.")
      }
      scopes.insert(scope)
    }
    guard !scopes.isEmpty else { throw Problem.malformedBody("`scopes` must name at least one.") }
    return scopes.sorted()
  }

  /// Reads `expiresInDays`, at most ten years.
  private static func days(_ object: JSONView) throws -> Int? {
    guard let days = try object.optionalInt("expiresInDays") else { return nil }
    guard TokenLifetime.allowed.contains(days) else {
      throw Problem.malformedBody(
        "`expiresInDays` must be from 1 to \(TokenLifetime.allowed.upperBound).")
    }
    return days
  }

  /// Returns the expiry: as requested or the default, but never after the organization's limit, nor
  /// after the expiry of the token that creates it.
  private func expiry(_ request: EndpointRequest, limit: Int) throws -> Int {
    if let days, days > limit {
      throw Problem.malformedBody(
        "`expiresInDays` must be at most \(limit), the limit of the organization."
      )
    }
    let end = request.now + (days ?? min(TokenLifetime.default, limit)) * 86_400
    guard case .program(let creator) = request.principal else { return end }
    return min(end, creator.token.expires ?? .max)
  }

  /// Checks that the application and environment exist, and that the caller may grant these scopes.
  func check(_ request: EndpointRequest) async throws {
    let organization = try request.organization
    if let application {
      let stored = try await request.store.application(application)
      guard let stored, stored.organization == organization, request.canSee(stored) else {
        throw Problem(
          .unknownApplication,
          "There is no application \"\(application)\" in this organization.")
      }
    }
    if let application, let environment {
      let environments = try await request.store.environments(of: application)
      guard environments.contains(where: { $0.name == environment }) else {
        throw Problem(
          .unknownEnvironment, "The application has no environment \"\(environment)\".")
      }
    }
    let required = user == nil ? Scope.admin : scopes.max() ?? .read
    let granted =
      user == nil
      ? request.authorization.scope
      : request.principal.scope(
        in: organization, application: application, environment: environment)
    guard let granted, granted >= required else {
      throw Authorizer.notAllowed(required, request.principal)
    }
  }

  func token(_ credential: TokenCredential, _ request: EndpointRequest) async throws -> APIToken {
    let organization = try await request.store.organization(try request.organization)
    let limit = organization?.tokenDays ?? TokenLifetime.defaultLimit
    return APIToken(
      id: credential.id, organization: try request.organization, name: name, hash: credential.hash,
      scopes: scopes.map(\.rawValue), created: request.now,
      expires: try expiry(request, limit: limit), user: user,
      application: application, environment: environment)
  }
}

/// The lifetimes of tokens, in days.
package enum TokenLifetime {
  /// The default if none is requested.
  package static let `default` = 90
  /// The limit for organizations that set none.
  package static let defaultLimit = 365
  /// The range of an organization's limit and of a requested lifetime.
  package static let allowed = 1...3650
}
