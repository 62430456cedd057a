import ArgumentParser
import FlowCore

/// Walks a flow in the terminal.
struct WalkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "walk",
    abstract: "Walks a flow in the terminal, step by step.",
    discussion: """
      Shows each step, offers its ports, asks for what it gives and says why a route was taken. \
      Without --manifest, what a step gives is guessed from its content and from the conditions \
      that look at it.

      With --answers nobody is asked. The file is an object with "answers": an object by step, \
      {"email": {"port": "next", "output": "a@b.c"}, "*": {}}, where "*" stands for all other \
      steps, or an array of events, [{"fire": "next", "output": 1}, {"back": true}]. It may also \
      have "context" and "flow". If the walk cannot go on, the exit status is 1.

      Example:
        flowmagic walk shop.json --answers shop.answers.json
      """)

  @Argument(
    help: "The file with the flow; - is standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: "The flow to walk; the first one if left out.")
  var flow: String?

  @Option(help: "The person's attributes: a JSON object, or @ and a file that has one.")
  var context: String?

  @Option(help: "What the build that walks declares.", completion: .file(extensions: ["json"]))
  var manifest: String?

  @Option(help: "Take the answers from this file.", completion: .file(extensions: ["json"]))
  var answers: String?

  @Option(help: "With --answers: the most moves, against walks that go in circles.")
  var stepLimit = 1_000

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard stepLimit > 0 else { throw ValidationError("--step-limit must be at least 1.") }
  }

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.document(file)
      let manifest = try manifest.map { [$0] }.map { file throws(InputProblem) in
        try reader.manifests(file)
      }?.first
      let sheet: AnswerSheet?
      if let answers { sheet = try AnswerSheet(reader.source(answers)) } else { sheet = nil }
      let context = try attributes(&reader) ?? sheet?.context ?? JSONObject()
      let flow = try loaded.flow(flow ?? sheet?.flow?.string).id
      let release: Release
      do throws(FlowError) {
        release = try Release(loaded.document, manifest: manifest)
      } catch {
        throw loaded.source.problem(error)
      }
      let start = Session.start(flow, in: release, context: context)
      let guide = WalkGuide(loaded.document, manifest: manifest)
      if let sheet {
        let walk = UnattendedWalk(
          guide: guide, sheet: sheet, stepLimit: stepLimit, out: console.out, err: console.err)
        return walk.run(start)
      }
      return try walkInTerminal(guide, start, console)
    }
  }

  /// The context of `--context`.
  private func attributes(_ reader: inout InputReader) throws(InputProblem) -> JSONObject? {
    guard let context else { return nil }
    let source: Source
    if context.hasPrefix("@") {
      source = try reader.source(String(context.dropFirst()))
    } else {
      source = try Source(file: "--context", bytes: Array(context.utf8))
    }
    guard let object = source.root.value.object else {
      throw source.problem(
        "The context must be an object of attributes, such as {\"country\": \"DE\"}.",
        code: FlowError.Code.wrongType.rawValue)
    }
    return object
  }

  private func walkInTerminal(
    _ guide: WalkGuide, _ start: (session: Session, transition: Transition), _ console: Console
  ) throws(InputProblem) -> Int32 {
    do {
      let usesInput = file == "-" || context == "@-" || manifest == "-"
      let descriptor = usesInput ? try System.openControllingTerminal() : System.input
      Interrupts.catchKeyboard()
      let walk = TerminalWalk(
        guide: guide, session: start.session, exposures: start.transition.exposures,
        out: console.out, reader: LineReader(descriptor))
      return try walk.run(start.transition)
    } catch {
      throw InputProblem(
        file: "walk", code: "no-terminal",
        message: "There is no terminal to ask in (\(error.reason)). Use --answers.")
    }
  }
}
