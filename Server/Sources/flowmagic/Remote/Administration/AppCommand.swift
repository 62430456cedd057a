import ArgumentParser
import FlowCore

/// Commands for applications.
struct AppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app", abstract: "Manage applications.",
    subcommands: [CreateAppCommand.self, ListAppsCommand.self])
}

/// Creates an application.
struct CreateAppCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an application with its environments.",
    discussion: """
      Some servers add a random suffix to the id; use the id that is printed.

      --json: {"id", "name", "organization", "created", \
      "environments": [{"name", "current": the live release's number or null, "followable": \
      whether the portal may follow running apps}]}.

      Example:
        flowmagic app create travel --name "Travel"
      """)

  @Argument(help: "The id: lowercase letters, digits and hyphens.")
  var id: String

  @Option(help: "The display name. (default: the id, capitalized)")
  var name: String?

  @Option(
    name: .customLong("environment"),
    help: """
      An environment; can be repeated, in order. (default: development, staging, production)
      """)
  var environments: [String] = []

  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    var body: JSONObject = ["id": .string(id), "name": .string(name ?? id.capitalizedFirst)]
    if !environments.isEmpty { body["environments"] = .array(environments.map { .string($0) }) }
    let created = try await context.client.requestJSON(.post, "v1", "apps", body: .object(body))
    let id = created["id"]?.string ?? self.id
    let app = try await context.client.requestJSON(.get, "v1", "apps", id)
    let names = app["environments"]?.array?.compactMap { $0["name"]?.string } ?? []
    let list = names.listed(with: "and")
    context.write(
      app,
      [
        context.success("Created the application \(id) with \(list)."),
        StyledText("  Next: create an SDK key with `flowmagic keys create --app \(id)`.", .faint),
      ])
    return ExitStatus.ok
  }
}

/// Lists applications.
struct ListAppsCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List applications and their live releases.",
    discussion: """
      --json: {"applications": [{"id", "name", "organization", "created", "environments": \
      [{"name", "current", "followable"}]}]}, with the members of `app create --json`.

      Example:
        flowmagic app list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let list = try await context.client.requestJSON(.get, "v1", "apps")["applications"]?.array ?? []
    var apps: [JSON] = []
    for id in list.compactMap({ $0["id"]?.string }) {
      apps.append(try await context.client.requestJSON(.get, "v1", "apps", id))
    }
    context.write(
      ["applications": .array(apps)], lines(apps, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ apps: [JSON], width: Int) -> [StyledText] {
    guard !apps.isEmpty else {
      return ["There are no applications. Create one with `flowmagic app create ID`."]
    }
    let rows = apps.map { app -> [StyledText] in
      let live = (app["environments"]?.array ?? []).map { environment in
        let current = environment["current"]?.integer.map { "release \($0)" } ?? "no release"
        return "\(environment["name"]?.string ?? ""): \(current)"
      }
      return [
        StyledText(app["id"]?.string ?? "", .strong), StyledText(app["name"]?.string ?? ""),
        StyledText(live.joined(separator: ", ")),
      ]
    }
    return Table.lines(["id", "name", "live releases"], rows, width: width)
  }
}
