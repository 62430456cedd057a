import ArgumentParser
import FlowCore

/// Archives a build, so that publishing is not verified against it.
struct ArchiveManifestCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Archive a build.",
    discussion: """
      Publishing is not verified against an archived build, however many sessions it has: for \
      builds that no longer matter, or whose sessions are forged. --unarchive undoes it. \
      The change is recorded in the audit log, with the reason.

      --json: {"application", "platform", "version", "build", "archived", "reason" if given}.

      Example:
        flowmagic manifest archive ios 1.0 1 --app shop --reason "Only testers had it"
      """)

  @Argument(help: "The build's platform, such as ios.")
  var platform: String

  @Argument(help: "The build's version, such as 2.3.0.")
  var version: String

  @Argument(help: "The build's number, such as 451.")
  var build: String

  @Flag(help: "Unarchive the build.")
  var unarchive = false

  @Option(help: "The reason, for the audit log.")
  var reason: String?

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    let app = try await context.resolveApplication(application)
    var json: JSONObject = [
      "platform": .string(platform), "version": .string(version), "build": .string(build),
      "archived": .bool(!unarchive),
    ]
    json["reason"] = reason.map { .string($0) }
    _ = try await context.client.send(
      .put, "v1", "apps", app, "builds", "archived", body: JSON.object(json).utf8(.compact))
    json["application"] = .string(app)
    context.write(
      .object(json),
      [
        context.success(
          "\(unarchive ? "Unarchived" : "Archived") \(platform) \(version) \(build) of \(app).")
      ])
    return ExitStatus.ok
  }
}
