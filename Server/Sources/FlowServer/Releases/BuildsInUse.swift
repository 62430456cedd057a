package import FlowCore
package import FlowStore

/// The builds that a release must not strand: those with sessions in the environment in the last
/// 30 days, and the newest one of each platform.
package struct BuildsInUse: Sendable {
  /// 30 days, in seconds.
  package static let span = 30 * 24 * 3600

  /// Their manifests with their shares of the sessions, newest first.
  package let manifests: [Manifest]

  package init(
    of application: String, environment: String, store: any FlowStore, now: Int
  ) async throws {
    let stored = try await store.manifests(of: application)
    let uses = try await store.use(
      of: application, environment: environment, since: now - Self.span)
    var sessions: [BuildID: Int] = [:]
    for use in uses { sessions[BuildID(use), default: 0] += use.sessions }
    let total = sessions.values.reduce(0, +)
    var platforms: Set<String> = []
    var manifests: [Manifest] = []
    for one in stored {
      let isNewest = platforms.insert(one.platform).inserted
      let count = sessions[BuildID(one)] ?? 0
      guard isNewest || count > 0 else { continue }
      var manifest = try Manifest(ParsedJSON(one.body).root)
      manifest.share = total > 0 ? JSONNumber(Double(count) / Double(total)) : nil
      manifests.append(manifest)
    }
    self.manifests = manifests
  }

  private struct BuildID: Hashable {
    let platform: String
    let version: String
    let build: String

    init(_ use: BuildUse) {
      platform = use.platform
      version = use.version
      build = use.build
    }

    init(_ manifest: StoredManifest) {
      platform = manifest.platform
      version = manifest.version
      build = manifest.build
    }
  }
}
