import ArgumentParser
import FlowCore

/// Points a port at another step, live, in one go.
struct RerouteCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "reroute",
    abstract: "Points a port at another step, live, in one go.",
    discussion: """
      Takes what is live, changes the routes of that one port, lets the server verify the result \
      and publishes it. If there is a draft, the same change goes into it too; whatever else the \
      draft holds stays unpublished. Shows in words what changes, and asks; --yes answers where \
      nobody can be asked. Warnings that are not live already need the same yes at a terminal, \
      and --accept-warnings in a script.

      DESTINATION is a step's id, finish:OUTCOME or flow:ID.

      --json: what `publish --json` writes, with "draft": its new revision, or null.

      Example:
        flowmagic reroute shop Home.login SignUp --yes
      """)

  @Argument(help: "The application's id.")
  var app: String

  @Argument(help: "The step and its port, such as Home.login.")
  var port: String

  @Argument(help: "Where the port leads from now on.")
  var destination: String

  @Flag(help: "Keep the routes that have a condition, in front of the new one.")
  var keepConditions = false

  @Option(help: "The flow, where several have such a step.")
  var flow: String?

  @Option(help: "Why, for everybody who reads the list of releases.")
  var note: String?

  @Flag(help: "Publish although there are new warnings.")
  var acceptWarnings = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var place: EnvironmentOption
  @OptionGroup var remote: RemoteOptions

  private var rerouting: Rerouting {
    Rerouting(
      port: port, destination: destination, keepsConditions: keepConditions, flow: flow)
  }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let desk = ReleaseService(
      session: session, app: app, environment: try await session.environment(place.spoken, of: app))
    guard let live = try await desk.current() else {
      throw RemoteProblem(
        "no-release", "Nothing is live in \(desk.environment.name) of \(app) yet.",
        fix: "Publish something first: flowmagic publish.")
    }
    let changed = try await change(live.document, session)
    let changes = desk.changes(from: live.document, to: changed)
    if changes.isEmpty {
      session.write(
        answer(desk, changes, nil, draft: nil),
        [StyledText("“\(port)” leads there already in \(live.file); nothing was changed.")])
      return ExitStatus.ok
    }
    let order = ReleaseService.Order(
      loaded: try session.loaded(changed.json.utf8(.pretty), app), note: note,
      acceptsWarnings: acceptWarnings)
    let warnings = try await desk.check(order, live: live)
    if !session.isJSON { session.console.out.lines(desk.words(changes)) }
    try session.confirm(
      "Publish to \(desk.environment.name) of \(app)?",
      isSure: yes && (warnings.new == 0 || acceptWarnings), refusal: "Nothing was published.")
    let result = try await desk.publish(order, hasWarnings: warnings.hasAny)
    session.console.out.flush()
    let draft = await changeDraft(session)
    session.write(
      answer(desk, changes, result, draft: draft.revision),
      [desk.live(result)] + draft.words.map { StyledText("  \($0)", .faint) })
    return ExitStatus.ok
  }

  private func change(
    _ document: FlowDocument, _ session: RemoteSession
  ) async throws -> FlowDocument {
    let match = try await rerouting.find(in: document) { screen in
      let screens = try await session.client.json(.get, "v1", "apps", app, "screens")
      let found = screens["screens"]?.array?.first { $0["name"]?.name == screen }
      return found?["ports"]?.array?.compactMap(\.name) ?? []
    }
    return try rerouting.apply(match, to: document)
  }

  /// Makes the same change in the draft, so that publishing the draft later does not undo it.
  ///
  /// What is live is not in question any more: whatever goes wrong here is only told.
  private func changeDraft(
    _ session: RemoteSession
  ) async -> (revision: Int?, words: [String]) {
    do {
      guard let draft = try await session.draft(of: app) else { return (nil, []) }
      let loaded = try session.loaded(draft.bytes, "draft")
      let changed = try await change(loaded.document, session)
      guard !loaded.document.changes(to: changed).isEmpty else { return (draft.revision, []) }
      // The draft stays in the format that its people read, if that can say it.
      let conversion = changed.converted(to: loaded.format)
      let json = conversion.losses.isEmpty ? conversion.json : changed.json
      let answer = try await session.client.send(
        .put, "v1", "apps", app, "draft", headers: ["if-match": draft.tag],
        body: json.utf8(.pretty) + [UInt8(ascii: "\n")])
      let revision = try answer.json()["revision"]?.wholeNumber
      return (revision, ["The draft has the same change now: revision \(revision ?? 0)."])
    } catch let problem as RemoteProblem {
      return (nil, ["The draft has not the same change: \(problem.message)"])
    } catch let problem as InputProblem {
      return (nil, ["The draft has not the same change: \(problem.message)"])
    } catch {
      return (nil, ["The draft has not the same change: \(error)"])
    }
  }

  private func answer(
    _ desk: ReleaseService, _ changes: [Change], _ result: ReleaseService.Result?, draft: Int?
  ) -> JSON {
    guard var object = desk.json(changes, result).object else { return .null }
    object["draft"] = .whole(draft)
    return .object(object)
  }
}
