import ArgumentParser
import FlowCore

/// What can be done with API tokens.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Makes and ends API tokens.",
    subcommands: [
      CreateTokenCommand.self, ListTokensCommand.self, RevokeTokenCommand.self,
    ])
}

/// Makes an API token.
struct CreateTokenCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes an API token, for a robot.",
    discussion: """
      It is shown this once. The text output is the token alone, so that a script can take it. \
      With --app it opens that application only, with --environment too it changes nothing else of \
      it.

      --json: {"id", "name", "scopes", "created", "owner", "application"?, "environment"?, \
      "expires"?, "token"}.

      Example:
        flowmagic token create CI --scope publish --app shop --expires 90
      """)

  @Argument(help: "What it is for, for people.")
  var name: String

  @Option(help: "read, draft, publish or admin; each includes those before it.")
  var scope = "read"

  @Option(help: "The only application that it opens.")
  var app: String?

  @Option(help: "The only environment that it changes.")
  var environment: String?

  @Option(help: "In how many days it ends by itself.")
  var expires: Int?

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    var body: JSONObject = ["name": .string(name), "scopes": [.string(scope)]]
    body["application"] = app.map { .string($0) }
    body["environment"] = environment.map { .string($0) }
    body["expiresInDays"] = expires.map { .whole($0) }
    let made = try await session.client.json(.post, "v1", "tokens", body: .object(body))
    session.note(StyledText("The token “\(name)”, shown this once; keep it secret:", .faint))
    session.write(made, [StyledText(made["token"]?.string ?? "")])
    return ExitStatus.ok
  }
}

/// Lists API tokens.
struct ListTokensCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the API tokens, newest first, without their secrets.",
    discussion: """
      --json: {"tokens": [{"id", "name", "scopes", "created", "owner", "application"?, \
      "environment"?, "lastUsed"?, "expires"?, "revoked"?}]}.

      Example:
        flowmagic token list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let tokens = try await session.client.json(.get, "v1", "tokens")["tokens"]?.array ?? []
    session.write(
      ["tokens": .array(tokens)],
      Table.lines(
        ["id", "name", "owner", "state", "last used", "may"], tokens.map(Self.row),
        width: session.console.out.tableWidth))
    return ExitStatus.ok
  }

  private static func row(_ token: JSON) -> [StyledText] {
    let state: StyledText
    if let ended = token["revoked"]?.string {
      state = StyledText("ended \(MomentWords.local(ended))", .warning)
    } else if let end = token["expires"]?.string {
      state = StyledText("until \(MomentWords.local(end))")
    } else {
      state = StyledText("in use", .good)
    }
    let place = [token["application"]?.string, token["environment"]?.string].compactMap { $0 }
    let scopes = (token["scopes"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    return [
      StyledText(token["id"]?.string ?? ""), StyledText(token["name"]?.string ?? "", .strong),
      StyledText(token["owner"]?.string ?? ""), state,
      StyledText(token["lastUsed"]?.string.map { MomentWords.local($0) } ?? "never"),
      StyledText(place.isEmpty ? scopes : "\(scopes) in \(place.joined(separator: " "))"),
    ]
  }
}

/// Ends an API token.
struct RevokeTokenCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Ends an API token.",
    discussion: """
      It cannot be taken back. Asks; --yes answers where nobody can be asked. `token list` shows \
      the ids.

      --json: {"id", "revoked": true}.

      Example:
        flowmagic token revoke "$TOKEN_ID" --yes
      """)

  @Argument(help: "The token's id.")
  var id: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    try session.confirm(
      "End the token \(id)? Whoever uses it is shut out.", isSure: yes,
      refusal: "The token was not ended.")
    _ = try await session.client.send(.delete, "v1", "tokens", id)
    session.write(
      ["id": .string(id), "revoked": true],
      [session.done("The token \(id) opens nothing any more.")])
    return ExitStatus.ok
  }
}
