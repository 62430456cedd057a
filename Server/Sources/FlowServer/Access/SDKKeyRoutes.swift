import FlowCore
import FlowStore
import HTTPTypes

/// The routes of SDK keys.
enum SDKKeyRoutes {
  static let all = [listSDKKeys, addSDKKey, revokeSDKKey]

  static let listSDKKeys = Endpoint(
    "listSDKKeys", .get, "/v1/apps/{app}/sdk-keys", .access, .scope(.read),
    "The application's SDK keys, newest first, including the latest revoked ones",
    responses: [ResponseDeclaration(200, "The keys.", .sdkKeys)]
  ) { request in
    let keys = try await request.store.sdkKeys(of: request.applicationID)
    let publicKey = await request.services.signer.publicKey
    return .json(["keys": .array(keys.map { $0.json(publicKey: publicKey) })])
  }

  static let addSDKKey = Endpoint(
    "addSDKKey", .post, "/v1/apps/{app}/sdk-keys", .access, .scope(.admin),
    "Creates an SDK key for an environment",
    detail: "It is not a secret: it can only read the releases of one environment, and send "
      + "events, announcements of builds and pictures of screens.",
    body: RequestBodyDeclaration(.newSDKKey),
    responses: [ResponseDeclaration(201, "The key.", .sdkKey)],
    problems: [.unknownEnvironment, .quotaReached],
    needsRecentSignIn: true
  ) { request in
    let object = try request.object()
    let environment = try request.id("environment", in: object)
    let environments = try await request.store.environments(of: request.applicationID)
    guard environments.contains(where: { $0.name == environment }) else {
      throw Problem(.unknownEnvironment, "The application has no environment \"\(environment)\".")
    }
    let key = StoredSDKKey(
      id: SDKKeyFormat.newID(), application: request.applicationID, environment: environment,
      name: try request.name("name", in: object), created: request.now)
    let audit = try request.audit(
      "sdk-key.added", environment: environment,
      detail: ["id": .string(key.id), "name": .string(key.name)])
    try await request.store.add(key, audit: audit)
    request.services.currentReleases.addKey(
      ServedKey(key, organization: try request.organization))
    return .json(key.json(publicKey: await request.services.signer.publicKey), status: 201)
  }

  static let revokeSDKKey = Endpoint(
    "revokeSDKKey", .delete, "/v1/apps/{app}/sdk-keys/{id}", .access, .scope(.admin),
    "Revokes a key and closes its streams",
    responses: [ResponseDeclaration(204, "The key is no longer valid.")], problems: [.unknownKey],
    needsRecentSignIn: true
  ) { request in
    let id = SDKKeyFormat.id(request.path("id")) ?? ""
    let keys = try await request.store.sdkKeys(of: request.applicationID)
    let problem = Problem(
      .unknownKey, "The application has no such key, or the key is already revoked.")
    guard let key = keys.first(where: { $0.id == id }) else { throw problem }
    let audit = try request.audit(
      "sdk-key.revoked", environment: key.environment,
      detail: ["id": .string(id), "name": .string(key.name)])
    guard try await request.store.revokeSDKKey(id, at: request.now, audit: audit) else {
      throw problem
    }
    request.services.currentReleases.revokeKey(id)
    request.services.purger?.enqueue(application: key.application, environment: key.environment)
    return .noContent
  }
}
