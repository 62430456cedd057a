import ArgumentParser
import FlowCore

/// What can be done with manifests.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Tells the server what a build of an app declares.",
    subcommands: [PushManifestCommand.self])
}

/// Sends what a build declares.
struct PushManifestCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Sends a build's manifest: its screens, ports, needs and provides.",
    discussion: """
      From then on flows are checked against this build too. It takes the place of what the same \
      platform, version and build declared before.

      --json: {"application", "platform", "version", "build", "received", "isNew": whether it is \
      new or different}.

      Example:
        flowmagic manifest push shop.manifest.json --app shop
      """)

  @Argument(
    help: "The manifest; - is standard input.", completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ session: RemoteSession) async throws -> Int32 {
    var reader = InputReader()
    let source = try reader.source(file)
    let manifest = try source.manifest()
    let app = try await session.application(application)
    let answer = try await session.client.send(
      .post, "v1", "apps", app, "manifests", body: source.bytes)
    guard var json = try answer.json().object else {
      throw RemoteProblem("unexpected-answer", "The server's answer is no object.")
    }
    let isNew = answer.status == 201
    json["application"] = .string(app)
    json["isNew"] = .bool(isNew)
    let build = ["platform", "version", "build"].compactMap { json[$0]?.string }
      .joined(separator: " ")
    session.write(
      .object(json),
      [
        session.done(
          isNew
            ? "\(app) has the manifest of \(build): "
              + "\(Counted.words(manifest.screens.count, "screen"))."
            : "\(app) had exactly this manifest of \(build) already.")
      ])
    return ExitStatus.ok
  }
}
