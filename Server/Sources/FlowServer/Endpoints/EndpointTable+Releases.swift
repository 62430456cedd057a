import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Publishing, bringing back, and what was published.
  static let releases = [publishRelease, rollBack, listReleases, readDocument, compareReleases]

  private static let environment = "/v1/apps/{app}/environments/{env}"

  static let publishRelease = Endpoint(
    "publishRelease", .post, environment + "/releases", .releases, .scope(.publish),
    "Publishes the draft, or the document in the body",
    detail:
      "Checks it against all builds in use first. With `If-Match` the draft is published only "
      + "if it is still that revision; with `replaces`, only if that release is still current.",
    parameters: [
      Parameter("If-Match", in: .header, "The `ETag` of the draft that is meant."), .pageClient,
    ],
    body: RequestBodyDeclaration(.publishing, limit: RequestBodyDeclaration.documentLimit),
    answers: [
      AnswerDeclaration(201, "It is live.", .release, headers: [.location])
    ],
    problems: [.noDraft, .draftChanged, .findings, .warnings, .conflict]
  ) { call in
    let request = try PublishRequest(call)
    return try await publish(
      try await documentToPublish(request, call), call, note: request.note,
      acceptsWarnings: request.acceptsWarnings, replaces: request.replaces)
  }

  /// What a body says about publishing.
  ///
  /// NB: read outside of the asynchronous closure, in which Swift 6.3's optimizer crashes on it.
  private struct PublishRequest {
    let document: FlowDocument?
    let note: String
    let acceptsWarnings: Bool
    let replaces: Int?

    init(_ call: Call) throws {
      let object = try call.object()
      acceptsWarnings = try object.optionalBool("acceptWarnings") ?? false
      note = try call.note(in: object)
      replaces = try object.optionalInt("replaces")
      document = try object.optional("document").map { try FlowDocument($0) }
      guard replaces ?? 0 >= 0 else { throw Problem.body("`replaces` must be a release's number.") }
    }
  }

  private static func documentToPublish(
    _ request: PublishRequest, _ call: Call
  ) async throws -> FlowDocument {
    if let document = request.document { return document }
    let desk = DraftService(call)
    let draft = try await desk.present()
    if call.headers[.ifMatch] != nil { try desk.checkMatch(draft) }
    return try FlowDocument(parsing: draft.body)
  }

  private static func publish(
    _ document: FlowDocument, _ call: Call, note: String, acceptsWarnings: Bool,
    rollbackOf: Int? = nil, replaces: Int? = nil
  ) async throws -> Reply {
    let release = try await Publisher(call.services).publish(
      Publisher.Order(
        organization: try call.organization, application: call.applicationID,
        environment: call.path("env"), document: document, note: note, author: call.caller.name,
        acceptsWarnings: acceptsWarnings, rollbackOf: rollbackOf, replaces: replaces,
        client: try call.pageID))
    let location = "/v1/apps/\(release.application)/releases/\(release.number)"
    return .json(release.json, status: 201, headers: [.location: location])
  }

  static let rollBack = Endpoint(
    "rollBack", .post, environment + "/rollback", .releases, .scope(.publish),
    "Makes an earlier release current again",
    detail: "As a new release with the old content, because numbers only rise. What builds in use "
      + "lack today is an error here too.",
    parameters: [.pageClient], body: RequestBodyDeclaration(.rollback),
    answers: [AnswerDeclaration(201, "It is live again.", .release, headers: [.location])],
    problems: [.unknownRelease, .findings, .conflict]
  ) { call in
    let object = try call.object()
    let number = try object.requiredInt("to")
    let note = try call.note(in: object)
    let old = try await call.store.release(number, of: call.applicationID)
    guard let old, old.environment == call.path("env") else {
      throw Problem(
        .unknownRelease, "Release \(number) was never live in \"\(call.path("env"))\".")
    }
    return try await publish(
      try FlowDocument(parsing: old.body), call, note: note, acceptsWarnings: true,
      rollbackOf: number)
  }

  static let listReleases = Endpoint(
    "listReleases", .get, "/v1/apps/{app}/releases", .releases, .scope(.read),
    "What was published, newest first",
    parameters: [
      Parameter("environment", "Only releases of this environment."), limit, cursor,
    ],
    answers: [AnswerDeclaration(200, "The releases, without their documents.", .releases)]
  ) { call in
    let limit = try call.limit
    let releases = try await call.store.releases(
      of: call.applicationID, environment: call.query["environment"], before: try call.cursor,
      limit: limit)
    let next = releases.count == limit ? releases.last?.number : nil
    return .json([
      "releases": .array(releases.map(\.json)), "next": next.map(Call.cursor) ?? .null,
    ])
  }

  static let readDocument = Endpoint(
    "readDocument", .get, "/v1/apps/{app}/releases/{number}", .releases, .appOrScope(.read),
    "A release's document, its exact bytes",
    detail: "It never changes: keep it for ever. An app's key opens its environment's releases.",
    answers: [
      AnswerDeclaration(200, "The document.", .document, headers: [.etag, .cacheControl])
    ],
    problems: [.unknownRelease]
  ) { call in
    let release = try await release(call, call.pathInteger("number"))
    return .bytes(
      release.body,
      headers: [
        .cacheControl: "public, max-age=31536000, immutable", .eTag: "\"\(release.number)\"",
      ])
  }

  static let compareReleases = Endpoint(
    "compareReleases", .get, "/v1/apps/{app}/releases/{number}/diff", .releases, .scope(.read),
    "What a release changed, in words",
    parameters: [
      Parameter(
        "from", kind: .integer(1...Int.max),
        "The release to compare with; the one before in the same environment if it is not given.")
    ],
    answers: [AnswerDeclaration(200, "The changes.", .changes)], problems: [.unknownRelease]
  ) { call in
    let new = try await release(call, call.pathInteger("number"))
    let from = try call.integer("from", in: 1...Int.max)
    let old: StoredRelease?
    if let from {
      old = try await release(call, from)
    } else {
      old = try await predecessor(of: new, call)
    }
    let before = try old.map { try FlowDocument(parsing: $0.body) } ?? FlowDocument()
    let changes = before.changes(to: try FlowDocument(parsing: new.body))
    return .json([
      "from": old.map { .number(JSONNumber($0.number)) } ?? .null,
      "to": .number(JSONNumber(new.number)), "changes": .array(changes.map(\.json)),
    ])
  }

  private static func predecessor(
    of release: StoredRelease, _ call: Call
  ) async throws -> StoredRelease? {
    let before = try await call.store.releases(
      of: release.application, environment: release.environment, before: release.number, limit: 1)
    guard let number = before.first?.number else { return nil }
    return try await call.store.release(number, of: release.application)
  }

  private static func release(_ call: Call, _ number: Int?) async throws -> StoredRelease {
    let problem = Problem(.unknownRelease, "The application has no such release.")
    guard let number, number > 0 else { throw problem }
    guard let release = try await call.store.release(number, of: call.path("app")) else {
      throw problem
    }
    if case .app(let key) = call.caller, key.environment != release.environment { throw problem }
    return release
  }
}
