import ArgumentParser
import FlowCore

/// Evaluates conditions: one JSON line in, one line out.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Evaluate conditions: JSON lines in, true or false out.",
    discussion: """
      Each input line is an object with "condition", "context" (the user's attributes) and, if the \
      condition uses segments, "groups": the segments' lists of values, by name. For an invalid \
      line, the output is false, an error goes to standard error, and the exit status is 1.

      Example:
        echo '{"condition": {"age": 21}, "context": {"age": 21}}' | flowmagic eval
      """)

  @Argument(help: "A file of JSON lines; - for standard input.", completion: .file())
  var file = "-"

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      try JSONLinesProcessor(fallback: "false", response: EvalCommand.response).run(
        file, on: console)
    }
  }

  /// The output for one line.
  package static func response(
    _ line: SourceText, _ warn: (String) -> Void
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
