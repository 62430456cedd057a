import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// `PUT …/screenFlow`: publishes through the legacy API, with the rules of `/v1`.
struct ScreenFlowUpdate {
  private let request: EndpointRequest
  /// The current release; nil before the first.
  private let live: StoredRelease?
  private let rows: FlowDocument
  private let acceptsWarnings: Bool
  /// Whether the request states which release it is based on.
  private let hasPrecondition: Bool

  /// Reads the request.
  ///
  /// - Throws: `malformed-body`, or `flow-changed` if it is based on a release other than the
  ///   current one.
  init(_ request: EndpointRequest) async throws {
    self.request = request
    live = ScreenFlow.release(request)
    let parsed = try ParsedJSON(request.body)
    guard try DocumentFormat(of: parsed.root) == .flowMagic else {
      throw Problem.malformedBody("The body must be a document with `id` and `screenFlow`.")
    }
    try Self.checkApplication(parsed.root, request)
    acceptsWarnings =
      try parsed.root.optionalBool("acceptWarnings") ?? (request.query["acceptWarnings"] == "true")
    let preconditions = try Self.preconditionResults(parsed.root, request, live)
    guard preconditions.allSatisfy(\.self) else {
      var current: StoredRelease?
      if let live { current = try await request.store.listed(live) }
      throw Self.flowChanged(current)
    }
    hasPrecondition = !preconditions.isEmpty
    var rows = try DocumentLimits.parse(parsed.root)
    ScreenFlow.dropResponseMembers(&rows)
    let screens = try await ScreenList(declaredIn: request)
    let flow = try live.map { try FlowDocument(parsing: $0.body) }?.flows.first
    self.rows = try ScreenFlowNormalizer(live: flow, screens: screens).normalized(rows)
  }

  /// Rejects a screen flow that was read from another application.
  private static func checkApplication(_ body: JSONView, _ request: EndpointRequest) throws {
    let application = request.applicationID
    guard let id = try body.optionalString("id"), id.lowercased() != application.lowercased() else {
      return
    }
    throw Problem.malformedBody(
      "The body's `id` is \"\(id.prefix(64))\", but the path's application is \"\(application)\". "
        + "Nothing was changed. Send the screen flow to its own application's path, or use "
        + "\"\(application)\" as its `id`.")
  }

  /// Compares the current release with the one that the request is based on, if it states that.
  ///
  /// - Returns: For each header or member that states it, whether that release is the current one.
  private static func preconditionResults(
    _ body: JSONView, _ request: EndpointRequest, _ live: StoredRelease?
  ) throws -> [Bool] {
    var results: [Bool] = []
    if let header = request.headers[.ifMatch] {
      let tags = header.split(separator: ",").map { $0.filter { $0 != " " } }
      results.append(tags.contains { $0 == "*" ? live != nil : $0 == ScreenFlow.tag(live) })
    }
    if let header = request.headers[.ifNoneMatch] {
      results.append(live == nil || !EntityTags.matches(header, tag: ScreenFlow.tag(live)))
    }
    // Values that `GET` returned and that the client sends back in the body.
    if let number = try body.optionalInt("release") { results.append(number == live?.number ?? 0) }
    if let text = try body.optionalString("lastUpdatedOn") {
      results.append(text == live.map { Timestamp.string($0.published) })
    }
    return results
  }

  private static func flowChanged(_ live: StoredRelease?) -> Problem {
    let current = live.map { "release \($0.number), published by \($0.author.name), is live" }
    return Problem(
      .flowChanged,
      "The screen flow was changed in the meantime: \(current ?? "no release is live"). Read it "
        + "again, and apply your change to that.", headers: [.eTag: ScreenFlow.tag(live)])
  }

  /// Publishes the change, if there is one, and applies it to the draft too.
  ///
  /// - Throws: `findings` for errors; `warnings` for warnings that the current release does not
  ///   have and that are not accepted; if someone else has published meanwhile, `flow-changed` for
  ///   a request that states its base, and `conflict` otherwise.
  func publish() async throws -> EndpointResponse {
    // Without rows there is no flow to merge; the verifier reports that, as for `/v1`.
    guard let live, rows.flows.first?.steps.isEmpty == false else {
      return try await publish(rows, deadEnds: [])
    }
    let change = try ScreenFlowChange(rows, to: live)
    let document = change.applied(to: change.live)
    guard try await isChange(from: change.live, to: document) else {
      return try ScreenFlow.response(request.applicationID, live)
    }
    let deadEnds = try await Publisher(request.services).check(for: request.applicationID) {
      change.deadEnds(in: document)
    }
    let response = try await publish(document, deadEnds: deadEnds)
    // The release is live, so the draft is changed too, even if the client has disconnected.
    try await ClientConnectionState.$current.withValue(nil) { try await changeDraft(change) }
    return response
  }

  private func publish(_ document: FlowDocument, deadEnds: [Finding]) async throws
    -> EndpointResponse
  {
    let publisher = Publisher(request.services)
    if !acceptsWarnings { try await checkWarnings(document, deadEnds, publisher) }
    var publication = Publisher.Request(
      organization: try request.organization, application: request.applicationID,
      environment: ScreenFlow.environment, document: document, note: "",
      author: request.principal.actor, acceptsWarnings: true, replaces: live?.number ?? 0)
    // Ports without a route were compared with the current release above, so only new ones are
    // rejected.
    publication.escalatesUnroutedPorts = false
    do {
      let release = try await publisher.publish(publication)
      return try ScreenFlow.response(request.applicationID, release)
    } catch let error as StoreError where error.code == .conflict && hasPrecondition {
      // Another release was published between the comparison and this publication.
      throw Self.flowChanged(
        try await request.store.currentRelease(
          of: request.applicationID, environment: ScreenFlow.environment))
    }
  }

  /// Rejects warnings that the current release does not have.
  private func checkWarnings(
    _ document: FlowDocument, _ deadEnds: [Finding], _ publisher: Publisher
  ) async throws {
    var old: [Finding] = []
    if let live {
      old = try await findings(try FlowDocument(parsing: live.body), publisher)
    }
    let new = try await findings(document, publisher)
    // Errors are reported by the publisher.
    guard !new.contains(where: { $0.severity == .error }) else { return }
    let warnings = (new + deadEnds.filter { !new.contains($0) }).filter { finding in
      // The format cannot represent the end of a flow.
      finding.code != .flowNeverEnds
        && !old.contains { $0.code == finding.code && $0.location == finding.location }
    }
    guard warnings.isEmpty else {
      throw Problem(
        .warnings,
        "Users could be stranded: there \(warnings.count == 1 ? "is 1" : "are \(warnings.count)") "
          + "new \(warnings.count == 1 ? "warning" : "warnings"); nothing was published. Send the "
          + "missing rows, or `\"acceptWarnings\": true`.", findings: warnings)
    }
  }

  private func findings(
    _ document: FlowDocument, _ publisher: Publisher
  ) async throws -> [Finding] {
    try await publisher.findings(
      document, application: request.applicationID, environment: ScreenFlow.environment,
      escalatesUnroutedPorts: false)
  }

  private func isChange(from old: FlowDocument, to new: FlowDocument) async throws -> Bool {
    try await Publisher(request.services).check(for: request.applicationID) {
      !old.changes(to: new).isEmpty
    }
  }

  /// Applies the same change to the draft, so that publishing the draft later does not undo it.
  private func changeDraft(_ change: ScreenFlowChange) async throws {
    // On a conflict with a concurrent edit, the draft is read again.
    for attempt in 1... {
      guard let draft = try await request.store.draft(of: request.applicationID) else { return }
      let parsed = try ParsedJSON(draft.body)
      let document = try FlowDocument(parsed.root)
      let changed = change.applied(to: document)
      guard try await isChange(from: document, to: changed) else { return }
      let conversion = changed.converted(to: try DocumentFormat(of: parsed.root))
      let json = conversion.losses.isEmpty ? conversion.json : changed.json
      do {
        _ = try await DraftService(request).replace(
          draft.revision, with: json.utf8(.pretty) + [UInt8(ascii: "\n")])
        return
      } catch let problem as Problem where problem.code == .draftChanged && attempt < 5 {
        continue
      }
    }
  }
}
