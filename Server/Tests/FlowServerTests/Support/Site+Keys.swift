import FlowServer
import FlowStore

extension Site {
  /// A site whose shop has another SDK key, for an environment.
  static func withKey(_ id: String, for environment: String) async throws -> Site {
    let site = try await Site()
    try await site.store.add(
      StoredSDKKey(
        id: id, application: "shop", environment: environment, name: "developers",
        created: site.clock.now), audit: site.audit("acme"))
    try await site.services.readStore()
    return site
  }
}
