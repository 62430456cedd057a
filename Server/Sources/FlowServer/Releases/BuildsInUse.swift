package import FlowCore
package import FlowStore

/// The builds that a release is verified against: those with enough sessions in the environment,
/// and the newest of each platform, except archived ones, and ones announced with the SDK key of
/// another environment.
///
/// Apps report sessions, and an SDK key is not secret: a few forged sessions must not put an old
/// build in use. Many sessions could; then the build can be archived, or the findings overridden.
package struct BuildsInUse: Sendable {
  /// The time in which sessions count, in seconds: 30 days.
  package static let usageWindow = 30 * 24 * 3600
  /// The minimum number of sessions of a build in that time.
  package static let minimumSessions = 10
  /// The maximum number of platforms whose newest build counts, for declared builds and for
  /// announced ones.
  ///
  /// The sender of a manifest chooses the name of its platform, and each check runs for every build
  /// in use.
  package static let maximumPlatforms = 20
  /// The minimum share of a build in the environment's sessions.
  package static let minimumShare = 0.01

  /// The builds' manifests with their shares of sessions, newest first.
  package let manifests: [Manifest]

  package init(
    of application: String, environment: String, store: any Store, now: Int
  ) async throws {
    let stored = try await store.manifests(of: application)
    let table = try await BuildTable(
      stored, of: application, environment: environment, store: store, now: now)
    manifests = try table.builds.filter(\.isInUse).map { try $0.manifest }
  }
}

/// The builds with a manifest, and their sessions of the last 30 days.
package struct BuildTable: Sendable {
  package struct Build: Sendable {
    package let stored: StoredManifest
    package let sessions: Int
    /// The share of all sessions in the environment; nil if there are none.
    package let share: JSONNumber?
    /// Whether releases are verified against it.
    package let isInUse: Bool
  }

  /// The builds, newest first.
  package let builds: [Build]
  /// All sessions in the environment, including those of builds without a manifest.
  package let sessions: Int

  /// Reads the sessions of an application's builds in an environment.
  ///
  /// `stored` are the application's manifests, newest first; `now` is in seconds since 1970.
  ///
  /// - Throws: Any error of the store.
  package init(
    _ stored: [StoredManifest], of application: String, environment: String,
    store: any Store, now: Int
  ) async throws(StoreError) {
    let uses = try await store.buildUse(
      of: application, environment: environment, since: now - BuildsInUse.usageWindow)
    var sessions: [BuildID: Int] = [:]
    for use in uses { sessions[BuildID(use), default: 0] += use.sessions }
    let total = sessions.values.reduce(0, +)
    // The platforms of declared and of announced builds.
    // NB: an announcement does not replace the newest declared build: anyone who has the app can
    // send one.
    var platforms: [Set<Name>] = [[], []]
    let applicable = stored.filter { $0.announcedIn == nil || $0.announcedIn == environment }
    builds = applicable.map { manifest in
      let isArchived = manifest.archived != nil
      let index = manifest.announcedIn == nil ? 0 : 1
      let isNewest =
        !isArchived && platforms[index].count < BuildsInUse.maximumPlatforms
        && platforms[index].insert(Name(manifest.platform)).inserted
      let count = sessions[BuildID(manifest)] ?? 0
      let isUsed =
        count >= BuildsInUse.minimumSessions
        && Double(count) >= BuildsInUse.minimumShare * Double(total)
      return Build(
        stored: manifest, sessions: count,
        share: total > 0 ? JSONNumber(Double(count) / Double(total)) : nil,
        isInUse: !isArchived && (isNewest || isUsed))
    }
    self.sessions = total
  }
}

extension BuildTable.Build {
  /// The build's manifest, with its share of sessions if releases are verified against it.
  package var manifest: Manifest {
    get throws {
      var manifest = try Manifest(ParsedJSON(stored.body).root)
      manifest.share = isInUse ? share : nil
      return manifest
    }
  }
}

/// The identity of a build, whose parts are compared by their bytes, as in the store.
struct BuildID: Hashable {
  let platform: Name
  let version: Name
  let build: Name

  init(_ use: BuildUse) {
    platform = Name(use.platform)
    version = Name(use.version)
    build = Name(use.build)
  }

  init(_ manifest: StoredManifest) {
    platform = Name(manifest.platform)
    version = Name(manifest.version)
    build = Name(manifest.build)
  }
}
