import ArgumentParser
import FlowCore

/// Uploads a file as the draft.
struct PushCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Upload a file as the draft.",
    discussion: """
      Does not publish anything. Fails with status 1 if the draft was changed since the file was \
      last pulled or pushed; --force replaces it anyway.

      --json: {"application", "file", "revision", "updated", "isNew"}.

      Example:
        flowmagic push shop.json --app shop
      """)

  @Argument(
    help: "The file, in any format; - for standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Flag(help: "Replace the draft even if it was changed.")
  var force = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    var reader = InputReader()
    let loaded = try reader.readDocument(file)
    let app = try await context.resolveApplication(application)
    let pulled =
      file == "-" ? nil : try PulledRevision(of: file, app: app, at: context.client.server)
    let response = try await push(loaded, context, app, base: try pulled?.read())
    let json = try response.json()
    guard let revision = json["revision"]?.integer else {
      throw RemoteProblem("unexpected-response", "The server did not return the draft's revision.")
    }
    try pulled?.write(revision)
    context.write(
      [
        "application": .string(app), "file": .string(loaded.file), "revision": .integer(revision),
        "updated": json["updated"] ?? .null, "isNew": .bool(response.status == 201),
      ],
      [
        context.success("Pushed \(loaded.file) as revision \(revision) of the draft of \(app)."),
        StyledText("  Next: run `flowmagic verify`, then `flowmagic publish`.", .faint),
      ])
    return ExitStatus.ok
  }

  private func push(
    _ loaded: LoadedDocument, _ context: CommandContext, _ app: String, base: Int?
  ) async throws -> ServerResponse {
    let client = context.client
    func put(_ condition: [String: String]) async throws -> ServerResponse {
      try await client.send(
        .put, "v1", "apps", app, "draft", headers: condition, body: loaded.source.bytes)
    }
    let ifNoDraft = ["if-none-match": "*"]
    do {
      if force { return try await put(["if-match": "*"]) }
      return try await put(base.flatMap { $0 > 0 ? ["if-match": "\"\($0)\""] : nil } ?? ifNoDraft)
    } catch let problem as RemoteProblem where problem.code == "draft-changed" {
      if force { return try await put(ifNoDraft) }
      throw conflict(problem, loaded.file, app, base: base)
    }
  }

  private func conflict(
    _ problem: RemoteProblem, _ label: String, _ app: String, base: Int?
  ) -> RemoteProblem {
    var problem = problem
    let detail = problem.message
    if let base, base > 0 {
      problem.message = "\(label) is based on revision \(base) of the draft. \(detail)"
    } else {
      problem.message = "A draft already exists, and \(label) is not based on it. \(detail)"
    }
    problem.fix =
      "Run `flowmagic diff --app \(app) draft \(file)` to see the differences. Merge what you want "
      + "to keep and push with --force, or pull the draft to another file."
    return problem
  }
}
