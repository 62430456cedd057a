import ArgumentParser
import FlowCore

/// Rolls back to an earlier release.
struct RollbackCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Roll back to an earlier release.",
    discussion: """
      Publishes the earlier release's content as a new release of the same environment. Shows the \
      changes and asks for confirmation; --yes skips the prompt. If the content is already live, \
      nothing is published; see `publish --republish`.

      --json: as `publish --json`; the release has "rollbackOf".

      Example:
        flowmagic rollback 2 --app shop --note "Fewer sign-ups" --yes
      """)

  @Argument(help: "The release number to roll back to.")
  var number: Int

  @Option(help: "A note for the list of releases.")
  var note: String?

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @Option(help: "The environment, which must be the release's own. (default: the release's own)")
  var environment: String?

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("Release numbers start at 1.") }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    let old = try context.parse(
      try await context.fetchRelease(number, of: app), "release \(number)")
    let name = environment ?? old.document.environment?.string ?? ""
    let target = try await context.resolveEnvironment(name, of: app)
    let service = ReleaseService(context: context, app: app, environment: target)
    let changes = service.changes(
      from: try await service.fetchCurrent()?.document, to: old.document)
    if changes.isEmpty {
      context.write(
        service.json(changes, nil),
        [
          StyledText(
            "No changes: \(target.name) of \(app) already has the content of release \(number)."),
          service.republishAdvice,
        ])
      return ExitStatus.ok
    }
    if !context.outputsJSON { context.console.out.writeLines(service.text(changes)) }
    try context.confirm(
      "Roll back \(target.name) of \(app) to release \(number)?", isConfirmed: yes,
      otherwise: "Nothing was changed.")
    let result = try await service.rollBack(to: number, note: note)
    context.write(service.json(changes, result), [service.successMessage(result)])
    return ExitStatus.ok
  }
}
