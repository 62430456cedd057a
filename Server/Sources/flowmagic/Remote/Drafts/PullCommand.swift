import ArgumentParser
import FlowCore
import FlowServer

/// Downloads a draft or a release.
struct PullCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Download the draft or a release.",
    discussion: """
      By default, downloads the draft exactly as it was pushed. If there is no draft, downloads \
      the live release of the last environment as a starting point. Releases are formatted for \
      reading, without their number and environment; --raw downloads the exact bytes. `push` uses \
      the revision that was pulled to detect conflicts.

      --json: {"application", "source": "draft" | "release", "revision" | "number" and \
      "environment", "file"}; without a file also "document".

      Example:
        flowmagic pull shop.json --app shop
      """)

  @Argument(
    help: "The file to write. (default: standard output)",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Option(help: "Download the release with this number.")
  var release: Int?

  @Option(help: "Download the live release of this environment.")
  var environment: String?

  @Flag(help: "Write the exact bytes that the server serves to apps, to bundle with an app.")
  var raw = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard release == nil || environment == nil else {
      throw ValidationError("--release and --environment cannot be used together.")
    }
  }

  /// A downloaded document and its source.
  private struct PulledDocument {
    var bytes: [UInt8]
    var description: String
    var source: JSONObject
    /// The draft revision that a push may replace: 0 if there is no draft, nil for a release that
    /// was asked for.
    var base: Int?
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let pulled = try await pull(context, app)
    var report: JSONObject = ["application": .string(app)]
    for member in pulled.source.members { report[member.key] = member.value }
    guard let file, file != "-" else {
      report["file"] = .null
      if context.outputsJSON {
        report["document"] = try JSON(parsing: pulled.bytes)
        context.console.out.write(JSON.object(report).utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        context.console.out.write(pulled.bytes)
      }
      return ExitStatus.ok
    }
    do throws(System.Failure) {
      try System.replaceFile(at: file, with: pulled.bytes)
    } catch {
      throw InputProblem(unwritable: file, error)
    }
    let revision = try PulledRevision(of: file, app: app, at: context.client.server)
    if let base = pulled.base { try revision.write(base) } else { try revision.remove() }
    report["file"] = .string(file)
    context.write(
      .object(report), [context.success("Downloaded \(pulled.description) of \(app) to \(file).")])
    return ExitStatus.ok
  }

  private func pull(_ context: CommandContext, _ app: String) async throws -> PulledDocument {
    if let release { return try await pull(release, context, app) }
    if let environment {
      guard let current = try await context.resolveEnvironment(environment, of: app).currentRelease
      else {
        throw RemoteProblem(
          "no-release", "\"\(environment)\" has no release yet.",
          fix: "Pull the draft, or another environment.")
      }
      return try await pull(current, context, app)
    }
    if let draft = try await context.fetchDraft(of: app) {
      return PulledDocument(
        bytes: draft.bytes, description: "revision \(draft.revision ?? 0) of the draft",
        source: ["source": "draft", "revision": .integer(draft.revision)], base: draft.revision)
    }
    guard let last = try await context.fetchEnvironments(of: app).last,
      let current = last.currentRelease
    else {
      throw RemoteProblem(
        "no-draft", "\(app) has no draft and no releases.",
        fix: "Create a draft with `flowmagic push FILE`.")
    }
    context.note(
      StyledText("There is no draft; using the live release in \(last.name).", .faint))
    var pulled = try await pull(current, context, app)
    pulled.base = 0
    return pulled
  }

  private func pull(
    _ number: Int, _ context: CommandContext, _ app: String
  ) async throws -> PulledDocument {
    let bytes = try await context.fetchRelease(number, of: app)
    var document = try context.parse(bytes, "release \(number)").document
    let environment = document.environment?.string
    // They would only add noise to diffs.
    document.environment = nil
    document.number = nil
    // An app bundles the bytes that the server serves to apps.
    let contents =
      raw ? try ServedDocument.bytes(bytes) : document.json.utf8(.pretty) + [UInt8(ascii: "\n")]
    return PulledDocument(
      bytes: contents, description: "release \(number)",
      source: [
        "source": "release", "number": .integer(number),
        "environment": environment.map { .string($0) } ?? .null,
      ])
  }
}
