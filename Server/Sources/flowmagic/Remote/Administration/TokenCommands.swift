import ArgumentParser
import FlowCore
import FlowServer

/// Commands for API tokens.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Manage API tokens.",
    subcommands: [
      CreateTokenCommand.self, ListTokensCommand.self, RevokeTokenCommand.self,
    ])
}

/// Creates an API token.
struct CreateTokenCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an API token for automation.",
    discussion: """
      The token is only shown once. Prints only the token to standard output, for use in scripts. \
      --app restricts the token to one application; --environment also restricts its changes to \
      one environment. A token always expires: within the organization's limit, and no later than \
      the token that creates it. The owners of the organization are notified by \
      email of a token with the scope admin.

      --json: {"id", "name", "scopes", "created", "owner", "application"?, "environment"?, \
      "expires", "token"}.

      Example:
        flowmagic token create CI --scope publish --app shop --expires 90
      """)

  @Argument(help: "A name for the token.")
  var name: String

  @Option(help: "The scope: read, draft, publish or admin; each includes those before it.")
  var scope = "read"

  @Option(help: "Restrict the token to this application.")
  var app: String?

  @Option(help: "Restrict changes to this environment.")
  var environment: String?

  @Option(help: "Expire after this many days. (default: 90, or what the organization allows)")
  var expires: Int?

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard Scope(rawValue: scope) != nil else {
      throw ValidationError("--scope must be read, draft, publish or admin.")
    }
    guard TokenLifetime.allowed.contains(expires ?? 1) else {
      throw ValidationError(
        "--expires must be from 1 to \(TokenLifetime.allowed.upperBound) days.")
    }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    var body: JSONObject = ["name": .string(name), "scopes": [.string(scope)]]
    body["application"] = app.map { .string($0) }
    body["environment"] = environment.map { .string($0) }
    body["expiresInDays"] = expires.map { .integer($0) }
    let token = try await create(body, context)
    context.note(
      StyledText("API token “\(name)”. Copy it now; it will not be shown again:", .faint))
    context.write(token, [StyledText(token["token"]?.string ?? "")])
    return ExitStatus.ok
  }

  /// Requests the token; the organization's limit is a problem of the option.
  private func create(_ body: JSONObject, _ context: CommandContext) async throws -> JSON {
    do {
      return try await context.client.requestJSON(.post, "v1", "tokens", body: .object(body))
    } catch let problem as RemoteProblem {
      var problem = problem
      problem.message = problem.message.replacing("`expiresInDays`", with: "--expires")
      throw problem
    }
  }
}

/// Lists API tokens.
struct ListTokensCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List API tokens, newest first.",
    discussion: """
      --json: {"tokens": [{"id", "name", "scopes", "created", "owner", "application"?, \
      "environment"?, "lastUsed"?, "expires"?, "revoked"?}]}.

      Example:
        flowmagic token list
      """)

  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let tokens = try await context.client.requestJSON(.get, "v1", "tokens")["tokens"]?.array ?? []
    context.write(
      ["tokens": .array(tokens)],
      Table.lines(
        ["id", "name", "owner", "status", "last used", "scopes"], tokens.map(Self.row),
        width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private static func row(_ token: JSON) -> [StyledText] {
    let state: StyledText
    if let revoked = token["revoked"]?.string {
      state = StyledText("revoked \(TimestampFormatter.local(revoked))", .warning)
    } else if let expires = token["expires"]?.string {
      state = StyledText(TimestampFormatter.expiry(expires))
    } else {
      state = StyledText("active", .success)
    }
    let restriction = [token["application"]?.string, token["environment"]?.string].compactMap { $0 }
    let scopes = (token["scopes"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    return [
      StyledText(token["id"]?.string ?? ""), StyledText(token["name"]?.string ?? "", .strong),
      StyledText(token["owner"]?.string ?? ""), state,
      StyledText(token["lastUsed"]?.string.map { TimestampFormatter.local($0) } ?? "never"),
      StyledText(
        restriction.isEmpty ? scopes : "\(scopes) in \(restriction.joined(separator: " "))"),
    ]
  }
}

/// Revokes an API token.
struct RevokeTokenCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke an API token.",
    discussion: """
      This cannot be undone. Asks for confirmation; --yes skips the prompt. Accepts the token \
      itself, too, of which only the id is sent.

      --json: {"id", "revoked": true}.

      Example:
        flowmagic token revoke "$TOKEN_ID" --yes
      """)

  @Argument(help: "The token's id, from `token list`.")
  var id: String

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var remote: RemoteOptions

  /// The id, also of a whole token.
  ///
  /// NB: a URL must not contain a secret, because servers and proxies log it.
  private var tokenID: String {
    let parts = id.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] == "fm", !parts[1].isEmpty else { return id }
    return String(parts[1])
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let tokenID = self.tokenID
    if tokenID != id {
      context.note(StyledText("This is a whole token; its id is \(tokenID).", .faint))
    }
    try context.confirm(
      "Revoke the token \(tokenID)? Anything that uses it loses access.", isConfirmed: yes,
      otherwise: "The token was not revoked.")
    _ = try await context.client.send(.delete, "v1", "tokens", tokenID)
    context.write(
      ["id": .string(tokenID), "revoked": true],
      [context.success("Revoked the token \(tokenID).")])
    return ExitStatus.ok
  }
}
