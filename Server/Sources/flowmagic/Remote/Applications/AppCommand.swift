import ArgumentParser
import FlowCore

/// What can be done with applications.
struct AppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app", abstract: "Adds and lists applications.",
    subcommands: [CreateAppCommand.self, ListAppsCommand.self])
}

/// Adds an application.
struct CreateAppCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Adds an application with its environments.",
    discussion: """
      --json: {"id", "name", "organization", "created", "environments": [{"name", "current"}]}.

      Example:
        flowmagic app create travel --name "Travel"
      """)

  @Argument(help: "The id: lower-case letters, digits and hyphens.")
  var id: String

  @Option(help: "What people call it; the id with a capital if it is not given.")
  var name: String?

  @Option(
    name: .customLong("environment"),
    help: """
      An environment; may be given more than once, in order. Without it: development, staging, \
      production.
      """)
  var environments: [String] = []

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    var body: JSONObject = ["id": .string(id), "name": .string(name ?? id.capitalizedFirst)]
    if !environments.isEmpty { body["environments"] = .array(environments.map { .string($0) }) }
    _ = try await session.client.json(.post, "v1", "apps", body: .object(body))
    let made = try await session.client.json(.get, "v1", "apps", id)
    let names = made["environments"]?.array?.compactMap { $0["name"]?.string } ?? []
    let list = DestinationWords.list(names, "and")
    session.write(
      made,
      [
        session.done("The application \(id) is there, with \(list)."),
        StyledText("  Next: a key for the app: flowmagic keys create --app \(id)", .faint),
      ])
    return ExitStatus.ok
  }
}

/// Lists the applications.
struct ListAppsCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the applications and what is live in their environments.",
    discussion: """
      --json: {"applications": [{"id", "name", "organization", "created", "environments": \
      [{"name", "current"}]}]}; "current" is a release's number or null.

      Example:
        flowmagic app list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let list = try await session.client.json(.get, "v1", "apps")["applications"]?.array ?? []
    var apps: [JSON] = []
    for id in list.compactMap({ $0["id"]?.string }) {
      apps.append(try await session.client.json(.get, "v1", "apps", id))
    }
    session.write(
      ["applications": .array(apps)], lines(apps, width: session.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ apps: [JSON], width: Int) -> [StyledText] {
    guard !apps.isEmpty else {
      return ["There is no application yet: flowmagic app create ID adds one."]
    }
    let rows = apps.map { app -> [StyledText] in
      let live = (app["environments"]?.array ?? []).map { environment in
        let current = environment["current"]?.wholeNumber.map { "release \($0)" } ?? "nothing"
        return "\(environment["name"]?.string ?? ""): \(current)"
      }
      return [
        StyledText(app["id"]?.string ?? "", .strong), StyledText(app["name"]?.string ?? ""),
        StyledText(live.joined(separator: ", ")),
      ]
    }
    return Table.lines(["id", "name", "live"], rows, width: width)
  }
}
