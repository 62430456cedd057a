import ArgumentParser
import FlowCore

/// The numbers that splits divide people by, one JSON line in, one line out.
struct BucketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bucket",
    abstract: "Says which number a person has in a split: a JSON line in, a number out.",
    discussion: """
      Each line is an object with "seed" (the experiment), "value" (what identifies the person) \
      and "version" (1 or 2; 2 if left out). The answer is a number from 0 to 1, 1 excluded, as \
      JavaScript writes it, or null for a version that does not exist. A line that cannot be \
      understood is answered with null and named on standard error; the exit status is then 1.

      Example:
        echo '{"seed": "short-form", "value": "user-1"}' | flowmagic bucket
      """)

  @Argument(help: "A file of JSON lines; - is standard input.", completion: .file())
  var file = "-"

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      try LineVerb(fallback: "null", answer: BucketCommand.answer).run(file, on: console)
    }
  }

  /// Answers one line.
  package static func answer(
    _ line: Source, _ warn: (String) -> Void
  ) throws(InputProblem) -> String {
    do {
      try line.root.requireObject()
      let seed = try line.root.requiredString("seed")
      let value = try identity(line.root.required("value"))
      let version = try line.root.optional("version").map(number) ?? 2
      guard let whole = Int(exactly: version),
        let bucket = BucketHash.number(seed: seed, value: value, version: whole)
      else { return "null" }
      return JSONNumber(bucket)?.text ?? "null"
    } catch {
      throw line.problem(error)
    }
  }

  private static func number(_ view: JSONView) throws(FlowError) -> Double {
    try view.requireDouble()
  }

  /// What identifies the person as text: a number as JavaScript writes it.
  private static func identity(_ view: JSONView) throws(FlowError) -> String {
    guard let number = view.number else { return try view.requireString() }
    if let whole = number.int { return whole.description }
    return JSONNumber(try view.requireDouble())?.text ?? number.text
  }
}
