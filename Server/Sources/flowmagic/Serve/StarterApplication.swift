import FlowCore
import FlowMagicScreens
import FlowServer
import FlowStore

/// An application that `init` adds and publishes to every environment.
struct StarterApplication {
  static let environments = ["development", "staging", "production"]

  let id: String
  let name: String
  let document: FlowDocument
  /// The manifest of a build that can show it; nil if there is none yet.
  let manifest: StoredManifest?
  /// The note on its first release.
  let note: String

  /// The sample application of `Samples/`.
  static func sampleShop(at now: Int) throws -> StarterApplication {
    StarterApplication(
      id: SampleShop.application, name: "Shop", document: try SampleShop.document(),
      manifest: try SampleShop.manifest(at: now), note: "Sample shop")
  }

  /// An application with a first flow of ready-made screens.
  static func firstFlow(of id: String) -> StarterApplication {
    var document = FlowDocument.starter
    document.application = Name(id)
    return StarterApplication(
      id: id, name: id.capitalizedFirst, document: document, manifest: nil,
      note: "A first flow of ready-made screens")
  }
}
