import ArgumentParser
import FlowCore

/// Brings a draft or a release from the server.
struct PullCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Brings the draft, or a release, from the server.",
    discussion: """
      Without --release and --environment it is the draft, byte for byte as it was pushed; if \
      there is none, what is live in the last environment, to begin a draft with. A release comes \
      laid out for reading and without its number; --raw gives its exact bytes. `push` remembers \
      what was pulled to a file.

      --json: {"application", "source": "draft" | "release", "revision" | "number" and \
      "environment", "file"}; without a file also "document".

      Example:
        flowmagic pull shop.json --app shop
      """)

  @Argument(
    help: "The file to write; - or nothing is standard output.",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Option(help: "The release with this number.")
  var release: Int?

  @Option(help: "What is live in this environment.")
  var environment: String?

  @Flag(help: "Write a release's exact bytes.")
  var raw = false

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard release == nil || environment == nil else {
      throw ValidationError("Give --release or --environment, not both.")
    }
  }

  /// What is brought, and where it is from.
  private struct Pulled {
    var bytes: [UInt8]
    var words: String
    var source: JSONObject
    /// The draft that a push of it replaces; nil if it is not known to replace one.
    var base: Int?
  }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let app = try await session.application(application)
    let pulled = try await pull(session, app)
    var about: JSONObject = ["application": .string(app)]
    for member in pulled.source.members { about[member.key] = member.value }
    guard let file, file != "-" else {
      about["file"] = .null
      if session.isJSON {
        about["document"] = try JSON(parsing: pulled.bytes)
        session.console.out.write(JSON.object(about).utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        session.console.out.write(pulled.bytes)
      }
      return ExitStatus.ok
    }
    do throws(System.Refusal) {
      try System.replaceFile(at: file, with: pulled.bytes)
    } catch {
      throw InputProblem(
        file: file, code: "unwritable-file",
        message: "The file cannot be written: \(error.reason).")
    }
    let memory = try PulledRevision(of: file, app: app, at: session.client.location)
    if let base = pulled.base { try memory.write(base) } else { try memory.forget() }
    about["file"] = .string(file)
    session.write(.object(about), [session.done("\(file) holds \(pulled.words) of \(app).")])
    return ExitStatus.ok
  }

  private func pull(_ session: RemoteSession, _ app: String) async throws -> Pulled {
    if let release { return try await pull(release, session, app) }
    if let environment {
      let place = try await session.environment(environment, of: app)
      guard let current = place.current else {
        throw RemoteProblem(
          "no-release", "Nothing has been published to \"\(environment)\" yet.",
          fix: "Pull the draft, or another environment.")
      }
      return try await pull(current, session, app)
    }
    if let draft = try await session.draft(of: app) {
      return Pulled(
        bytes: draft.bytes, words: "revision \(draft.revision ?? 0) of the draft",
        source: ["source": "draft", "revision": .whole(draft.revision)], base: draft.revision)
    }
    guard let last = try await session.environments(of: app).last, let current = last.current else {
      throw RemoteProblem(
        "no-draft", "\(app) has no draft and nothing is published.",
        fix: "Make a draft with `flowmagic push FILE`.")
    }
    session.note(
      StyledText("There is no draft; this is what is live in \(last.name).", .faint))
    var pulled = try await pull(current, session, app)
    pulled.base = 0
    return pulled
  }

  private func pull(_ number: Int, _ session: RemoteSession, _ app: String) async throws -> Pulled {
    let bytes = try await session.release(number, of: app)
    var document = try session.loaded(bytes, "release \(number)").document
    let environment = document.environment?.string
    // What labels a release would only make noise in a file that people compare.
    document.environment = nil
    document.number = nil
    let text = raw ? bytes : document.json.utf8(.pretty) + [UInt8(ascii: "\n")]
    return Pulled(
      bytes: text, words: "release \(number)",
      source: [
        "source": "release", "number": .whole(number),
        "environment": environment.map { .string($0) } ?? .null,
      ])
  }
}
