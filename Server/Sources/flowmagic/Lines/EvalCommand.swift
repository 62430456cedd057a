import ArgumentParser
import FlowCore

/// Whether conditions hold, one JSON line in, one line out.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Says whether conditions hold: a JSON line in, true or false out.",
    discussion: """
      Each line is an object with "condition", "context" (the attributes) and, if the condition \
      uses segments, "groups" (values by name). A line that cannot be understood is answered with \
      false and named on standard error; the exit status is then 1.

      Example:
        echo '{"condition": {"age": 21}, "context": {"age": 21}}' | flowmagic eval
      """)

  @Argument(help: "A file of JSON lines; - is standard input.", completion: .file())
  var file = "-"

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      try LineVerb(fallback: "false", answer: EvalCommand.answer).run(file, on: console)
    }
  }

  /// Answers one line.
  package static func answer(
    _ line: Source, _ warn: (String) -> Void
  ) throws(InputProblem) -> String {
    do {
      try line.root.requireObject()
      let condition = try line.root.required("condition")
      let context = try line.root.optionalObject("context")?.value.object ?? JSONObject()
      var segments: [Segment] = []
      if let groups = try line.root.optionalObject("groups") {
        for group in groups.members {
          let values = try group.value.requireArray().map(\.value)
          segments.append(Segment(name: group.key, values: values))
        }
      }
      let compiled = Condition(condition.value, segments: segments)
      for issue in compiled.issues {
        warn(issue.pointer.isEmpty ? issue.message : "\(issue.message) (at \(issue.pointer))")
      }
      return compiled.matches(context) ? "true" : "false"
    } catch {
      throw line.problem(error)
    }
  }
}
