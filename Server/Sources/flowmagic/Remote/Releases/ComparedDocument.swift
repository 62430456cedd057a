import FlowCore

/// One side of `diff --app`.
enum ComparedDocument {
  /// Loads the document of a release number, `draft`, an environment or a file.
  static func load(
    _ text: String, of app: String, _ context: CommandContext, _ reader: inout InputReader
  ) async throws -> FlowDocument {
    if let number = Int(text), number > 0 {
      return try context.parse(try await context.fetchRelease(number, of: app), "release \(number)")
        .document
    }
    if text == "draft" {
      guard let draft = try await context.fetchDraft(of: app) else {
        throw RemoteProblem("no-draft", "\(app) has no draft.")
      }
      return try context.parse(draft.bytes, "draft").document
    }
    let environments = try await context.fetchEnvironments(of: app)
    guard let environment = environments.first(where: { $0.name == text }) else {
      return try reader.readDocument(text).document
    }
    guard let live = try await context.fetchDocument(environment.currentRelease, of: app) else {
      throw RemoteProblem("no-release", "\"\(text)\" has no release yet.")
    }
    return live
  }
}
