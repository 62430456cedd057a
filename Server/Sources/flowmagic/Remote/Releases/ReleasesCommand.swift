import ArgumentParser
import FlowCore

/// Lists releases.
struct ReleasesCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "releases",
    abstract: "List releases, newest first.",
    discussion: """
      Marks the live release of each environment.

      --json: {"application", "releases": [{"number", "environment", "note", "author", \
      "published", "rollbackOf"?, "current"}], "more": true if there are older ones}.

      Example:
        flowmagic releases --app shop --environment production
      """)

  @Option(help: "Show only releases of this environment.")
  var environment: String?

  @Option(help: "The maximum number of releases to show.")
  var limit = 20

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let environments = try await context.fetchEnvironments(of: app)
    if let environment {
      _ = try await context.resolveEnvironment(environment, of: app)
    }
    let query = environment.map { [(name: "environment", value: $0)] } ?? []
    let list = try await PagedList(
      context: context, path: ["v1", "apps", app, "releases"], member: "releases", query: query
    ).read(limit)
    let current = Set(environments.compactMap(\.currentRelease))
    let releases = list.items.map { release -> JSON in
      guard var object = release.object else { return release }
      object["current"] = .bool(release["number"]?.integer.map(current.contains) ?? false)
      return .object(object)
    }
    context.write(
      ["application": .string(app), "releases": .array(releases), "more": .bool(list.hasMore)],
      lines(releases, app, hasMore: list.hasMore, on: context.console.out))
    return ExitStatus.ok
  }

  private func lines(
    _ releases: [JSON], _ app: String, hasMore: Bool, on out: Output
  ) -> [StyledText] {
    guard !releases.isEmpty else { return [StyledText("\(app) has no releases yet.")] }
    let rows = releases.enumerated().map { index, release -> [StyledText] in
      let isCurrent = release["current"]?.bool ?? false
      var note = release["note"]?.string ?? ""
      if let old = release["rollbackOf"]?.integer {
        let before = releases[(index + 1)...].first { $0["environment"] == release["environment"] }
        let isRepublished = before?["number"]?.integer == old
        let origin = isRepublished ? "release \(old) again" : "rollback to \(old)"
        note = note.isEmpty ? origin : "\(origin): \(note)"
      }
      return [
        isCurrent ? StyledText(out.glyphs.bullet, .success) : " ",
        StyledText("\(release["number"]?.integer ?? 0)", .strong),
        StyledText(release["environment"]?.string ?? "", .name),
        StyledText(TimestampFormatter.local(release["published"]?.string)),
        StyledText(ActorText.text(release["author"])), StyledText(note),
      ]
    }
    var lines = Table.lines(
      ["", "release", "environment", "published", "by", "note"], rows, width: out.tableWidth)
    if hasMore { lines.append(StyledText("Use --limit to show older releases.", .faint)) }
    return lines
  }
}
