import ArgumentParser
import FlowCore

/// Makes a file the draft.
struct PushCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Makes a file the application's draft.",
    discussion: """
      Nothing goes live. The draft is replaced only if it is still the one that the file was \
      pulled from or pushed to before; otherwise somebody else has changed it, and the exit \
      status is 1. --force replaces it all the same.

      --json: {"application", "file", "revision", "updated", "isNew"}.

      Example:
        flowmagic push shop.json --app shop
      """)

  @Argument(
    help: "The file, in any of the formats; - is standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Flag(help: "Replace the draft whoever changed it.")
  var force = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    var reader = InputReader()
    let loaded = try reader.document(file)
    let app = try await session.application(application)
    let memory =
      file == "-" ? nil : try PulledRevision(of: file, app: app, at: session.client.location)
    let answer = try await push(loaded, session, app, base: try memory?.read())
    let json = try answer.json()
    guard let revision = json["revision"]?.wholeNumber else {
      throw RemoteProblem("unexpected-answer", "The server did not say the draft's revision.")
    }
    try memory?.write(revision)
    session.write(
      [
        "application": .string(app), "file": .string(loaded.file), "revision": .whole(revision),
        "updated": json["updated"] ?? .null, "isNew": .bool(answer.status == 201),
      ],
      [
        session.done("The draft of \(app) is \(loaded.file) now: revision \(revision)."),
        StyledText("  Next: flowmagic verify, then flowmagic publish.", .faint),
      ])
    return ExitStatus.ok
  }

  private func push(
    _ loaded: LoadedDocument, _ session: RemoteSession, _ app: String, base: Int?
  ) async throws -> ServerAnswer {
    let client = session.client
    func put(_ condition: [String: String]) async throws -> ServerAnswer {
      try await client.send(
        .put, "v1", "apps", app, "draft", headers: condition, body: loaded.source.bytes)
    }
    let isFirst = ["if-none-match": "*"]
    do {
      if force { return try await put(["if-match": "*"]) }
      return try await put(base.flatMap { $0 > 0 ? ["if-match": "\"\($0)\""] : nil } ?? isFirst)
    } catch let problem as RemoteProblem where problem.code == "draft-changed" {
      if force { return try await put(isFirst) }
      throw conflict(problem, loaded.file, app, base: base)
    }
  }

  private func conflict(
    _ problem: RemoteProblem, _ label: String, _ app: String, base: Int?
  ) -> RemoteProblem {
    var problem = problem
    let detail = problem.message.replacing(" Read it again.", with: "")
    if let base, base > 0 {
      problem.message = "\(label) is based on revision \(base) of the draft. \(detail)"
    } else {
      problem.message = "There is a draft that \(label) is not based on. \(detail)"
    }
    problem.fix =
      "`flowmagic diff --app \(app) draft \(file)` shows how they differ. Take over what you want "
      + "to keep, then push with --force; or pull the draft to another file and work there."
    return problem
  }
}
