import FlowCore
import FlowStore

/// Checks before a document is published that the server has the pictures that it references.
struct AssetCheck {
  let store: any Store

  /// Checks that the server has all pictures that a document references.
  ///
  /// - Throws: `missing-asset` with the names of the missing pictures.
  func check(_ document: FlowDocument, of application: String) async throws {
    let references = AssetReferences(document)
    let missing = try await store.missingAssets(among: references.digests, of: application)
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
