import FlowCore
import FlowServer

/// Compares, verifies and publishes releases of one application in one environment.
struct ReleaseService {
  let context: CommandContext
  let app: String
  let environment: CommandContext.Environment

  /// A request to publish.
  struct Request {
    /// The document with its text, for line numbers.
    let loaded: LoadedDocument
    /// The draft's entity tag, to publish the draft; nil for something else.
    var draftTag: String?
    /// The number of the release whose document it is; without it and a tag, the document is sent.
    var release: Int?
    var note: String?
    var acceptsWarnings = false
    /// The reason for publishing although builds in use cannot show all of the document.
    var overrideReason: String?
  }

  /// A release that was published, as the server describes it.
  struct PublishedRelease {
    let release: JSON
    /// The time that the request took.
    let duration: Duration

    var number: Int { release["number"]?.integer ?? 0 }
  }

  /// The current release; nil if there is none.
  func fetchCurrent() async throws -> LoadedDocument? {
    guard let number = environment.currentRelease else { return nil }
    return try context.parse(try await context.fetchRelease(number, of: app), "release \(number)")
  }

  /// The changes between two documents, ignoring the applications that they name.
  func changes(from current: FlowDocument?, to new: FlowDocument) -> [Change] {
    var (before, after) = (current ?? FlowDocument(), new)
    before.application = Name(app)
    after.application = Name(app)
    return before.changes(to: after)
  }

  /// The changes as text.
  func text(_ changes: [Change]) -> [StyledText] {
    let out = context.console.out
    return ChangeListText(width: out.width, glyphs: out.glyphs).lines(changes)
  }

  /// Verifies a document and prints the new warnings: those that the current release does not have.
  ///
  /// - Returns: The number of new findings, and whether there are any at all; they are warnings,
  ///   unless there is an override reason.
  /// - Throws: `findings` if there are errors and no override reason; `warnings` if new warnings
  ///   are not accepted and cannot be confirmed at a prompt.
  func verify(
    _ request: Request, replacing current: LoadedDocument?
  ) async throws -> (new: Int, hasAny: Bool) {
    let findings = try await context.verify(
      request.loaded.source.bytes, of: app, in: environment.name)
    guard !findings.isEmpty else { return (0, false) }
    let report = RemoteReport.report(request.loaded, findings)
    // With an override reason, the server decides which errors still prevent publishing.
    if request.overrideReason == nil,
      findings.contains(where: { $0["severity"]?.string == "error" })
    {
      let unsupported = findings.count {
        Finding($0) == nil && $0["severity"]?.string == "error"
      }
      var problem = RemoteProblem(
        "findings",
        "\(Plural.text(report.errorCount + unsupported, "error")); nothing was published.",
        fix: "Fix the errors above and try again; if only builds that do not matter have them, use "
          + "`flowmagic manifest archive` or --override REASON.")
      problem.findings = findings
      problem.report = report
      throw problem
    }
    var known: Set<String> = []
    if let current {
      let findings = try await context.verify(
        current.source.bytes, of: app, in: environment.name)
      known = Set(findings.map { $0.text() })
    }
    let new = findings.filter { !known.contains($0.text()) }
    if !context.outputsJSON, !new.isEmpty {
      let out = context.console.out
      out.writeLines(
        ReportText(width: out.width, glyphs: out.glyphs)
          .lines(RemoteReport.report(request.loaded, new)))
      out.writeLines(RemoteReport.unsupported(new))
    }
    let canPrompt = !context.outputsJSON && System.isTerminal(System.stdin)
    guard !new.isEmpty, !request.acceptsWarnings, !canPrompt else { return (new.count, true) }
    var problem = RemoteProblem(
      "warnings", "\(Plural.text(new.count, "warning")); nothing was published.",
      fix: "Fix them, or publish anyway with --accept-warnings.")
    if context.outputsJSON { problem.findings = new }
    throw problem
  }

  /// Prints a warning if no build in use declares screens or blocks.
  ///
  /// Without such a declaration, the names of screens and ports are not checked. A build that shows
  /// only drawn screens declares blocks, but no screens.
  func warnIfNoBuildDeclaresScreens() async throws {
    let response = try await context.client.send(
      .get, "v1", "apps", app, "environments", environment.name, "builds")
    let builds = try response.json()["builds"]?.array ?? []
    let isDeclared = builds.contains { build in
      guard build["inUse"]?.bool == true, let manifest = build["manifest"] else { return false }
      return manifest["screens"]?.array?.isEmpty == false || manifest["blocks"] != nil
    }
    if isDeclared { return }
    context.note(
      StyledText("warning: ", .warning)
        + StyledText(
          "No build in use declares its screens, so the names of screens and ports are not "
            + "checked. Upload your app's manifest with `flowmagic manifest push FILE`."))
  }

  /// Publishes a confirmed request; the confirmation also accepts its warnings.
  func publish(_ request: Request, hasWarnings: Bool) async throws -> PublishedRelease {
    var body: JSONObject = [
      "acceptWarnings": .bool(hasWarnings || request.acceptsWarnings),
      // The changes that were confirmed are relative to this release.
      "replaces": .integer(environment.currentRelease ?? 0),
    ]
    body["note"] = request.note.map { .string($0) }
    body["override"] = request.overrideReason.map { .string($0) }
    var headers: [String: String] = [:]
    if let tag = request.draftTag {
      headers["if-match"] = tag
    } else if let release = request.release {
      body["release"] = .integer(release)
    } else {
      body["document"] = request.loaded.source.root.value
    }
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let response = try await context.client.send(
        .post, "v1", "apps", app, "environments", environment.name, "releases", headers: headers,
        body: JSON.object(body).utf8(.compact))
      return PublishedRelease(
        release: try response.json(), duration: start.duration(to: clock.now))
    } catch var problem as RemoteProblem where problem.code == "draft-changed" {
      problem.fix = "Check the new draft with `flowmagic verify`, then publish again."
      throw problem
    }
  }

  /// Rolls back to a release, if the one to replace is still current; nil for any.
  func rollBack(
    to number: Int, note: String?, replacing replaced: Int? = nil
  ) async throws -> PublishedRelease {
    var body: JSONObject = ["to": .integer(number)]
    body["note"] = note.map { .string($0) }
    body["replaces"] = replaced.map { .integer($0) }
    let clock = ContinuousClock()
    let start = clock.now
    let release = try await context.client.requestJSON(
      .post, "v1", "apps", app, "environments", environment.name, "rollback", body: .object(body))
    return PublishedRelease(release: release, duration: start.duration(to: clock.now))
  }

  /// The problem of an environment without a release.
  var noRelease: RemoteProblem {
    RemoteProblem(
      "no-release", "\(app) has no release in \(environment.name) yet.",
      fix: "Publish one first with `flowmagic publish`.")
  }

  /// A line below the message that there are no changes.
  var republishAdvice: StyledText {
    StyledText(
      "  After a restore, publish it again: `flowmagic publish --republish --app \(app) "
        + "--environment \(environment.name)`.", .faint)
  }

  /// The message for a published release.
  func successMessage(_ result: PublishedRelease) -> StyledText {
    context.success("Published release \(result.number) of \(app) to \(environment.name)")
      + StyledText(" in \(TimestampFormatter.duration(result.duration)).", .faint)
  }

  /// The result as JSON; without a release, nothing was published.
  func json(_ changes: [Change], _ result: PublishedRelease?) -> JSON {
    [
      "application": .string(app), "environment": .string(environment.name),
      "published": .bool(result != nil), "release": result?.release ?? .null,
      "changes": ChangeListText.json(changes)["changes"] ?? [],
      "milliseconds": .integer(result.map { TimestampFormatter.milliseconds($0.duration) }),
    ]
  }
}
