import ArgumentParser
import FlowCore

/// Lists an application's SDK keys.
struct ListKeysCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List an application's SDK keys, newest first.",
    discussion: """
      --json: {"application", "keys": [{"id", "key", "environment", "name", "created", \
      "revoked"?}]}; "key" is the complete key for the app.

      Example:
        flowmagic keys list --app shop
      """)

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let response = try await context.client.requestJSON(.get, "v1", "apps", app, "sdk-keys")
    let keys = response["keys"]?.array ?? []
    context.write(
      ["application": .string(app), "keys": .array(keys)],
      lines(keys, app, width: context.console.out.width))
    return ExitStatus.ok
  }

  private func lines(_ keys: [JSON], _ app: String, width: Int) -> [StyledText] {
    guard !keys.isEmpty else {
      return [StyledText("\(app) has no SDK keys. Create one with `flowmagic keys create`.")]
    }
    let rows = keys.map { key -> [StyledText] in
      let state = key["revoked"]?.string.map { "revoked \(TimestampFormatter.local($0))" }
      return [
        StyledText(key["environment"]?.string ?? "", .name),
        StyledText(key["name"]?.string ?? ""),
        state.map { StyledText($0, .warning) } ?? StyledText("active", .success),
        StyledText(key["key"]?.string ?? ""),
      ]
    }
    // Never cut keys: they are there to be copied.
    return Table.lines(["environment", "name", "status", "key"], rows, width: max(width, 200))
  }
}

/// Creates an SDK key.
struct CreateKeyCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an SDK key for an environment.",
    discussion: """
      Apps are built with an SDK key. It is not secret: it can only read releases of one \
      environment and send events, announcements of builds and snapshots of screens. Prints only \
      the key to standard output, for use in scripts.

      --json: {"id", "key", "environment", "name", "created"}.

      Example:
        flowmagic keys create --app shop --environment staging --name "Test devices"
      """)

  @Option(help: "A name for the key. (default: the environment's name)")
  var name: String?

  @OptionGroup var environmentOption: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let environment = try await context.resolveEnvironment(environmentOption.value, of: app).name
    let key = try await context.client.requestJSON(
      .post, "v1", "apps", app, "sdk-keys",
      body: ["environment": .string(environment), "name": .string(name ?? environment)])
    context.note(StyledText("SDK key for \(environment) of \(app):", .faint))
    context.write(key, [StyledText(key["key"]?.string ?? "")])
    return ExitStatus.ok
  }
}

/// Revokes an SDK key.
struct RevokeKeyCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke an SDK key.",
    discussion: """
      Apps built with the key no longer receive releases. This cannot be undone. Asks for \
      confirmation; --yes skips the prompt.

      --json: {"application", "id", "revoked": true}.

      Example:
        flowmagic keys revoke "$KEY" --app shop --yes
      """)

  @Argument(help: "The key or its id.")
  var key: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let id = String(key.prefix { $0 != "." })
    try context.confirm(
      "Revoke the key \(id)? Apps built with it will no longer receive releases.",
      isConfirmed: yes, otherwise: "The key was not revoked.")
    _ = try await context.client.send(.delete, "v1", "apps", app, "sdk-keys", id)
    context.write(
      ["application": .string(app), "id": .string(id), "revoked": true],
      [context.success("Revoked the key \(id).")])
    return ExitStatus.ok
  }
}
