import FlowCore
import FlowStore
import HTTPTypes

/// The routes for publishing, rollback, and the history of releases.
enum ReleaseRoutes {
  static let all = [publishRelease, rollBack, listReleases, readDocument, compareReleases]

  private static let environmentPath = "/v1/apps/{app}/environments/{env}"

  static let publishRelease = Endpoint(
    "publishRelease", .post, environmentPath + "/releases", .releases, .scope(.publish),
    "Publishes the draft, the document in the body, or that of another release",
    detail:
      "Verifies it against all builds in use first; `override` with a reason publishes although "
      + "they cannot show all of it. Warnings in the document's `acceptedFindings` need no "
      + "`acceptWarnings`. In `production` and in the last environment a port that leads nowhere "
      + "is an error. With `If-Match`, the draft is published only if it is still at that "
      + "revision; with `replaces`, only if that release is still current. `release` publishes "
      + "the document of a release of any environment, such as one that was tried in staging. Of "
      + "`document`, `release` and `If-Match`, only one can be used.",
    parameters: [
      Parameter("If-Match", in: .header, "The `ETag` of the draft."), .pageClient,
    ],
    body: RequestBodyDeclaration(.publication, limit: RequestBodyDeclaration.documentLimit),
    responses: [
      ResponseDeclaration(201, "The release is live.", .release, headers: [.location])
    ],
    problems: [
      .noDraft, .draftChanged, .unknownRelease, .findings, .missingAsset, .warnings, .conflict,
      .notRecent, .quotaReached, .tooManyDocuments,
    ]
  ) { request in
    let body = try PublishBody(request)
    let promoted = try await promotedRelease(body, request)
    return try await publish(
      try await documentToPublish(body, promoted, request), request, note: body.note,
      acceptsWarnings: body.acceptsWarnings, promoting: promoted, replaces: body.replaces,
      overrideReason: body.overrideReason)
  }

  /// The body of a request to publish.
  ///
  /// NB: parsed outside of the asynchronous closure, because Swift 6.3's optimizer crashes if it is
  /// parsed there.
  private struct PublishBody {
    let document: FlowDocument?
    /// The number of the release whose document to publish.
    let release: Int?
    let note: String
    let acceptsWarnings: Bool
    let replaces: Int?
    let overrideReason: String?

    init(_ request: EndpointRequest) throws {
      let object = try request.object()
      acceptsWarnings = try object.optionalBool("acceptWarnings") ?? false
      note = try request.note(in: object)
      replaces = try replacedNumber(object)
      overrideReason = try object.optionalString("override").map {
        try BoundedText.checkTitle($0, "`override`", limit: 500)
      }
      release = try object.optionalInt("release")
      document = try object.optional("document").map { try DocumentLimits.parse($0) }
      let choices = [document != nil, release != nil, request.headers[.ifMatch] != nil]
      guard choices.count(where: { $0 }) <= 1 else {
        throw Problem.malformedBody(
          "Of `document`, `release` and `If-Match`, which is for the draft, only one can be used; "
            + "`replaces` can be used with each.")
      }
    }
  }

  /// The number of the release that must still be current; 0 for none, nil for any.
  private static func replacedNumber(_ object: JSONView) throws -> Int? {
    guard let number = try object.optionalInt("replaces") else { return nil }
    guard number >= 0 else { throw Problem.malformedBody("`replaces` must be a release's number.") }
    return number
  }

  /// The release whose document to publish; nil for another document.
  private static func promotedRelease(
    _ body: PublishBody, _ request: EndpointRequest
  ) async throws -> StoredRelease? {
    guard let number = body.release else { return nil }
    return try await release(request, number)
  }

  private static func documentToPublish(
    _ body: PublishBody, _ promoted: StoredRelease?, _ request: EndpointRequest
  ) async throws -> FlowDocument {
    if let promoted { return try FlowDocument(parsing: promoted.body) }
    if let document = body.document { return document }
    let service = DraftService(request)
    let draft = try await service.existing()
    if request.headers[.ifMatch] != nil { try service.checkMatch(draft) }
    return try FlowDocument(parsing: draft.body)
  }

  private static func publish(
    _ document: FlowDocument, _ request: EndpointRequest, note: String, acceptsWarnings: Bool,
    rollbackOf: Int? = nil, promoting promoted: StoredRelease? = nil, replaces: Int? = nil,
    overrideReason: String? = nil
  ) async throws -> EndpointResponse {
    try await request.requireRecentSignIn(toPublishTo: request.path("env"))
    var publication = Publisher.Request(
      organization: try request.organization, application: request.applicationID,
      environment: request.path("env"), document: document, note: note,
      author: request.principal.actor,
      acceptsWarnings: acceptsWarnings, rollbackOf: rollbackOf, replaces: replaces,
      client: try request.pageID)
    publication.overrideReason = overrideReason
    publication.promotedRelease = promoted
    let release = try await Publisher(request.services).publish(publication)
    let location = "/v1/apps/\(release.application)/releases/\(release.number)"
    return .json(release.json, status: 201, headers: [.location: location])
  }

  static let rollBack = Endpoint(
    "rollBack", .post, environmentPath + "/rollback", .releases, .scope(.publish),
    "Rolls back to an earlier release",
    detail:
      "Creates a new release with the old content, because release numbers only increase. A release"
      + " that was live before is never refused, whatever the builds in use lack today; the audit "
      + "log records the number of errors. With the number of the current release, it is published "
      + "again, which the audit log records as `release.republished`.",
    parameters: [.pageClient], body: RequestBodyDeclaration(.rollback),
    responses: [
      ResponseDeclaration(201, "The release is live again.", .release, headers: [.location])
    ],
    problems: [.unknownRelease, .conflict, .notRecent, .tooManyDocuments]
  ) { request in
    let object = try request.object()
    let number = try object.requiredInt("to")
    let note = try request.note(in: object)
    let replaces = try replacedNumber(object)
    let old = try await request.store.release(number, of: request.applicationID)
    guard let old, old.environment == request.path("env") else {
      throw Problem(
        .unknownRelease, "Release \(number) was never live in \"\(request.path("env"))\".")
    }
    return try await publish(
      try FlowDocument(parsing: old.body), request, note: note, acceptsWarnings: true,
      rollbackOf: number, replaces: replaces)
  }

  static let listReleases = Endpoint(
    "listReleases", .get, "/v1/apps/{app}/releases", .releases, .scope(.read),
    "The releases, newest first",
    parameters: [
      Parameter("environment", "Only releases of this environment."), .limit, .cursor,
    ],
    responses: [ResponseDeclaration(200, "The releases, without their documents.", .releases)]
  ) { request in
    let limit = try request.limit
    let releases = try await request.store.releases(
      of: request.applicationID, environment: request.query["environment"],
      before: try request.cursor,
      limit: limit)
    let next = releases.count == limit ? releases.last?.number : nil
    return .json([
      "releases": .array(releases.map(\.json)), "next": next.map(EndpointRequest.cursor) ?? .null,
    ])
  }

  static let readDocument = Endpoint(
    "readDocument", .get, "/v1/apps/{app}/releases/{number}", .releases, .appOrScope(.read),
    "A release's document, its exact bytes",
    detail:
      "Immutable: with an SDK key, which reads the releases of its environment, it can be cached "
      + "forever. With a token or a session, revalidate with `If-None-Match`; only then does "
      + "it contain `acceptedFindings` and `screenTemplates`, which apps are not served.",
    parameters: [
      Parameter("If-None-Match", in: .header, "The `ETag` of the cached document.")
    ],
    responses: [
      ResponseDeclaration(200, "The document.", .document, headers: [.etag, .cacheControl, .vary]),
      ResponseDeclaration(
        304, "The document has not changed.", headers: [.etag, .cacheControl, .vary]),
    ],
    problems: [.unknownRelease, .tooManyDocuments]
  ) { request in
    let release = try await release(request, request.pathInteger("number"))
    var headers = ReleaseCaching.headers(ReleaseCaching.numbered, for: request.principal)
    let tag = "\"\(release.number)\""
    headers[.eTag] = tag
    let ifNoneMatch = request.headers[.ifNoneMatch]
    if let ifNoneMatch, EntityTags.matches(ifNoneMatch, tag: tag) {
      return EndpointResponse(304, headers: headers)
    }
    headers[.contentType] = "application/json"
    let isForApp = request.principal.sdkKey != nil
    let body = isForApp ? try ServedDocument.bytes(release.body) : release.body
    let key = "\(request.path("app")) \(release.number)\(isForApp ? " served" : "")"
    return EndpointResponse(
      200, headers: headers, body: request.services.sharedBodies.body(body, key: key))
  }

  static let compareReleases = Endpoint(
    "compareReleases", .get, "/v1/apps/{app}/releases/{number}/diff", .releases, .scope(.read),
    "The changes of a release, as sentences",
    parameters: [
      Parameter(
        "from", format: .integer(1...Int.max),
        "The release to compare with; by default the previous one of the same environment.")
    ],
    responses: [ResponseDeclaration(200, "The changes.", .changes)],
    problems: [.unknownRelease, .tooManyDocuments]
  ) { request in
    let new = try await release(request, request.pathInteger("number"))
    let from = try request.integer("from", in: 1...Int.max)
    let old: StoredRelease?
    if let from {
      old = try await release(request, from)
    } else {
      old = try await predecessor(of: new, request)
    }
    let changes = try await Publisher(request.services).check(for: new.application) { [old] in
      let before = try old.map { try FlowDocument(parsing: $0.body) } ?? FlowDocument()
      return before.changes(to: try FlowDocument(parsing: new.body))
    }
    return .json([
      "from": old.map { .number(JSONNumber($0.number)) } ?? .null,
      "to": .number(JSONNumber(new.number)), "changes": .array(changes.map(\.json)),
    ])
  }

  private static func predecessor(
    of release: StoredRelease, _ request: EndpointRequest
  ) async throws -> StoredRelease? {
    let before = try await request.store.releases(
      of: release.application, environment: release.environment, before: release.number, limit: 1)
    guard let number = before.first?.number else { return nil }
    return try await request.store.release(number, of: release.application)
  }

  private static func release(_ request: EndpointRequest, _ number: Int?) async throws
    -> StoredRelease
  {
    let problem = Problem(.unknownRelease, "The application has no such release.")
    guard let number, number > 0 else { throw problem }
    guard let release = try await request.store.release(number, of: request.path("app")) else {
      throw problem
    }
    if case .app(let key) = request.principal, key.environment != release.environment {
      throw problem
    }
    return release
  }
}
