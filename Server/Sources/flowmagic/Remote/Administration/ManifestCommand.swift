import ArgumentParser
import FlowCore
import FlowServer

/// Commands for manifests.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Manage build manifests.",
    subcommands: [
      PushManifestCommand.self, ListManifestsCommand.self, ArchiveManifestCommand.self,
    ])
}

/// Uploads a build's manifest.
struct PushManifestCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Upload a build's manifest.",
    discussion: """
      Flows are then checked against the screens, ports, needs and provides that the build \
      declares. Replaces an earlier manifest with the same platform, version and build.

      --json: {"application", "platform", "version", "build", "received", "isNew": true if it is \
      new or different}.

      Example:
        flowmagic manifest push shop.manifest.json --app shop
      """)

  @Argument(
    help: "The manifest; - for standard input.", completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    var reader = InputReader()
    let source = try reader.readSource(file)
    let manifest = try source.manifest()
    let app = try await context.resolveApplication(application)
    let response = try await context.client.send(
      .post, "v1", "apps", app, "manifests", body: source.bytes)
    guard var json = try response.json().object else {
      throw RemoteProblem("unexpected-response", "The server's response is not an object.")
    }
    let isNew = response.status == 201
    json["application"] = .string(app)
    json["isNew"] = .bool(isNew)
    let build = ["platform", "version", "build"].compactMap { json[$0]?.string }
      .joined(separator: " ")
    context.write(
      .object(json),
      [
        context.success(
          isNew
            ? "Uploaded the manifest of \(build) for \(app): "
              + "\(Plural.text(manifest.screens.count, "screen"))."
            : "No changes: \(app) already has this manifest of \(build).")
      ])
    return ExitStatus.ok
  }
}
