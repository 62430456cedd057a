import ArgumentParser

/// The `flowmagic` command: subcommands for files, for running a server, and for working with one.
@main
struct FlowMagicCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowmagic",
    abstract: "Validate, publish and serve app flows.",
    discussion: """
      Files may be in the native format, FlowKit's, or the legacy Flow Magic format; use - for \
      standard input. Run `flowmagic help COMMAND` for a command's options and an example.

      To enable shell completion, source the output of `flowmagic --generate-completion-script \
      bash` (or zsh, fish), or save it where your shell looks for completions.

      Exit status: 0 on success, 1 if the command failed, 64 for a usage error, 74 if the output \
      could not be written, 130 after Ctrl-C, 141 if the reader of the output closed it.
      """,
    version: BuildVersion.description,
    groupedSubcommands: [
      CommandGroup(
        name: "File",
        subcommands: [
          ValidateCommand.self, ConvertCommand.self, GraphCommand.self, DiffCommand.self,
          SimulateCommand.self, EvalCommand.self, BucketCommand.self,
        ]),
      CommandGroup(
        name: "Server",
        subcommands: [
          InitCommand.self, ServeCommand.self, BackupCommand.self, RestoreCommand.self,
          CheckCommand.self, KeysCommand.self, UserCommand.self,
        ]),
      CommandGroup(
        name: "Remote",
        subcommands: [
          LoginCommand.self, LogoutCommand.self, AppCommand.self, ManifestCommand.self,
          SnapshotCommand.self, PullCommand.self, PushCommand.self, VerifyCommand.self,
          PublishCommand.self, ReleasesCommand.self, RollbackCommand.self, RerouteCommand.self,
          WatchCommand.self,
          AuditCommand.self, OrganizationCommand.self, InviteCommand.self, TokenCommand.self,
        ]),
    ])

  /// Runs the command that the program's arguments name.
  static func main() async {
    let arguments = CommandSuggestion.argumentsToParse(
      Array(CommandLine.arguments.dropFirst()), of: FlowMagicCommand.self)
    do {
      var command = try await asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      if let text = CommandSuggestion.text(
        fullMessage(for: error), for: arguments, of: FlowMagicCommand.self)
      {
        try? System.write(Array("\(text)\n".utf8), to: System.stderr)
        System.exit(exitCode(for: error).rawValue)
      }
      // NB: for help and the version, the parser would ignore that the output cannot be written.
      let text = fullMessage(for: error)
      guard exitCode(for: error) == .success, !text.isEmpty else { exit(withError: error) }
      Output.print("\(text)\n")
    }
  }
}
