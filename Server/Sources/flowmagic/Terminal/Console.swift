import ArgumentParser

/// The two streams that a command writes to.
package final class Console {
  /// Standard output: what was asked for.
  package let out: Output
  /// Standard error: what else a person should know.
  package let err: Output

  package init(color: ColorChoice) {
    Interrupts.ignoreClosedPipes()
    out = Output(System.output, TerminalTraits(System.output), color: color)
    err = Output(System.errors, TerminalTraits(System.errors), color: color)
  }

  package func report(_ problem: InputProblem) {
    err.lines(problem.lines(width: err.width, glyphs: err.glyphs))
  }

  package func flush() {
    out.flush()
    err.flush()
  }
}

/// The options that every verb has.
struct CommonOptions: ParsableArguments {
  @Option(help: "When to use colour: auto, always or never. NO_COLOR is honoured.")
  var color = ColorChoice.auto

  /// Runs a verb: whatever it has written is flushed, and a problem with its input is reported.
  ///
  /// - Throws: `ExitCode` unless the status is 0.
  func run(_ verb: (Console) throws(InputProblem) -> Int32) throws {
    let console = Console(color: color)
    var status: Int32
    do {
      status = try verb(console)
    } catch {
      console.out.flush()
      console.report(error)
      status = ExitStatus.failed
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}
