import FlowCore

/// One run of a verb against a server.
struct RemoteSession {
  let console: Console
  /// Whether a program reads the output.
  let isJSON: Bool
  let client: ServerClient

  /// Writes the answer: a document for programs, lines for people.
  func write(_ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [StyledText]) {
    if isJSON {
      console.out.write(json().utf8(.pretty) + [UInt8(ascii: "\n")])
    } else {
      console.out.lines(lines())
    }
  }

  /// Says something on the way, which is not the answer.
  func note(_ text: StyledText) {
    if !isJSON {
      console.out.flush()
      console.err.line(text)
      console.err.flush()
    }
  }

  /// "✓ …": something was done.
  func done(_ text: String) -> StyledText {
    StyledText("\(console.out.glyphs.done) ", .good) + StyledText(text)
  }

  // MARK: What is meant

  /// The application that a verb is about.
  func application(_ option: ApplicationOption) async throws -> String {
    if let app = option.spoken { return app }
    let list = try await client.json(.get, "v1", "apps")["applications"]?.array ?? []
    let ids = list.compactMap { $0["id"]?.string }
    if let only = ids.first, ids.count == 1 { return only }
    guard !ids.isEmpty else {
      throw RemoteProblem(
        "no-application", "There is no application yet.",
        fix: "Add one with `flowmagic app create ID`.")
    }
    throw RemoteProblem(
      "which-application", "There are several applications: \(ids.joined(separator: ", ")).",
      fix: "Say which one with --app or FLOWMAGIC_APP.")
  }

  /// An environment and what is live there.
  struct Environment {
    let name: String
    let current: Int?
  }

  /// The application's environments in their order.
  func environments(of app: String) async throws -> [Environment] {
    let list = try await client.json(.get, "v1", "apps", app, "environments")["environments"]?.array
    return (list ?? []).compactMap { json in
      json["name"]?.string.map { Environment(name: $0, current: json["current"]?.wholeNumber) }
    }
  }

  /// The environment that a verb is about; the last one if none was said.
  func environment(
    _ spoken: String?, of app: String
  ) async throws -> Environment {
    let all = try await environments(of: app)
    guard let name = spoken ?? all.last?.name else {
      throw RemoteProblem("unknown-environment", "\(app) has no environment.")
    }
    guard let found = all.first(where: { $0.name == name }) else {
      throw RemoteProblem(
        "unknown-environment", "\(app) has no environment \"\(name)\".",
        fix: "There are: \(all.map(\.name).joined(separator: ", ")).")
    }
    return found
  }

  // MARK: Questions

  /// Asks a person who sits at the terminal; in a script, `--yes` answers.
  ///
  /// - Throws: `not-confirmed` unless the answer is yes.
  func confirm(_ question: String, isSure: Bool, refusal: String) throws {
    if isSure { return }
    guard !isJSON, System.isTerminal(System.input), System.isTerminal(System.errors) else {
      throw RemoteProblem(
        "not-confirmed", "\(refusal) It must be confirmed, and nobody can be asked here.",
        fix: "Give --yes to do it without a question.")
    }
    console.out.flush()
    console.err.write(StyledText("\(question) ", .strong) + StyledText("[y/N] ", .faint))
    console.err.flush()
    var answer = ""
    if case .bytes(let bytes)? = try? LineReader(System.input).next() {
      answer = String(decoding: bytes, as: UTF8.self).lowercased()
    } else {
      console.err.line()
    }
    guard ["y", "yes"].contains(answer.filter { $0 != " " }) else {
      throw RemoteProblem("not-confirmed", refusal)
    }
  }
}

extension JSON {
  /// A number without a fraction that fits an `Int`.
  var wholeNumber: Int? { number?.int.map { Int($0) } }

  /// A whole number.
  static func whole(_ number: Int) -> JSON { .number(JSONNumber(number)) }

  /// A whole number, or null.
  static func whole(_ number: Int?) -> JSON { number.map { .whole($0) } ?? .null }
}
