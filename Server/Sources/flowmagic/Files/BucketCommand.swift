import ArgumentParser
import FlowCore

/// Computes the hash buckets that assign users to variants: one JSON line in, one line out.
struct BucketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bucket",
    abstract: "Compute users' buckets in a split: JSON lines in, numbers out.",
    discussion: """
      Each input line is an object with "seed" (the experiment), "value" (the user's identifier) \
      and "version" (the hash version, 1 or 2; default: 2). Each output line is a number from 0 \
      up to but not including 1, formatted as in JavaScript, or null for an unsupported version. \
      For an invalid line, the output is null, an error goes to standard error, and the exit \
      status is 1.

      Example:
        echo '{"seed": "short-form", "value": "user-1"}' | flowmagic bucket
      """)

  @Argument(help: "A file of JSON lines; - for standard input.", completion: .file())
  var file = "-"

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      try JSONLinesProcessor(fallback: "null", response: BucketCommand.response).run(
        file, on: console)
    }
  }

  /// The output for one line.
  package static func response(
    _ line: SourceText, _ warn: (String) -> Void
  ) throws(InputProblem) -> String {
    do {
      try line.root.requireObject()
      let seed = try line.root.requiredString("seed")
      let value = try identifier(line.root.required("value"))
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

  /// The user's identifier as text; numbers are formatted as in JavaScript.
  private static func identifier(_ view: JSONView) throws(FlowError) -> String {
    guard let number = view.number else { return try view.requireString() }
    if let whole = number.int { return whole.description }
    return JSONNumber(try view.requireDouble())?.text ?? number.text
  }
}
