import ArgumentParser

/// The `flowmagic` command: the engine's verbs that need no server.
@main
struct FlowMagicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowmagic",
    abstract: "Checks, converts, draws, compares and walks flows.",
    discussion: """
      Files may be in the native, the Flow Magic or the FlowKit format; - is standard input. \
      `flowmagic help VERB` explains a verb with an example.

      `flowmagic --generate-completion-script bash` (or zsh, fish) prints a script that completes \
      verbs and options; `source` it or save it where your shell looks for completions.

      Exit status: 0 if all is well, 1 if what was asked for failed, 64 if the command line is \
      wrong, 130 after Ctrl-C.
      """,
    version: "0.1.0",
    subcommands: [
      ValidateCommand.self, ConvertCommand.self, GraphCommand.self, DiffCommand.self,
      WalkCommand.self, EvalCommand.self, BucketCommand.self,
    ])
}
