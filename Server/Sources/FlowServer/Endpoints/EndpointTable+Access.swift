import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Who may do what, and who did what.
  static let access = [
    listSDKKeys, addSDKKey, endSDKKey, listTokens, addToken, endToken, readAudit,
  ]

  static let listSDKKeys = Endpoint(
    "listSDKKeys", .get, "/v1/apps/{app}/sdk-keys", .access, .scope(.read),
    "The application's SDK keys, newest first, ended ones too",
    answers: [AnswerDeclaration(200, "The keys.", .sdkKeys)]
  ) { call in
    let keys = try await call.store.sdkKeys(of: call.applicationID)
    let trusted = await call.services.live.publicKey
    return .json(["keys": .array(keys.map { $0.json(trusting: trusted) })])
  }

  static let addSDKKey = Endpoint(
    "addSDKKey", .post, "/v1/apps/{app}/sdk-keys", .access, .scope(.admin),
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
    "endSDKKey", .delete, "/v1/apps/{app}/sdk-keys/{id}", .access, .scope(.admin),
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

  static let readAudit = Endpoint(
    "readAudit", .get, "/v1/audit", .access, .scope(.read), "Who changed what, newest first",
    parameters: [
      .organization, Parameter("application", "Only changes of this application."),
      Parameter("environment", "Only changes of environments of this name."),
      Parameter("actor", "Only what this person or token did, by the whole name."),
      Parameter("action", "Only this action, or all that begin with it if it ends with a dot."),
      Parameter("since", kind: .pattern(Moment.pattern), "The first moment, RFC 3339."),
      Parameter("until", kind: .pattern(Moment.pattern), "The moment behind the last, RFC 3339."),
      limit, cursor,
    ],
    answers: [AnswerDeclaration(200, "The changes.", .audit)]
  ) { call in
    let limit = try call.limit
    let filter = AuditFilter(
      application: call.query["application"], environment: call.query["environment"],
      actor: call.query["actor"], action: call.query["action"], since: try call.moment("since"),
      until: try call.moment("until"))
    let entries = try await call.store.audit(
      of: try call.organization, matching: filter, before: try call.cursor, limit: limit)
    let next = entries.count == limit ? entries.last?.id : nil
    return .json([
      "entries": .array(entries.map(\.json)), "next": next.map(Call.cursor) ?? .null,
    ])
  }
}
