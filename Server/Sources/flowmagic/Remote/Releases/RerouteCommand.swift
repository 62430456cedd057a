import ArgumentParser
import FlowCore

/// Changes the destination of a port and publishes the change.
struct RerouteCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "reroute",
    abstract: "Change where a port leads and publish the change.",
    discussion: """
      Changes the routes of one port in the live release, verifies the result and publishes \
      it. If there is a draft, makes the same change in it; the draft's other changes remain \
      unpublished. Shows the change and asks for confirmation; --yes skips the prompt. New \
      warnings must be accepted: by confirming at the prompt, or with --accept-warnings.

      DESTINATION is a step's id, finish:OUTCOME or flow:ID.

      --json: as `publish --json`, with "draft": the draft's revision, or null.

      Example:
        flowmagic reroute shop Home.login SignUp --yes
      """)

  @Argument(help: "The application's id.")
  var app: String

  @Argument(help: "The step and port, such as Home.login.")
  var port: String

  @Argument(help: "The new destination.")
  var destination: String

  @Flag(help: "Keep the conditional routes before the new one.")
  var keepConditions = false

  @Option(help: "The flow, if several have such a step.")
  var flow: String?

  @Option(help: "A note for the list of releases.")
  var note: String?

  @Flag(help: "Publish even if there are new warnings.")
  var acceptWarnings = false

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var environmentOption: EnvironmentOption
  @OptionGroup var remote: RemoteOptions

  private var rerouting: Rerouting {
    Rerouting(
      port: port, destination: destination, keepsConditions: keepConditions, flow: flow)
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let service = ReleaseService(
      context: context, app: app,
      environment: try await context.resolveEnvironment(environmentOption.value, of: app))
    guard let live = try await service.fetchCurrent() else { throw service.noRelease }
    let changed = try await change(live.document, context)
    let changes = service.changes(from: live.document, to: changed)
    if changes.isEmpty {
      context.write(
        json(service, changes, nil, draft: nil),
        [
          StyledText("No changes: “\(port)” already leads there in \(live.file)."),
          service.republishAdvice,
        ])
      return ExitStatus.ok
    }
    let request = ReleaseService.Request(
      loaded: try context.parse(changed.json.utf8(.pretty), app), note: note,
      acceptsWarnings: acceptWarnings)
    let warnings = try await service.verify(request, replacing: live)
    if !context.outputsJSON { context.console.out.writeLines(service.text(changes)) }
    try context.confirm(
      "Publish to \(service.environment.name) of \(app)?",
      isConfirmed: yes && (warnings.new == 0 || acceptWarnings),
      otherwise: "Nothing was published.")
    let result = try await service.publish(request, hasWarnings: warnings.hasAny)
    context.console.out.flush()
    let draft = await changeDraft(context)
    context.write(
      json(service, changes, result, draft: draft.revision),
      [service.successMessage(result)] + draft.messages.map { StyledText("  \($0)", .faint) })
    return ExitStatus.ok
  }

  private func change(
    _ document: FlowDocument, _ context: CommandContext
  ) async throws -> FlowDocument {
    let match = try await rerouting.find(in: document) { screen in
      let screens = try await context.client.requestJSON(.get, "v1", "apps", app, "screens")
      let declared = screens["screens"]?.array?.first { $0["name"]?.name == screen }
      return declared?["ports"]?.array?.compactMap(\.name) ?? []
    }
    return try rerouting.rerouted(document, at: match)
  }

  /// Makes the same change in the draft, so that publishing the draft later does not undo it.
  ///
  /// The release is already published, so errors are only reported.
  private func changeDraft(
    _ context: CommandContext
  ) async -> (revision: Int?, messages: [String]) {
    do {
      guard let draft = try await context.fetchDraft(of: app) else { return (nil, []) }
      let loaded = try context.parse(draft.bytes, "draft")
      let changed = try await change(loaded.document, context)
      guard !loaded.document.changes(to: changed).isEmpty else { return (draft.revision, []) }
      // Keeps the draft's format if it can represent the change.
      let conversion = changed.converted(to: loaded.format)
      let json = conversion.losses.isEmpty ? conversion.json : changed.json
      let response = try await context.client.send(
        .put, "v1", "apps", app, "draft", headers: ["if-match": draft.tag],
        body: json.utf8(.pretty) + [UInt8(ascii: "\n")])
      let revision = try response.json()["revision"]?.integer
      return (revision, ["Made the same change in the draft: revision \(revision ?? 0)."])
    } catch let problem as RemoteProblem {
      return (nil, ["The draft was not changed: \(problem.message)"])
    } catch let problem as InputProblem {
      return (nil, ["The draft was not changed: \(problem.message)"])
    } catch {
      return (nil, ["The draft was not changed: \(error)"])
    }
  }

  private func json(
    _ service: ReleaseService, _ changes: [Change], _ result: ReleaseService.PublishedRelease?,
    draft: Int?
  ) -> JSON {
    guard var object = service.json(changes, result).object else { return .null }
    object["draft"] = .integer(draft)
    return .object(object)
  }
}
