import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Who may do what, and who did what.
  static let access = [
    whoAmI, listSDKKeys, addSDKKey, endSDKKey, listTokens, addToken, endToken, readAudit,
  ]

  static let whoAmI = Endpoint(
    "whoAmI", .get, "/v1/me", .access, .token(.read), "What this token is",
    answers: [AnswerDeclaration(200, "The token and its organization.", .me)]
  ) { call in
    guard case .program(let token) = call.caller else {
      throw Problem(.notSignedIn, "This needs an API token.")
    }
    let organizations = try await call.store.organizations()
    let name = organizations.first { $0.id == token.organization }?.name ?? token.organization
    return .json([
      "kind": "token", "id": .string(token.id), "name": .string(token.name),
      "organization": ["id": .string(token.organization), "name": .string(name)],
      "scopes": .array(
        Scope.allCases.filter { $0 <= call.caller.scope ?? .read }.map { .string($0.rawValue) }),
    ])
  }

  static let listSDKKeys = Endpoint(
    "listSDKKeys", .get, "/v1/apps/{app}/sdk-keys", .access, .token(.read),
    "The application's SDK keys, newest first, ended ones too",
    answers: [AnswerDeclaration(200, "The keys.", .sdkKeys)]
  ) { call in
    let keys = try await call.store.sdkKeys(of: call.applicationID)
    let trusted = await call.services.live.publicKey
    return .json(["keys": .array(keys.map { $0.json(trusting: trusted) })])
  }

  static let addSDKKey = Endpoint(
    "addSDKKey", .post, "/v1/apps/{app}/sdk-keys", .access, .token(.admin),
    "Makes a publishable key for an environment",
    detail: "It is no secret: it reads releases and sends events of one environment.",
    body: RequestBodyDeclaration(.newSDKKey),
    answers: [AnswerDeclaration(201, "The key.", .sdkKey)], problems: [.unknownEnvironment]
  ) { call in
    let object = try call.object()
    let environment = try call.id("environment", in: object)
    let environments = try await call.store.environments(of: call.applicationID)
    guard environments.contains(where: { $0.name == environment }) else {
      throw Problem(.unknownEnvironment, "The application has no environment \"\(environment)\".")
    }
    let key = StoredSDKKey(
      id: SDKKeyText.newID(), application: call.applicationID, environment: environment,
      name: try call.title("name", in: object), created: call.now)
    let audit = try call.audit(
      "sdk-key.added", environment: environment,
      detail: ["id": .string(key.id), "name": .string(key.name)])
    try await call.store.add(key, audit: audit)
    call.services.hub.addKey(key.id, application: key.application, environment: environment)
    return .json(key.json(trusting: await call.services.live.publicKey), status: 201)
  }

  static let endSDKKey = Endpoint(
    "endSDKKey", .delete, "/v1/apps/{app}/sdk-keys/{id}", .access, .token(.admin),
    "Ends a key; its streams are closed",
    answers: [AnswerDeclaration(204, "The key opens nothing any more.")], problems: [.unknownKey]
  ) { call in
    let id = SDKKeyText.id(call.path("id")) ?? ""
    let keys = try await call.store.sdkKeys(of: call.applicationID)
    let problem = Problem(.unknownKey, "The application has no such key, or it was ended already.")
    guard let key = keys.first(where: { $0.id == id }) else { throw problem }
    let audit = try call.audit(
      "sdk-key.ended", environment: key.environment,
      detail: ["id": .string(id), "name": .string(key.name)])
    guard try await call.store.revokeSDKKey(id, at: call.now, audit: audit) else { throw problem }
    call.services.hub.revokeKey(id)
    return .done
  }

  static let listTokens = Endpoint(
    "listTokens", .get, "/v1/tokens", .access, .token(.admin),
    "The organization's API tokens, newest first, ended ones too",
    answers: [AnswerDeclaration(200, "The tokens, without their secrets.", .tokens)]
  ) { call in
    let tokens = try await call.store.tokens(of: try call.organization)
    return .json(["tokens": .array(tokens.map(\.json))])
  }

  static let addToken = Endpoint(
    "addToken", .post, "/v1/tokens", .access, .token(.admin), "Makes an API token",
    detail: "The answer is the only place where the token is ever shown.",
    body: RequestBodyDeclaration(.newToken),
    answers: [AnswerDeclaration(201, "The token with its secret.", .madeToken)]
  ) { call in
    let object = try call.object()
    let text = TokenText()
    let token = APIToken(
      id: text.id, organization: try call.organization, name: try call.title("name", in: object),
      hash: text.hash, scopes: try scopes(object), created: call.now,
      expires: try expiry(object, after: call.now))
    let audit = try call.audit(
      "token.added",
      detail: ["id": .string(token.id), "name": .string(token.name), "scopes": scopesJSON(token)])
    try await call.store.add(token, audit: audit)
    guard var answer = token.json.object else { return .done }
    answer["token"] = .string(text.text)
    return .json(.object(answer), status: 201)
  }

  private static func scopesJSON(_ token: APIToken) -> JSON {
    .array(token.scopes.map { .string($0) })
  }

  private static func scopes(_ object: JSONView) throws -> [String] {
    var scopes: Set<Scope> = []
    for element in try object.requiredArray("scopes") {
      guard let scope = Scope(rawValue: try element.requireString()) else {
        throw Problem.body("`scopes` may have read, draft, publish and admin.")
      }
      scopes.insert(scope)
    }
    guard !scopes.isEmpty else { throw Problem.body("`scopes` must name at least one.") }
    return scopes.sorted().map(\.rawValue)
  }

  /// `expiresIn` days, at most ten years.
  private static func expiry(_ object: JSONView, after now: Int) throws -> Int? {
    guard let days = try object.optionalInt("expiresInDays") else { return nil }
    guard (1...3650).contains(days) else {
      throw Problem.body("`expiresInDays` must be from 1 to 3650.")
    }
    return now + days * 86400
  }

  static let endToken = Endpoint(
    "endToken", .delete, "/v1/tokens/{id}", .access, .token(.admin), "Ends a token",
    answers: [AnswerDeclaration(204, "The token opens nothing any more.")],
    problems: [.unknownToken]
  ) { call in
    let id = call.path("id")
    let problem = Problem(.unknownToken, "There is no such token, or it was ended already.")
    guard let token = try await call.store.token(id),
      token.organization == (try call.organization)
    else { throw problem }
    let audit = try call.audit(
      "token.ended", detail: ["id": .string(id), "name": .string(token.name)])
    guard try await call.store.revokeToken(id, at: call.now, audit: audit) else { throw problem }
    return .done
  }

  static let readAudit = Endpoint(
    "readAudit", .get, "/v1/audit", .access, .token(.read), "Who changed what, newest first",
    parameters: [
      Parameter("application", "Only changes of this application."), limit, cursor,
    ],
    answers: [AnswerDeclaration(200, "The changes.", .audit)]
  ) { call in
    let limit = try call.limit
    let entries = try await call.store.audit(
      of: try call.organization, application: call.query["application"], before: try call.cursor,
      limit: limit)
    let next = entries.count == limit ? entries.last?.id : nil
    return .json([
      "entries": .array(entries.map(\.json)), "next": next.map(Call.cursor) ?? .null,
    ])
  }
}
