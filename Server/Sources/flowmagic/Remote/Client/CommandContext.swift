import FlowCore

/// The context of a command that talks to a server: its output and its client.
struct CommandContext {
  let console: Console
  /// Whether to output JSON instead of text.
  let outputsJSON: Bool
  let client: ServerClient

  /// Writes the result as JSON or as text.
  func write(_ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [StyledText]) {
    if outputsJSON {
      console.out.write(json().utf8(.pretty) + [UInt8(ascii: "\n")])
    } else {
      console.out.writeLines(lines())
    }
  }

  /// Prints a note to standard error, unless the output is JSON.
  func note(_ text: StyledText) {
    if !outputsJSON {
      console.out.flush()
      console.err.writeLine(text)
      console.err.flush()
    }
  }

  /// A success message: "✓ …".
  func success(_ text: String) -> StyledText {
    StyledText("\(console.out.glyphs.done) ", .success) + StyledText(text)
  }

  // MARK: Defaults

  /// The application to use.
  func resolveApplication(_ option: ApplicationOption) async throws -> String {
    if let app = option.value { return app }
    let list = try await client.requestJSON(.get, "v1", "apps")["applications"]?.array ?? []
    let ids = list.compactMap { $0["id"]?.string }
    if let only = ids.first, ids.count == 1 { return only }
    guard !ids.isEmpty else {
      throw RemoteProblem(
        "no-application", "There are no applications.",
        fix: "Create one with `flowmagic app create ID`.")
    }
    throw RemoteProblem(
      "application-required", "There are several applications: \(ids.joined(separator: ", ")).",
      fix: "Select one with --app or FLOWMAGIC_APP.")
  }

  /// An environment.
  struct Environment {
    let name: String
    /// The number of its current release; nil if there is none.
    let currentRelease: Int?
  }

  /// The application's environments in order.
  func fetchEnvironments(of app: String) async throws -> [Environment] {
    let response = try await client.requestJSON(.get, "v1", "apps", app, "environments")
    return (response["environments"]?.array ?? []).compactMap { json in
      json["name"]?.string.map {
        Environment(name: $0, currentRelease: json["current"]?.integer)
      }
    }
  }

  /// The environment to use: the requested one, or that of the SDK key in `FLOWMAGIC_KEY`, or the
  /// only one that the token may change, or the last one.
  func resolveEnvironment(
    _ requested: String?, of app: String
  ) async throws -> Environment {
    let all = try await fetchEnvironments(of: app)
    var name = requested
    if name == nil { name = try await environmentOfKey(in: app) }
    if name == nil { name = await environmentOfToken() }
    guard let name = name ?? all.last?.name else {
      throw RemoteProblem("unknown-environment", "\(app) has no environments.")
    }
    guard let match = all.first(where: { $0.name == name }) else {
      throw RemoteProblem(
        "unknown-environment", "\(app) has no environment \"\(name)\".",
        fix: "Available environments: \(all.map(\.name).joined(separator: ", ")).")
    }
    return match
  }

  /// The environment of the SDK key in `FLOWMAGIC_KEY`; nil if it is not set.
  private func environmentOfKey(in app: String) async throws -> String? {
    guard let key = System.nonEmptyEnvironment("FLOWMAGIC_KEY") else { return nil }
    let response = try await client.requestJSON(.get, "v1", "apps", app, "sdk-keys")
    let list = response["keys"]?.array ?? []
    if let match = list.first(where: { $0["key"]?.string == key }) {
      return match["environment"]?.string
    }
    throw RemoteProblem(
      "wrong-sdk-key", "FLOWMAGIC_KEY is not an SDK key of \(app).",
      fix: "Select the environment with --environment, or unset FLOWMAGIC_KEY.")
  }

  /// The environment that the token's changes are limited to; nil if they are not.
  private func environmentOfToken() async -> String? {
    // An error of the token or the server is reported by the command's own request.
    try? await client.requestJSON(.get, "v1", "me")["environment"]?.string
  }

  // MARK: Confirmation

  /// Asks for confirmation in a terminal; scripts pass `--yes`.
  ///
  /// - Throws: `not-confirmed` unless the response is yes.
  func confirm(_ question: String, isConfirmed: Bool, otherwise message: String) throws {
    if isConfirmed { return }
    guard !outputsJSON, System.isTerminal(System.stdin), System.isTerminal(System.stderr) else {
      let reason = outputsJSON ? "--json does not prompt" : "there is no terminal"
      throw RemoteProblem(
        "not-confirmed", "\(message) Confirmation is required, but \(reason).",
        fix: "Use --yes to skip the confirmation prompt.")
    }
    console.out.flush()
    console.err.write(StyledText("\(question) ", .strong) + StyledText("[y/N] ", .faint))
    console.err.flush()
    var response = ""
    if case .bytes(let bytes)? = try? LineReader(System.stdin).next() {
      response = String(decoding: bytes, as: UTF8.self).lowercased()
    } else {
      console.err.writeLine()
    }
    guard ["y", "yes"].contains(response.filter { $0 != " " }) else {
      throw RemoteProblem("not-confirmed", message)
    }
  }
}

extension JSON {
  /// An integer; nil if the value is anything else.
  var integer: Int? { number?.int.map { Int($0) } }

  /// An integer.
  static func integer(_ number: Int) -> JSON { .number(JSONNumber(number)) }

  /// An integer, or null.
  static func integer(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }
}
