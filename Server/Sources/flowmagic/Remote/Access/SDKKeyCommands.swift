import ArgumentParser
import FlowCore

/// Lists an application's SDK keys.
struct ListKeysCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the application's SDK keys, newest first.",
    discussion: """
      --json: {"application", "keys": [{"id", "key", "environment", "name", "created", \
      "revoked"?}]}; "key" is what the app is given.

      Example:
        flowmagic keys list --app shop
      """)

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let app = try await session.application(application)
    let answer = try await session.client.json(.get, "v1", "apps", app, "sdk-keys")
    let keys = answer["keys"]?.array ?? []
    session.write(
      ["application": .string(app), "keys": .array(keys)],
      lines(keys, app, width: session.console.out.width))
    return ExitStatus.ok
  }

  private func lines(_ keys: [JSON], _ app: String, width: Int) -> [StyledText] {
    guard !keys.isEmpty else {
      return [StyledText("\(app) has no SDK key yet: flowmagic keys create makes one.")]
    }
    let rows = keys.map { key -> [StyledText] in
      let state = key["revoked"]?.string.map { "ended \(MomentWords.local($0))" }
      return [
        StyledText(key["environment"]?.string ?? "", .name),
        StyledText(key["name"]?.string ?? ""),
        state.map { StyledText($0, .warning) } ?? StyledText("in use", .good),
        StyledText(key["key"]?.string ?? ""),
      ]
    }
    // A key is there to be copied: it is never cut.
    return Table.lines(["environment", "name", "state", "key"], rows, width: max(width, 200))
  }
}

/// Makes an SDK key.
struct CreateKeyCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes a publishable SDK key for an environment.",
    discussion: """
      An app is built with it. It is no secret: it reads the releases of one environment and \
      sends events. The text output is the key alone, so that a script can take it.

      --json: {"id", "key", "environment", "name", "created"}.

      Example:
        flowmagic keys create --app shop --environment staging --name "Test devices"
      """)

  @Option(help: "What the key is for, for people; the environment's name if it is not given.")
  var name: String?

  @OptionGroup var place: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let app = try await session.application(application)
    let environment = try await session.environment(place.spoken, of: app).name
    let key = try await session.client.json(
      .post, "v1", "apps", app, "sdk-keys",
      body: ["environment": .string(environment), "name": .string(name ?? environment)])
    session.note(StyledText("A key for \(environment) of \(app), for apps:", .faint))
    session.write(key, [StyledText(key["key"]?.string ?? "")])
    return ExitStatus.ok
  }
}

/// Ends an SDK key.
struct RevokeKeyCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Ends an SDK key: apps with it hear of no change any more.",
    discussion: """
      It cannot be taken back. Asks; --yes answers where nobody can be asked. `keys list` shows \
      the keys.

      --json: {"application", "id", "revoked": true}.

      Example:
        flowmagic keys revoke "$KEY" --app shop --yes
      """)

  @Argument(help: "The key or its id.")
  var key: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let app = try await session.application(application)
    let id = String(key.prefix { $0 != "." })
    try session.confirm(
      "End the key \(id)? Apps with it hear of no change any more.", isSure: yes,
      refusal: "The key was not ended.")
    _ = try await session.client.send(.delete, "v1", "apps", app, "sdk-keys", id)
    session.write(
      ["application": .string(app), "id": .string(id), "revoked": true],
      [session.done("The key \(id) opens nothing any more.")])
    return ExitStatus.ok
  }
}
