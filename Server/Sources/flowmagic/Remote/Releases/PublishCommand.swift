import ArgumentParser
import FlowCore

/// Makes the draft or a file live.
struct PublishCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Makes the draft, or a file, live for people.",
    discussion: """
      Shows in words what changes, and asks; --yes answers where nobody can be asked. Errors that \
      the verifier finds stop it, with exit status 1; warnings that are not live already need the \
      same yes at a terminal, and --accept-warnings in a script. If nothing changes, nothing is \
      published. What somebody else publishes in between stops it too.

      --json: {"application", "environment", "published", "release" or null, "changes", \
      "milliseconds"}; a release is {"number", "environment", "note", "author", "published"}.

      Example:
        flowmagic publish --app shop --environment staging --note "Short form" --yes
      """)

  @Argument(
    help: "A file to publish in place of the draft; - is standard input.",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Option(help: "Why, for everybody who reads the list of releases.")
  var note: String?

  @Flag(help: "Publish although there are warnings.")
  var acceptWarnings = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var place: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    var reader = InputReader()
    let given = try file.map { file throws(InputProblem) in try reader.document(file) }
    let app = try await session.application(application)
    let desk = ReleaseService(
      session: session, app: app, environment: try await session.environment(place.spoken, of: app))
    let order = try await order(session, given, app)
    let current = try await desk.current()
    let changes = desk.changes(from: current?.document, to: order.loaded.document)
    if current != nil, changes.isEmpty {
      let number = desk.environment.current ?? 0
      session.write(
        desk.json(changes, nil),
        [
          StyledText(
            "There is nothing to publish: release \(number) in \(desk.environment.name) of \(app) "
              + "says the same.")
        ])
      return ExitStatus.ok
    }
    if let label = order.loaded.document.application?.string, label != app {
      session.note(
        StyledText("warning: ", .warning)
          + StyledText("\(order.loaded.file) says that it is for \(label), not for \(app)."))
    }
    let warnings = try await desk.check(order, live: current)
    if !session.isJSON { session.console.out.lines(desk.words(changes)) }
    try session.confirm(
      "Publish to \(desk.environment.name) of \(app)?",
      isSure: yes && (warnings.new == 0 || acceptWarnings),
      refusal: "Nothing was published.")
    let result = try await desk.publish(order, hasWarnings: warnings.hasAny)
    session.write(desk.json(changes, result), [desk.live(result)])
    return ExitStatus.ok
  }

  private func order(
    _ session: RemoteSession, _ given: LoadedDocument?, _ app: String
  ) async throws -> ReleaseService.Order {
    if let given {
      return ReleaseService.Order(loaded: given, note: note, acceptsWarnings: acceptWarnings)
    }
    guard let draft = try await session.draft(of: app) else {
      throw RemoteProblem(
        "no-draft", "\(app) has no draft to publish.",
        fix: "Make one with `flowmagic push FILE`, or publish a file: `flowmagic publish FILE`.")
    }
    return ReleaseService.Order(
      loaded: try session.loaded(draft.bytes, "draft"), draft: draft.tag, note: note,
      acceptsWarnings: acceptWarnings)
  }
}
