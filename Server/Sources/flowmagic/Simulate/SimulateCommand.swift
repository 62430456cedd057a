import ArgumentParser
import FlowCore

/// Steps through a flow in the terminal.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Step through a flow in the terminal.",
    discussion: """
      Shows each step, lets you choose a port, asks for the step's output and explains which \
      route was taken and why. Without --manifest, outputs are inferred from the step's content \
      and from the conditions that use them.

      With --answers, runs without prompts. The file is a JSON object with "answers": an object by \
      step, {"email": {"port": "next", "output": "a@b.c"}, "*": {}}, where "*" applies to all \
      other steps, or an array of events, [{"fire": "next", "output": 1}, {"back": true}]. It may \
      also have "context" and "flow". The exit status is 1 if the simulation cannot continue.

      Example:
        flowmagic simulate shop.json --answers shop.answers.json
      """)

  @Argument(
    help: "The file with the flow; - for standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: "The flow's id. (default: the first flow)")
  var flow: String?

  @Option(help: "The user's attributes as a JSON object, or @FILE to read them from a file.")
  var context: String?

  @Option(help: "The manifest of the build to simulate.", completion: .file(extensions: ["json"]))
  var manifest: String?

  @Option(
    help: "Read answers from this file instead of prompting.",
    completion: .file(extensions: ["json"]))
  var answers: String?

  @Option(help: "With --answers: stop after this many moves, in case the flow loops.")
  var stepLimit = 1_000

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard stepLimit > 0 else { throw ValidationError("--step-limit must be at least 1.") }
  }

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.readDocument(file)
      let manifest = try manifest.map { [$0] }.map { file throws(InputProblem) in
        try reader.readManifests(file)
      }?.first
      let answerFile: AnswerFile?
      if let answers {
        answerFile = try AnswerFile(reader.readSource(answers))
      } else {
        answerFile = nil
      }
      let context = try attributes(&reader) ?? answerFile?.context ?? JSONObject()
      let flow = try loaded.flow(flow ?? answerFile?.flow?.string).id
      let release: Release
      do throws(FlowError) {
        release = try Release(loaded.document, manifest: manifest)
      } catch {
        throw loaded.source.problem(error)
      }
      let start = Session.start(flow, in: release, context: context)
      let presenter = SimulationPresenter(loaded.document, manifest: manifest)
      if let answerFile {
        let simulation = ScriptedSimulation(
          presenter: presenter, answers: answerFile, stepLimit: stepLimit, out: console.out,
          err: console.err)
        return simulation.run(start)
      }
      return try simulateInteractively(presenter, start, console)
    }
  }

  /// The context of `--context`.
  private func attributes(_ reader: inout InputReader) throws(InputProblem) -> JSONObject? {
    guard let context else { return nil }
    let source: SourceText
    if context.hasPrefix("@") {
      source = try reader.readSource(String(context.dropFirst()))
    } else {
      source = try SourceText(file: "--context", bytes: Array(context.utf8))
    }
    guard let object = source.root.value.object else {
      throw source.problem(
        "The context must be a JSON object of attributes, such as {\"country\": \"DE\"}.",
        code: FlowError.Code.wrongType.rawValue)
    }
    return object
  }

  private func simulateInteractively(
    _ presenter: SimulationPresenter, _ start: (session: Session, transition: SessionTransition),
    _ console: Console
  ) throws(InputProblem) -> Int32 {
    do {
      let usesInput = file == "-" || context == "@-" || manifest == "-"
      let descriptor = usesInput ? try System.openControllingTerminal() : System.stdin
      Interrupts.catchInterrupts()
      let simulation = InteractiveSimulation(
        presenter: presenter, session: start.session, exposures: start.transition.exposures,
        out: console.out, reader: LineReader(descriptor))
      return try simulation.run(start.transition)
    } catch {
      throw InputProblem(
        file: "simulate", code: "no-terminal",
        message: "Cannot prompt without a terminal (\(error.reason)). Use --answers.")
    }
  }
}
