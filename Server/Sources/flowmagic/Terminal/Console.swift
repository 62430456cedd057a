import ArgumentParser

/// Standard output and standard error.
package final class Console {
  /// For the command's result.
  package let out: Output
  /// For errors, warnings and prompts.
  package let err: Output

  package init(color: ColorChoice) {
    Interrupts.ignoreClosedPipes()
    out = Output(System.stdout, TerminalTraits(System.stdout), color: color)
    err = Output(System.stderr, TerminalTraits(System.stderr), color: color)
  }

  package func report(_ problem: InputProblem) {
    err.writeLines(problem.lines(width: err.width, glyphs: err.glyphs))
  }

  package func flush() {
    out.flush()
    err.flush()
  }
}

/// The options of the commands for files, and of those that work with a server through its API.
struct CommonOptions: ParsableArguments {
  @Option(help: "When to use color: auto, always or never; NO_COLOR is respected.")
  var color = ColorChoice.auto

  /// Runs a command, flushes its output and reports problems with its input.
  ///
  /// - Throws: `ExitCode` unless the status is 0.
  func run(_ body: (Console) throws(InputProblem) -> Int32) throws {
    let console = Console(color: color)
    var status: Int32
    do {
      status = try body(console)
    } catch {
      console.out.flush()
      console.report(error)
      status = ExitStatus.failed
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}
