import ArgumentParser
import FlowCore

/// Uploads a screenshot of a screen.
struct SnapshotCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Upload a screenshot of a screen, for the portal's canvas.",
    discussion: """
      Replaces the screen's image with a PNG, JPEG or WebP file of at most 1 MiB. Run it after UI \
      tests that take screenshots. Debug builds of an app can upload their own with the SDK's \
      ReleaseClient.sendSnapshot.

      --json: {"application", "screen", "snapshot": {"at", "etag", "width", "height"} or null, \
      "isDeclared": true if a build declares the screen}.

      Example:
        flowmagic snapshot shop Home home.png
      """)

  @Argument(help: "The application's id.")
  var application: String

  @Argument(help: "The screen's name.")
  var screen: String

  @Argument(help: "The image file; - for standard input.", completion: .file())
  var file: String?

  @Flag(help: "Remove the screen's image.")
  var remove = false

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard (file == nil) == remove else {
      throw ValidationError("Give either an image file or --remove.")
    }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    let path = ["v1", "apps", application, "screens", screen, "snapshot"]
    if let file {
      var reader = InputReader()
      let bytes = try reader.readBytes(file)
      _ = try await context.client.send(
        .put, path, headers: ["content-type": "application/octet-stream"], body: bytes)
    } else {
      _ = try await context.client.send(.delete, path)
    }
    try await report(context)
    return ExitStatus.ok
  }

  /// Prints the resulting state.
  private func report(_ context: CommandContext) async throws {
    let list = try await context.client.requestJSON(.get, "v1", "apps", application, "screens")
    let screens = list["screens"]?.array ?? []
    let declared = screens.first { $0["name"]?.string == screen }
    let snapshot = declared?["snapshot"] ?? .null
    if declared == nil, !remove {
      context.note(
        StyledText("warning: ", .warning)
          + StyledText(
            "No build declares a screen \(screen), so the portal does not show its image yet."))
    }
    context.write(
      [
        "application": .string(application), "screen": .string(screen), "snapshot": snapshot,
        "isDeclared": .bool(declared != nil),
      ], [context.success(message(snapshot))])
  }

  private func message(_ snapshot: JSON) -> String {
    guard !remove else { return "Removed the image of \(screen) of \(application)." }
    let size = [snapshot["width"], snapshot["height"]].compactMap { $0?.integer }
    let suffix = size.count == 2 ? ": \(size[0]) × \(size[1]) pixels" : ""
    return "Uploaded the image of \(screen) of \(application)\(suffix)."
  }
}
