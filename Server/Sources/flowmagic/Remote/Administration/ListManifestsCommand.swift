import ArgumentParser
import FlowCore

/// Lists the manifests of builds.
struct ListManifestsCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the manifests of builds, newest first.",
    discussion: """
      Shows how many screens each build declares, when its manifest was received, and where it \
      applies: in all environments, or only in the one in which a development build announced it.

      --json: {"application", "manifests": [{"platform", "version", "build", "received", \
      "announced"?: the environment, "manifest"}], "more": true if there are older ones}.

      Example:
        flowmagic manifest list --app shop
      """)

  @Option(help: "The maximum number of manifests to show.")
  var limit = 20

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let list = try await PagedList(
      context: context, path: ["v1", "apps", app, "manifests"], member: "manifests"
    ).read(limit)
    context.write(
      ["application": .string(app), "manifests": .array(list.items), "more": .bool(list.hasMore)],
      lines(list.items, app, hasMore: list.hasMore, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(
    _ manifests: [JSON], _ app: String, hasMore: Bool, width: Int
  ) -> [StyledText] {
    guard !manifests.isEmpty else {
      return [
        StyledText("\(app) has no manifests yet. Upload one with `flowmagic manifest push FILE`.")
      ]
    }
    var lines = Table.lines(
      ["platform", "version", "build", "screens", "received", "environments"],
      manifests.map(Self.row), width: width)
    if hasMore { lines.append(StyledText("Use --limit to show older manifests.", .faint)) }
    return lines
  }

  private static func row(_ stored: JSON) -> [StyledText] {
    let announced = stored["announced"]?.string.map { "only \($0), announced by the app" }
    return [
      StyledText(stored["platform"]?.string ?? "", .name),
      StyledText(stored["version"]?.string ?? "", .strong),
      StyledText(stored["build"]?.string ?? "", .strong),
      StyledText("\(stored["manifest"]?["screens"]?.array?.count ?? 0)"),
      StyledText(TimestampFormatter.local(stored["received"]?.string)),
      StyledText(announced ?? "all"),
    ]
  }
}
