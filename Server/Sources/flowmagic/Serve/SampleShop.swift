import FlowCore
import FlowStore

/// The sample application of `Samples/`, embedded in the binary for `init --sample`.
enum SampleShop {
  static let application = "shop"

  static func document() throws -> FlowDocument {
    try FlowDocument(parsing: PackageResources.shop_json)
  }

  static func manifest(at now: Int) throws -> StoredManifest {
    let manifest = try Manifest(ParsedJSON(PackageResources.shop_manifest_json).root)
    return StoredManifest(
      application: application, platform: manifest.platform?.string ?? "",
      version: manifest.version?.string ?? "", build: manifest.build?.string ?? "",
      body: manifest.json.utf8(.canonical), received: now)
  }
}
