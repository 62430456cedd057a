import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  static let listTokens = Endpoint(
    "listTokens", .get, "/v1/tokens", .access, .member(.admin),
    "The organization's API tokens, newest first, ended ones too",
    detail: "Owners get all, other members their own.", parameters: [.organization],
    answers: [AnswerDeclaration(200, "The tokens, without their secrets.", .tokens)]
  ) { call in
    let tokens = try await call.store.tokens(of: try call.organization).filter(call.mayEnd)
    let people = try await addresses(of: tokens, call)
    return .json(["tokens": .array(tokens.map { $0.json(people) })])
  }

  static let addToken = Endpoint(
    "addToken", .post, "/v1/tokens", .access, .member(.admin), "Makes an API token",
    detail: "The answer is the only place where the token is ever shown. `owner` says whose it is: "
      + "`me`, and then it can never do more than its person may at the moment, or `robot`, which "
      + "only an owner makes.",
    parameters: [.organization], body: RequestBodyDeclaration(.newToken),
    answers: [AnswerDeclaration(201, "The token with its secret.", .madeToken)],
    problems: [.unknownApplication, .unknownEnvironment]
  ) { call in
    let order = try TokenOrder(call)
    try await order.check(call)
    let text = TokenText()
    let token = try order.token(text, call)
    let audit = try call.audit(
      "token.added", environment: token.environment, application: token.application,
      detail: [
        "id": .string(token.id), "name": .string(token.name),
        "scopes": .array(token.scopes.map { .string($0) }),
        "owner": order.person == nil ? "robot" : "me",
      ])
    try await call.store.add(token, audit: audit)
    let people = try await addresses(of: [token], call)
    guard var answer = token.json(people).object else { return .done }
    answer["token"] = .string(text.text)
    return .json(.object(answer), status: 201)
  }

  static let endToken = Endpoint(
    "endToken", .delete, "/v1/tokens/{id}", .access, .member(.admin), "Ends a token",
    detail: "Owners end any, other members their own.", parameters: [.organization],
    answers: [AnswerDeclaration(204, "The token opens nothing any more.")],
    problems: [.unknownToken]
  ) { call in
    let id = call.path("id")
    let problem = Problem(.unknownToken, "There is no such token, or it was ended already.")
    guard let token = try await call.store.token(id),
      token.organization == (try call.organization), call.mayEnd(token)
    else { throw problem }
    let audit = try call.audit(
      "token.ended", detail: ["id": .string(id), "name": .string(token.name)])
    guard try await call.store.revokeToken(id, at: call.now, audit: audit) else { throw problem }
    call.services.changes.recheck()
    return .done
  }

  /// Whose the tokens are, by the person's id.
  private static func addresses(
    of tokens: [APIToken], _ call: Call
  ) async throws -> [String: String] {
    let ids = Set(tokens.compactMap(\.person))
    guard !ids.isEmpty else { return [:] }
    return try await call.accounts.store.read { reader in
      var addresses: [String: String] = [:]
      for id in ids { addresses[id] = try reader.person(id)?.email }
      return addresses
    }
  }
}

extension Call {
  /// Whether the caller looks after a token: their own, or as an owner any of the organization.
  fileprivate func mayEnd(_ token: APIToken) -> Bool {
    if reach.scope == .admin { return true }
    guard case .person(let person) = caller else { return false }
    return token.person == person.signedIn.person.id
  }
}

/// What a body says about a token that is to be made.
///
/// NB: read outside of the asynchronous closure, in which Swift 6.3's optimizer crashes on it.
private struct TokenOrder {
  let name: String
  let scopes: [Scope]
  let expires: Int?
  /// The person whose the token shall be; nil for a robot's.
  let person: String?
  let application: String?
  let environment: String?

  init(_ call: Call) throws {
    let object = try call.object()
    name = try call.title("name", in: object)
    scopes = try Self.scopes(object)
    expires = try Self.expiry(object, after: call.now)
    application = try Self.limit("application", object)
    environment = try Self.limit("environment", object)
    person = try Self.owner(object, call)
    guard environment == nil || application != nil else {
      throw Problem.body("`environment` needs `application`, which it belongs to.")
    }
  }

  private static func limit(_ name: StaticString, _ object: JSONView) throws -> String? {
    guard let text = try object.optionalString(name) else { return nil }
    guard Identifiers.isValid(text) else { throw Problem.body("`\(name)` \(Identifiers.rule)") }
    return text
  }

  private static func owner(_ object: JSONView, _ call: Call) throws -> String? {
    let isPerson = if case .person = call.caller { true } else { false }
    switch try object.optionalString("owner") ?? (isPerson ? "me" : "robot") {
    case "robot": return nil
    case "me":
      switch call.caller {
      case .person(let person): return person.signedIn.person.id
      case .program(let program):
        guard let owner = program.owner else { break }
        return owner.person.id
      case .anyone, .app: break
      }
      throw Problem.body("`owner` cannot be `me`: this token belongs to no person.")
    default: throw Problem.body("`owner` must be `me` or `robot`.")
    }
  }

  private static func scopes(_ object: JSONView) throws -> [Scope] {
    var scopes: Set<Scope> = []
    for element in try object.requiredArray("scopes") {
      guard let scope = Scope(rawValue: try element.requireString()) else {
        throw Problem.body("`scopes` may have read, draft, publish and admin.")
      }
      scopes.insert(scope)
    }
    guard !scopes.isEmpty else { throw Problem.body("`scopes` must name at least one.") }
    return scopes.sorted()
  }

  /// `expiresInDays`, at most ten years.
  private static func expiry(_ object: JSONView, after now: Int) throws -> Int? {
    guard let days = try object.optionalInt("expiresInDays") else { return nil }
    guard (1...3650).contains(days) else {
      throw Problem.body("`expiresInDays` must be from 1 to 3650.")
    }
    return now + days * 86400
  }

  /// Whether the place is there, and the caller may make a token that opens so much of it.
  func check(_ call: Call) async throws {
    let organization = try call.organization
    if let application {
      let found = try await call.store.application(application)
      guard let found, found.organization == organization, call.sees(found) else {
        throw Problem(
          .unknownApplication,
          "There is no application \"\(application)\", or it belongs to somebody else.")
      }
    }
    if let application, let environment {
      let environments = try await call.store.environments(of: application)
      guard environments.contains(where: { $0.name == environment }) else {
        throw Problem(
          .unknownEnvironment, "The application has no environment \"\(environment)\".")
      }
    }
    let needed = person == nil ? Scope.admin : scopes.max() ?? .read
    let own =
      person == nil
      ? call.reach.scope
      : call.caller.scope(in: organization, application: application, environment: environment)
    guard let own, own >= needed else { throw Authorizer.notAllowed(needed, call.caller) }
  }

  func token(_ text: TokenText, _ call: Call) throws -> APIToken {
    APIToken(
      id: text.id, organization: try call.organization, name: name, hash: text.hash,
      scopes: scopes.map(\.rawValue), created: call.now, expires: expires, person: person,
      application: application, environment: environment)
  }
}
