import ArgumentParser

/// The `flowmagic` command: the engine's verbs that need no server, the server itself, and the
/// verbs that work against one.
@main
struct FlowMagicCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowmagic",
    abstract: "Checks, converts, draws, compares, walks, serves and publishes flows.",
    discussion: """
      Files may be in the native, the Flow Magic or the FlowKit format; - is standard input. \
      `flowmagic help VERB` explains a verb with an example.

      `flowmagic --generate-completion-script bash` (or zsh, fish) prints a script that completes \
      verbs and options; `source` it or save it where your shell looks for completions.

      Exit status: 0 if all is well, 1 if what was asked for failed, 64 if the command line is \
      wrong, 130 after Ctrl-C.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Files",
        subcommands: [
          ValidateCommand.self, ConvertCommand.self, GraphCommand.self, DiffCommand.self,
          WalkCommand.self, EvalCommand.self, BucketCommand.self,
        ]),
      CommandGroup(
        name: "A server's operation",
        subcommands: [
          InitCommand.self, ServeCommand.self, KeysCommand.self, UserCommand.self,
        ]),
      CommandGroup(
        name: "Work against a server",
        subcommands: [
          LoginCommand.self, LogoutCommand.self, AppCommand.self, ManifestCommand.self,
          SnapshotCommand.self, PullCommand.self, PushCommand.self, VerifyCommand.self,
          PublishCommand.self,
          ReleasesCommand.self, RollbackCommand.self, RerouteCommand.self, WatchCommand.self,
          AuditCommand.self, OrganizationCommand.self, InviteCommand.self, TokenCommand.self,
        ]),
    ])
}
