import ArgumentParser
import FlowCore

/// Publishes the draft, a file or the content of another release.
struct PublishCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish the draft, a file or another release to an environment.",
    discussion: """
      Shows the changes and asks for confirmation; --yes skips the prompt. Fails with status 1 if \
      the verifier finds errors, or if another release is published in the meantime. New warnings \
      must be accepted: by confirming at the prompt, or with --accept-warnings. --override \
      publishes even if builds in use do not support everything; errors in the flows themselves \
      always prevent publishing. If there are no changes, nothing is published.

      --release publishes the content of another release, such as one that was tried in staging, \
      and leaves the draft as it is.

      After a restore, or if the clock was ahead, apps may reject the live release, because its \
      number or time is not above that of one they have. --republish publishes it again with a new \
      number, and is never prevented, like a rollback.

      --json: {"application", "environment", "published", "release" or null, "changes", \
      "milliseconds"}; a release is {"number", "environment", "note", "author", "published"}.

      Example:
        flowmagic publish --app shop --environment staging --note "Short form" --yes
      """)

  @Argument(
    help: "Publish this file instead of the draft; - for standard input.",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Option(help: "Publish the content of this release, of any environment, instead of the draft.")
  var release: Int?

  @Flag(help: "Publish the live release again with a new number, such as after a restore.")
  var republish = false

  @Option(help: "A note for the list of releases.")
  var note: String?

  @Flag(help: "Publish even if there are new warnings.")
  var acceptWarnings = false

  @Option(
    help: ArgumentHelp(
      "Publish even if builds in use do not support everything; the reason is in the audit log.",
      valueName: "reason"))
  var override: String?

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var environmentOption: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard !republish || (file == nil && release == nil && override == nil) else {
      throw ValidationError("--republish needs neither a file nor --release nor --override.")
    }
    guard file == nil || release == nil else {
      throw ValidationError("A file and --release cannot be used together.")
    }
    if let release, release < 1 { throw ValidationError("Release numbers start at 1.") }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    var reader = InputReader()
    let loadedFile = try file.map { file throws(InputProblem) in try reader.readDocument(file) }
    let app = try await context.resolveApplication(application)
    let service = ReleaseService(
      context: context, app: app,
      environment: try await context.resolveEnvironment(environmentOption.value, of: app))
    if republish { return try await publishAgain(service) }
    let request = try await request(context, loadedFile, app)
    let current = try await service.fetchCurrent()
    let changes = service.changes(from: current?.document, to: request.loaded.document)
    if current != nil, changes.isEmpty {
      let number = service.environment.currentRelease ?? 0
      context.write(
        service.json(changes, nil),
        [
          StyledText(
            "No changes to publish: \(service.environment.name) of \(app) already has this content "
              + "in release \(number)."),
          service.republishAdvice,
        ])
      return ExitStatus.ok
    }
    if let label = request.loaded.document.application?.string, label != app {
      context.note(
        StyledText("warning: ", .warning)
          + StyledText("\(request.loaded.file) is for the application \(label), not \(app)."))
    }
    try await service.warnIfNoBuildDeclaresScreens()
    let warnings = try await service.verify(request, replacing: current)
    if !context.outputsJSON { context.console.out.writeLines(service.text(changes)) }
    try context.confirm(
      "Publish to \(service.environment.name) of \(app)?",
      isConfirmed: yes && (warnings.new == 0 || request.acceptsWarnings),
      otherwise: "Nothing was published.")
    let result = try await service.publish(request, hasWarnings: warnings.hasAny)
    context.write(service.json(changes, result), [service.successMessage(result)])
    return ExitStatus.ok
  }

  /// Publishes the live release again, which the API does by rolling back to it.
  private func publishAgain(_ service: ReleaseService) async throws -> Int32 {
    let context = service.context
    guard let number = service.environment.currentRelease else { throw service.noRelease }
    try context.confirm(
      "Publish release \(number) again to \(service.environment.name) of \(service.app)?",
      isConfirmed: yes, otherwise: "Nothing was published.")
    let result = try await service.rollBack(to: number, note: note, replacing: number)
    context.write(service.json([], result), [service.successMessage(result)])
    return ExitStatus.ok
  }

  private func request(
    _ context: CommandContext, _ loadedFile: LoadedDocument?, _ app: String
  ) async throws -> ReleaseService.Request {
    var request: ReleaseService.Request
    if let loadedFile {
      request = ReleaseService.Request(loaded: loadedFile)
    } else if let release {
      request = ReleaseService.Request(
        loaded: try context.parse(
          try await context.fetchRelease(release, of: app), "release \(release)"),
        release: release)
    } else if let draft = try await context.fetchDraft(of: app) {
      request = ReleaseService.Request(
        loaded: try context.parse(draft.bytes, "draft"), draftTag: draft.tag)
    } else {
      throw RemoteProblem(
        "no-draft", "\(app) has no draft to publish.",
        fix:
          "Create one with `flowmagic push FILE`, or publish a file with `flowmagic publish FILE`.")
    }
    request.note = note
    request.acceptsWarnings = acceptWarnings || override != nil
    request.overrideReason = override
    return request
  }
}
