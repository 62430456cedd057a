import FlowCore
import FlowStore

/// Refuses to publish a document that references pictures that are not on the server.
struct AssetCheck {
  let store: any Store

  /// - Throws: `missing-asset` with the names of the missing pictures.
  func check(_ document: FlowDocument, of application: String) async throws {
    let references = AssetReferences(document)
    let missing = try await store.missingAssets(among: references.all, of: application)
    guard !missing.isEmpty else { return }
    let names = Set(missing.map { references.name(of: $0) }).sorted()
    let listed = names.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
    let more = names.count > 10 ? " and \(names.count - 10) more" : ""
    throw Problem(
      .missingAsset,
      "The server does not have the pictures of \(listed)\(more). Add them with "
        + "POST /v1/apps/\(application)/assets; nothing was published.",
      members: ["assets": .array(names.map { .string($0) })])
  }
}
