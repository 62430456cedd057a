import ArgumentParser
import FlowCore

/// Shows the server what a screen looks like.
struct SnapshotCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Sends a picture of a screen, for the portal's canvas.",
    discussion: """
      A PNG, JPEG or WebP file of at most 1 MiB takes the place of the screen's picture before. \
      Apps that are being made may send their own: see ReleaseClient.sendSnapshot in the SDK. Run \
      this where a UI test makes screenshots.

      --json: {"application", "screen", "snapshot": {"at", "etag", "width", "height"} or null, \
      "isDeclared": whether a build declares the screen}.

      Example:
        flowmagic snapshot shop Home home.png
      """)

  @Argument(help: "The application's id.")
  var application: String

  @Argument(help: "The screen's name.")
  var screen: String

  @Argument(help: "The picture; - is standard input.", completion: .file())
  var file: String?

  @Flag(help: "Take the screen's picture away.")
  var remove = false

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard (file == nil) == remove else {
      throw ValidationError("Give a picture, or --remove to take the picture away.")
    }
  }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    let path = ["v1", "apps", application, "screens", screen, "snapshot"]
    if let file {
      var reader = InputReader()
      let bytes = try reader.bytes(file)
      _ = try await session.client.send(
        .put, path, headers: ["content-type": "application/octet-stream"], body: bytes)
    } else {
      _ = try await session.client.send(.delete, path)
    }
    try await report(session)
    return ExitStatus.ok
  }

  /// What is there now, from the list that the portal reads.
  private func report(_ session: RemoteSession) async throws {
    let list = try await session.client.json(.get, "v1", "apps", application, "screens")
    let screens = list["screens"]?.array ?? []
    let found = screens.first { $0["name"]?.string == screen }
    let snapshot = found?["snapshot"] ?? .null
    if found == nil, !remove {
      session.note(
        StyledText("warning: ", .warning)
          + StyledText("No build declares a screen \(screen), so nobody sees its picture yet."))
    }
    session.write(
      [
        "application": .string(application), "screen": .string(screen), "snapshot": snapshot,
        "isDeclared": .bool(found != nil),
      ], [session.done(sentence(snapshot))])
  }

  private func sentence(_ snapshot: JSON) -> String {
    guard !remove else { return "\(screen) of \(application) has no picture any more." }
    let size = [snapshot["width"], snapshot["height"]].compactMap { $0?.wholeNumber }
    let words = size.count == 2 ? ": \(size[0]) × \(size[1]) pixels" : ""
    return "\(screen) of \(application) has its picture\(words)."
  }
}
