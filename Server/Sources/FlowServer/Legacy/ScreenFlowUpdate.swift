import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// `PUT …/screenFlow`: the report's way to publish, by the rules of `/v1`.
struct ScreenFlowUpdate {
  private let request: EndpointRequest
  /// The current release; nil before the first.
  private let live: StoredRelease?
  private let rows: FlowDocument
  private let acceptsWarnings: Bool
  /// Whether the request says what it is based on.
  private let isBased: Bool

  /// Reads the request.
  ///
  /// - Throws: `malformed-body`, or `flow-changed` if it is based on another release than is live.
  init(_ request: EndpointRequest) async throws {
    self.request = request
    live = ScreenFlow.release(request)
    let parsed = try ParsedJSON(request.body)
    guard try DocumentFormat(of: parsed.root) == .flowMagic else {
      throw Problem.body("The body must be a document with `id` and `screenFlow`.")
    }
    try Self.checkApplication(parsed.root, request)
    acceptsWarnings =
      try parsed.root.optionalBool("acceptWarnings") ?? (request.query["acceptWarnings"] == "true")
    isBased = try Self.checkBase(parsed.root, request, live)
    var rows = try DocumentLimits.document(parsed.root)
    ScreenFlow.dropResponseMembers(&rows)
    let screens = try await ScreenList(declaredIn: request)
    let flow = try live.map { try FlowDocument(parsing: $0.body) }?.flows.first
    self.rows = try ScreenFlowSpelling(live: flow, screens: screens).spelled(rows)
  }

  /// Refuses the screen flow of another application, which was read there and sent here.
  private static func checkApplication(_ body: JSONView, _ request: EndpointRequest) throws {
    let application = request.applicationID
    guard let id = try body.optionalString("id"), id.lowercased() != application.lowercased() else {
      return
    }
    throw Problem.body(
      "The body's `id` is \"\(id.prefix(64))\", and the path's application is \"\(application)\". "
        + "Nothing was changed, because this is the screen flow of another application: send it "
        + "to that one's path, or \"\(application)\" as its `id`.")
  }

  /// Compares what the change is based on, as far as the request says so.
  ///
  /// - Returns: Whether it says so.
  private static func checkBase(
    _ body: JSONView, _ request: EndpointRequest, _ live: StoredRelease?
  ) throws -> Bool {
    var checks: [Bool] = []
    if let header = request.headers[.ifMatch] {
      let tags = header.split(separator: ",").map { $0.filter { $0 != " " } }
      checks.append(tags.contains { $0 == "*" ? live != nil : $0 == ScreenFlow.tag(live) })
    }
    // The values of GET that come back in the body.
    if let number = try body.optionalInt("release") { checks.append(number == live?.number ?? 0) }
    if let text = try body.optionalString("lastUpdatedOn") {
      checks.append(text == live.map { Timestamp.text($0.published) })
    }
    guard checks.allSatisfy(\.self) else { throw changed(live) }
    return !checks.isEmpty
  }

  private static func changed(_ live: StoredRelease?) -> Problem {
    let current = live.map { "release \($0.number), published by \($0.author.name)" }
    return Problem(
      .flowChanged,
      "The screen flow was changed in the meantime: live is \(current ?? "nothing yet"). Read it "
        + "again, and make your change to that.", headers: [.eTag: ScreenFlow.tag(live)])
  }

  /// Publishes the change, if it is one, and makes it in the draft too.
  ///
  /// - Throws: `findings` for errors; `warnings` for those that the live release does not have,
  ///   unless they are accepted; if someone else has published meanwhile, `flow-changed` for a
  ///   request that says what it is based on, and `conflict` for one that does not.
  func publish() async throws -> EndpointResponse {
    // Without rows there is no flow to merge; the verifier says so, as it does for `/v1`.
    guard let live, rows.flows.first?.steps.isEmpty == false else {
      return try await publish(rows, strandings: [])
    }
    let change = try ScreenFlowChange(rows, to: live)
    let document = change.applied(to: change.live)
    guard try await isChange(from: change.live, to: document) else {
      return try ScreenFlow.reply(request.applicationID, live)
    }
    let strandings = try await Publisher(request.services).check(for: request.applicationID) {
      change.strandings(in: document)
    }
    let reply = try await publish(document, strandings: strandings)
    try await changeDraft(change)
    return reply
  }

  private func publish(_ document: FlowDocument, strandings: [Finding]) async throws
    -> EndpointResponse
  {
    let publisher = Publisher(request.services)
    if !acceptsWarnings { try await checkWarnings(document, strandings, publisher) }
    var publication = Publisher.Request(
      organization: try request.organization, application: request.applicationID,
      environment: ScreenFlow.environment, document: document, note: "",
      author: request.principal.actor, acceptsWarnings: true, replaces: live?.number ?? 0)
    // Ports are compared with what is live above: only those that this request opens are refused.
    publication.raisesOpenPorts = false
    do {
      let release = try await publisher.publish(publication)
      return try ScreenFlow.reply(request.applicationID, release)
    } catch let error as StoreError where error.code == .conflict && isBased {
      // It came first when it was compared, and second when it was to be published.
      throw Self.changed(
        try await request.store.currentRelease(
          of: request.applicationID, environment: ScreenFlow.environment))
    }
  }

  /// Refuses warnings that the live release does not have.
  private func checkWarnings(
    _ document: FlowDocument, _ strandings: [Finding], _ publisher: Publisher
  ) async throws {
    var old: [Finding] = []
    if let live {
      old = try await findings(try FlowDocument(parsing: live.body), publisher)
    }
    let found = try await findings(document, publisher)
    // Errors are the publisher's to report.
    guard !found.contains(where: { $0.severity == .error }) else { return }
    let warnings = (found + strandings.filter { !found.contains($0) }).filter { finding in
      // This format cannot say that a flow ends.
      finding.code != .flowNeverEnds
        && !old.contains { $0.code == finding.code && $0.location == finding.location }
    }
    guard warnings.isEmpty else {
      throw Problem(
        .warnings,
        "Users could be stranded: there \(warnings.count == 1 ? "is 1" : "are \(warnings.count)") "
          + "new \(warnings.count == 1 ? "warning" : "warnings"); nothing was published. Send the "
          + "rows that are missing, or `\"acceptWarnings\": true`.", findings: warnings)
    }
  }

  private func findings(
    _ document: FlowDocument, _ publisher: Publisher
  ) async throws -> [Finding] {
    try await publisher.findings(
      document, application: request.applicationID, environment: ScreenFlow.environment,
      raisesOpenPorts: false)
  }

  private func isChange(from old: FlowDocument, to new: FlowDocument) async throws -> Bool {
    try await Publisher(request.services).check(for: request.applicationID) {
      !old.changes(to: new).isEmpty
    }
  }

  /// Makes the same change in the draft, so that publishing the draft later does not undo it.
  private func changeDraft(_ change: ScreenFlowChange) async throws {
    // Someone who edits the draft right now may come first; then it is read again.
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
