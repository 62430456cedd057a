import FlowCore
import FlowStore
import HTTPTypes

/// The routes for editing a draft and verifying it before publishing.
enum DraftRoutes {
  static let all = [readDraft, replaceDraft, discardDraft, checkDraft, checkDocument]

  private static let draftPath = "/v1/apps/{app}/draft"
  static let environmentQuery = Parameter(
    "environment", "The environment whose builds to verify against; the last one by default.")
  private static let ifMatch = Parameter(
    "If-Match", in: .header, "The `ETag` of the draft that the change is based on.")
  private static let ifNoneMatch = Parameter(
    "If-None-Match", in: .header, "`*` to create the first draft.")

  static let readDraft = Endpoint(
    "readDraft", .get, draftPath, .drafts, .scope(.read),
    "The draft, byte for byte as it was stored",
    responses: [ResponseDeclaration(200, "The document.", .document, headers: [.etag])],
    problems: [.noDraft, .tooManyDocuments]
  ) { request in
    let draft = try await DraftService(request).existing()
    let key = "\(request.applicationID) draft"
    return EndpointResponse(
      200, headers: [.eTag: draft.tag, .contentType: "application/json"],
      body: request.services.sharedBodies.body(draft.body, key: key))
  }

  static let replaceDraft = Endpoint(
    "replaceDraft", .put, draftPath, .drafts, .scope(.draft), "Replaces the draft",
    detail: "The document may be in any of the three formats. Requires `If-Match`, or "
      + "`If-None-Match: *` for the first draft, so that no one overwrites a change that they have "
      + "not seen.",
    parameters: [ifMatch, ifNoneMatch, .pageClient],
    body: RequestBodyDeclaration(.document, limit: RequestBodyDeclaration.documentLimit),
    responses: [
      ResponseDeclaration(200, "The draft was replaced.", .draftRevision, headers: [.etag]),
      ResponseDeclaration(201, "The draft was created.", .draftRevision, headers: [.etag]),
    ],
    problems: [.draftChanged, .preconditionRequired, .quotaReached, .tooManyDocuments]
  ) { request in
    _ = try DocumentLimits.parse(ParsedJSON(request.body).root)
    let service = DraftService(request)
    let (revision, isNew) = try await service.baseRevision()
    let draft = try await service.replace(revision, with: request.body)
    return .json(
      [
        "revision": .number(JSONNumber(draft.revision)),
        "updated": .string(Timestamp.string(draft.updated)),
      ],
      status: isNew ? 201 : 200, headers: [.eTag: draft.tag])
  }

  static let discardDraft = Endpoint(
    "discardDraft", .delete, draftPath, .drafts, .scope(.draft), "Discards the draft",
    detail: "Releases are not affected.",
    parameters: [
      Parameter(
        "If-Match", in: .header, isRequired: true, "The `ETag` of the draft."),
      .pageClient,
    ],
    responses: [ResponseDeclaration(204, "The draft was discarded.")],
    problems: [.noDraft, .draftChanged, .preconditionRequired]
  ) { request in
    let service = DraftService(request)
    let draft = try await service.existing()
    try service.checkMatch(draft)
    try await service.remove(draft.revision)
    return .noContent
  }

  static let checkDraft = Endpoint(
    "checkDraft", .get, draftPath + "/findings", .drafts, .scope(.read),
    "Verifies the draft", detail: "Verified against the builds in use in the environment.",
    parameters: [environmentQuery],
    responses: [
      ResponseDeclaration(200, "The findings, errors first.", .findings, headers: [.etag])
    ],
    problems: [.noDraft, .unknownEnvironment, .tooManyDocuments]
  ) { request in
    let draft = try await DraftService(request).existing()
    let json = try await findings(FlowDocument(parsing: draft.body), request)
    return .json(json, headers: [.eTag: draft.tag])
  }

  static let checkDocument = Endpoint(
    "checkDocument", .post, "/v1/apps/{app}/verification", .drafts, .scope(.read),
    "Verifies a document", detail: "Nothing is stored.", parameters: [environmentQuery],
    body: RequestBodyDeclaration(.document, limit: RequestBodyDeclaration.documentLimit),
    responses: [ResponseDeclaration(200, "The findings, errors first.", .findings)],
    problems: [.unknownEnvironment, .tooManyDocuments]
  ) { request in
    .json(try await findings(DocumentLimits.parse(ParsedJSON(request.body).root), request))
  }

  private static func findings(_ document: FlowDocument, _ request: EndpointRequest) async throws
    -> JSON
  {
    let environment = try await environment(request)
    let findings = try await Publisher(request.services).findings(
      document, application: request.applicationID, environment: environment)
    let errors = findings.count { $0.severity == .error }
    return [
      "environment": .string(environment), "errors": .number(JSONNumber(errors)),
      "warnings": .number(JSONNumber(findings.count - errors)),
      "findings": .array(findings.map(\.json)),
    ]
  }

  /// The environment in the query; by default the last one.
  private static func environment(_ request: EndpointRequest) async throws -> String {
    let names = try await request.store.environments(of: request.applicationID).map(\.name)
    let name = request.query["environment"] ?? names.last ?? ""
    guard names.contains(name) else {
      throw Problem(
        .unknownEnvironment, "The application has no environment \"\(name.prefix(80))\".")
    }
    return name
  }
}
