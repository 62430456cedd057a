import FlowServer
import FlowStore

extension Scenario {
  private static let digest = String(repeating: "a", count: 64)
  private static let addAsset: @Sendable (Site) async throws -> Void = { site in
    _ = try await site.store.put(
      StoredAsset(
        application: "shop", digest: digest, type: "image/png", width: 1, height: 1, size: 11,
        added: site.clock.now, body: Array("PNG of hero".utf8)))
  }

  /// Pictures that drawn screens reference by hash.
  static let assets: [String: Scenario] = [
    "listAssets": Scenario(mustContain: [digest], prepare: addAsset),
    "addAsset": Scenario(
      bytes: Pictures.png(), status: 201, mustContain: ["\"sha256\""]),
    "removeAsset": Scenario(path: ["sha256": digest], status: 204, prepare: addAsset),
    "readAsset": Scenario(
      path: ["application": "shop", "sha256": digest], mustContain: ["PNG of hero"],
      prepare: addAsset),
  ]
}
