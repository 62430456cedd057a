import FlowCore

/// Makes releases of one application in one environment: looks at the difference, asks, publishes.
struct ReleaseService {
  let session: RemoteSession
  let app: String
  let environment: RemoteSession.Environment

  /// What is to be published.
  struct Order {
    /// The document, with its text for line numbers.
    let loaded: LoadedDocument
    /// The draft's tag if it is the draft that is published; nil for a document that is sent along.
    var draft: String?
    var note: String?
    var acceptsWarnings = false
  }

  /// What publishing gave.
  struct Result {
    let release: JSON
    let took: Duration

    var number: Int { release["number"]?.wholeNumber ?? 0 }
  }

  /// What is live now; nil before the first release.
  func current() async throws -> LoadedDocument? {
    guard let number = environment.current else { return nil }
    return try session.loaded(try await session.release(number, of: app), "release \(number)")
  }

  /// What changes for people, whatever application the documents say that they are for.
  func changes(from current: FlowDocument?, to new: FlowDocument) -> [Change] {
    var (before, after) = (current ?? FlowDocument(), new)
    before.application = Name(app)
    after.application = Name(app)
    return before.changes(to: after)
  }

  /// The sentences under their flows.
  func words(_ changes: [Change]) -> [StyledText] {
    let out = session.console.out
    return ChangeWords(width: out.width, glyphs: out.glyphs).lines(changes)
  }

  /// Shows what the verifier says; warnings about what is live already need no word.
  ///
  /// - Returns: How many warnings need a word, and whether there are any.
  /// - Throws: `findings` if there is an error.
  func check(_ order: Order, live: LoadedDocument?) async throws -> (new: Int, hasAny: Bool) {
    let findings = try await session.findings(
      order.loaded.source.bytes, of: app, in: environment.name)
    guard !findings.isEmpty else { return (0, false) }
    let report = RemoteReport.report(order.loaded, findings)
    if findings.contains(where: { $0["severity"]?.string == "error" }) {
      var problem = RemoteProblem(
        "findings",
        "\(Counted.words(report.errors, "error")); nothing was published.",
        fix: "Fix what is said above and try again.")
      problem.findings = findings
      problem.report = report
      throw problem
    }
    var known: Set<String> = []
    if let live {
      let told = try await session.findings(live.source.bytes, of: app, in: environment.name)
      known = Set(told.map { $0.text() })
    }
    let new = findings.filter { !known.contains($0.text()) }
    if !session.isJSON, !new.isEmpty {
      let out = session.console.out
      out.lines(
        ReportWords(width: out.width, glyphs: out.glyphs)
          .lines(RemoteReport.report(order.loaded, new)))
      out.lines(RemoteReport.unknown(new))
    }
    guard !new.isEmpty, !order.acceptsWarnings, session.isJSON || !System.isTerminal(System.input)
    else { return (new.count, true) }
    var problem = RemoteProblem(
      "warnings", "\(Counted.words(new.count, "warning")); nothing was published.",
      fix: "Fix them, or publish all the same with --accept-warnings.")
    if session.isJSON { problem.findings = new }
    throw problem
  }

  /// Publishes what was shown and confirmed.
  ///
  /// Warnings that there were when it was shown are accepted.
  func publish(_ order: Order, hasWarnings: Bool) async throws -> Result {
    var body: JSONObject = [
      "acceptWarnings": .bool(hasWarnings || order.acceptsWarnings),
      // What was confirmed is the difference to this release, and to no other.
      "replaces": .whole(environment.current ?? 0),
    ]
    body["note"] = order.note.map { .string($0) }
    var headers: [String: String] = [:]
    if let draft = order.draft {
      headers["if-match"] = draft
    } else {
      body["document"] = order.loaded.source.root.value
    }
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let answer = try await session.client.send(
        .post, "v1", "apps", app, "environments", environment.name, "releases", headers: headers,
        body: JSON.object(body).utf8(.compact))
      return Result(release: try answer.json(), took: start.duration(to: clock.now))
    } catch var problem as RemoteProblem where problem.code == "draft-changed" {
      problem.fix = "Look at it with `flowmagic verify`, then publish again."
      throw problem
    }
  }

  /// Says that a release is live, and how long that took.
  func live(_ result: Result) -> StyledText {
    session.done("Release \(result.number) of \(app) is live in \(environment.name)")
      + StyledText(", \(MomentWords.duration(result.took)) after it was sent.", .faint)
  }

  /// The answer for programs.
  func json(_ changes: [Change], _ result: Result?) -> JSON {
    [
      "application": .string(app), "environment": .string(environment.name),
      "published": .bool(result != nil), "release": result?.release ?? .null,
      "changes": ChangeWords.json(changes)["changes"] ?? [],
      "milliseconds": result.map { .whole(MomentWords.milliseconds($0.took)) } ?? .null,
    ]
  }
}
