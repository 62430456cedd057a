import ArgumentParser
import FlowCore

/// Makes an earlier release live again.
struct RollbackCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Makes an earlier release live again.",
    discussion: """
      It becomes a new release with the old content, because numbers only rise. Shows in words \
      what changes, and asks; --yes answers where nobody can be asked. The environment is the one \
      that the release was made for.

      --json: what `publish --json` writes; the release has "rollbackOf".

      Example:
        flowmagic rollback 2 --app shop --note "The short form lost people" --yes
      """)

  @Argument(help: "The number of the release to bring back.")
  var number: Int

  @Option(help: "Why, for everybody who reads the list of releases.")
  var note: String?

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Option(help: "The environment; it must be the one that the release was made for.")
  var environment: String?

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("Releases are numbered from 1.") }
  }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let app = try await session.application(application)
    let old = try session.loaded(try await session.release(number, of: app), "release \(number)")
    let name = environment ?? old.document.environment?.string ?? ""
    let place = try await session.environment(name, of: app)
    let desk = ReleaseService(session: session, app: app, environment: place)
    let changes = desk.changes(from: try await desk.current()?.document, to: old.document)
    if changes.isEmpty {
      session.write(
        desk.json(changes, nil),
        [StyledText("What is live in \(place.name) of \(app) says the same as release \(number).")])
      return ExitStatus.ok
    }
    if !session.isJSON { session.console.out.lines(desk.words(changes)) }
    try session.confirm(
      "Bring release \(number) back to \(place.name) of \(app)?", isSure: yes,
      refusal: "Nothing was changed.")
    var body: JSONObject = ["to": .whole(number)]
    body["note"] = note.map { .string($0) }
    let clock = ContinuousClock()
    let start = clock.now
    let release = try await session.client.json(
      .post, "v1", "apps", app, "environments", place.name, "rollback", body: .object(body))
    let result = ReleaseService.Result(release: release, took: start.duration(to: clock.now))
    session.write(desk.json(changes, result), [desk.live(result)])
    return ExitStatus.ok
  }
}
