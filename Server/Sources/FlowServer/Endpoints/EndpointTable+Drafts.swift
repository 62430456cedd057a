import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Editing, and checking before publishing.
  static let drafts = [readDraft, replaceDraft, discardDraft, checkDraft, checkDocument]

  private static let draft = "/v1/apps/{app}/draft"
  static let environmentQuery = Parameter(
    "environment", "Whose builds to check against; the last one if it is not given.")
  private static let ifMatch = Parameter(
    "If-Match", in: .header, "The `ETag` of the draft that the change is based on.")
  private static let ifNoneMatch = Parameter(
    "If-None-Match", in: .header, "`*`: there must be no draft yet.")

  static let readDraft = Endpoint(
    "readDraft", .get, draft, .drafts, .scope(.read), "The draft, byte for byte as it was sent",
    answers: [AnswerDeclaration(200, "The document.", .document, headers: [.etag])],
    problems: [.noDraft]
  ) { call in
    let draft = try await DraftService(call).present()
    return .bytes(draft.body, headers: [.eTag: draft.tag])
  }

  static let replaceDraft = Endpoint(
    "replaceDraft", .put, draft, .drafts, .scope(.draft), "Replaces the draft",
    detail: "The document may be in any of the three formats. Without `If-Match`, or "
      + "`If-None-Match: *` for the first draft, nothing is changed: nobody overwrites a change "
      + "that they have not seen.",
    parameters: [ifMatch, ifNoneMatch, .pageClient],
    body: RequestBodyDeclaration(.document, limit: RequestBodyDeclaration.documentLimit),
    answers: [
      AnswerDeclaration(200, "The draft is changed.", .draftRevision, headers: [.etag]),
      AnswerDeclaration(201, "There is a draft now.", .draftRevision, headers: [.etag]),
    ],
    problems: [.draftChanged, .preconditionRequired]
  ) { call in
    _ = try FlowDocument(parsing: call.body)
    let desk = DraftService(call)
    let (revision, isNew) = try await desk.baseRevision()
    let draft = try await desk.replace(revision, with: call.body)
    return .json(
      [
        "revision": .number(JSONNumber(draft.revision)),
        "updated": .string(Moment.text(draft.updated)),
      ],
      status: isNew ? 201 : 200, headers: [.eTag: draft.tag])
  }

  static let discardDraft = Endpoint(
    "discardDraft", .delete, draft, .drafts, .scope(.draft), "Throws the draft away",
    detail: "What is published stays.",
    parameters: [
      Parameter(
        "If-Match", in: .header, isRequired: true, "The `ETag` of the draft that is meant."),
      .pageClient,
    ],
    answers: [AnswerDeclaration(204, "There is no draft any more.")],
    problems: [.noDraft, .draftChanged, .preconditionRequired]
  ) { call in
    let desk = DraftService(call)
    let draft = try await desk.present()
    try desk.checkMatch(draft)
    try await desk.remove(draft.revision)
    return .done
  }

  static let checkDraft = Endpoint(
    "checkDraft", .get, draft + "/findings", .drafts, .scope(.read),
    "What is wrong with the draft", detail: "Checked against the builds in use in the environment.",
    parameters: [environmentQuery],
    answers: [AnswerDeclaration(200, "The findings, errors first.", .findings, headers: [.etag])],
    problems: [.noDraft, .unknownEnvironment]
  ) { call in
    let draft = try await DraftService(call).present()
    let reply = try await findings(FlowDocument(parsing: draft.body), call)
    return .json(reply, headers: [.eTag: draft.tag])
  }

  static let checkDocument = Endpoint(
    "checkDocument", .post, "/v1/apps/{app}/verification", .drafts, .scope(.read),
    "What is wrong with a document", detail: "Nothing is kept.", parameters: [environmentQuery],
    body: RequestBodyDeclaration(.document, limit: RequestBodyDeclaration.documentLimit),
    answers: [AnswerDeclaration(200, "The findings, errors first.", .findings)],
    problems: [.unknownEnvironment]
  ) { call in
    .json(try await findings(FlowDocument(parsing: call.body), call))
  }

  private static func findings(_ document: FlowDocument, _ call: Call) async throws -> JSON {
    let environment = try await environment(call)
    let findings = try await Publisher(call.services).findings(
      document, application: call.applicationID, environment: environment)
    let errors = findings.count { $0.severity == .error }
    return [
      "environment": .string(environment), "errors": .number(JSONNumber(errors)),
      "warnings": .number(JSONNumber(findings.count - errors)),
      "findings": .array(findings.map(\.json)),
    ]
  }

  /// The environment in the query; the last one, which is production, if there is none.
  private static func environment(_ call: Call) async throws -> String {
    let names = try await call.store.environments(of: call.applicationID).map(\.name)
    guard let wanted = call.query["environment"] ?? names.last, names.contains(wanted) else {
      throw Problem(.unknownEnvironment, "The application has no such environment.")
    }
    return wanted
  }
}
