package import FlowCore
package import FlowStore

/// The builds that a release is verified against: those that enough users have in the environment,
/// and the newest one of each platform; none that is archived, and none that was announced with the
/// SDK key of another environment.
///
/// Sessions are what apps say, and an SDK key is no secret: a few made-up ones must not make an old
/// build count. Many could; then the build is archived, or the findings are overridden.
package struct BuildsInUse: Sendable {
  /// 30 days, in seconds.
  package static let span = 30 * 24 * 3600
  /// A build with fewer sessions in that time does not count.
  package static let leastSessions = 10
  /// Of more platforms, only these many with the newest builds count by their newest build: names
  /// of platforms are made up by whoever sends a manifest, and each check is for every build in
  /// use.
  package static let mostPlatforms = 20
  /// A build with a smaller share of the environment's sessions does not count.
  package static let leastShare = 0.01

  /// Their manifests with their shares of the sessions, newest first.
  package let manifests: [Manifest]

  package init(
    of application: String, environment: String, store: any Store, now: Int
  ) async throws {
    let stored = try await store.manifests(of: application)
    let use = try await BuildTable(
      stored, of: application, environment: environment, store: store, now: now)
    manifests = try use.builds.filter(\.isInUse).map { try $0.manifest }
  }
}

/// The builds that have declared something, with their sessions of the last 30 days.
package struct BuildTable: Sendable {
  package struct Build: Sendable {
    package let stored: StoredManifest
    package let sessions: Int
    /// Of all sessions in the environment; nil if there was none.
    package let share: JSONNumber?
    /// Whether publishing is verified against it.
    package let isInUse: Bool
  }

  /// Newest first.
  package let builds: [Build]
  /// All sessions in the environment, also those of builds that have declared nothing.
  package let sessions: Int

  /// - Parameters:
  ///   - stored: The builds, newest first; their bodies may be missing.
  ///   - application: The application's id.
  ///   - environment: The environment whose sessions count.
  ///   - store: Knows the sessions.
  ///   - now: The end of the 30 days.
  /// - Throws: Any error of the store.
  package init(
    _ stored: [StoredManifest], of application: String, environment: String,
    store: any Store, now: Int
  ) async throws(StoreError) {
    let uses = try await store.use(
      of: application, environment: environment, since: now - BuildsInUse.span)
    var sessions: [BuildID: Int] = [:]
    for use in uses { sessions[BuildID(use), default: 0] += use.sessions }
    let total = sessions.values.reduce(0, +)
    // NB: an announcement is no one's newest build but its own kind's: anyone who has the app can
    // send one.
    var platforms: [Set<String>] = [[], []]
    builds = stored.filter { $0.announced == nil || $0.announced == environment }.map { one in
      let isArchived = one.archived != nil
      let kind = one.announced == nil ? 0 : 1
      let isNewest =
        !isArchived && platforms[kind].count < BuildsInUse.mostPlatforms
        && platforms[kind].insert(one.platform).inserted
      let count = sessions[BuildID(one)] ?? 0
      let isUsed =
        count >= BuildsInUse.leastSessions
        && Double(count) >= BuildsInUse.leastShare * Double(total)
      return Build(
        stored: one, sessions: count,
        share: total > 0 ? JSONNumber(Double(count) / Double(total)) : nil,
        isInUse: !isArchived && (isNewest || isUsed))
    }
    self.sessions = total
  }
}

extension BuildTable.Build {
  /// The build's manifest, with its share if publishing is verified against it.
  package var manifest: Manifest {
    get throws {
      var manifest = try Manifest(ParsedJSON(stored.body).root)
      manifest.share = isInUse ? share : nil
      return manifest
    }
  }
}

/// The identity of a build.
struct BuildID: Hashable {
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
