import Accounts
import GRDB

extension SQLiteStore {
  package func put(
    _ manifest: StoredManifest, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    let (quotas, users) = (quotas, users)
    return try await change(weight: manifest.body.count + 1024) { database in
      try database.require(application: manifest.application)
      try database.require(.drafter, of: audit, application: manifest.application, users)
      let previous = try database.previous(of: manifest)
      // Declaring an announced manifest is a change, even if the manifest is the same.
      guard previous?.body != manifest.body || previous?.announcedIn != nil else { return false }
      if previous == nil || previous?.announcedIn != nil {
        try database.enforceBuildQuota(of: manifest.application, quotas)
      }
      try database.enforceSizeLimit(adding: manifest, replacing: previous)
      try database.replace(
        previous, with: manifest,
        archived: previous?.announcedIn == nil ? previous?.archived : nil, quotas)
      try database.record(audit)
      return true
    }
  }

  package func announce(_ manifest: StoredManifest) async throws(StoreError) -> AnnouncementResult {
    let quotas = quotas
    return try await change(in: .events, weight: manifest.body.count + 1024) { database in
      try database.require(application: manifest.application)
      let previous = try database.previous(of: manifest)
      if let previous, previous.announcedIn == nil {
        return previous.body == manifest.body ? .unchanged : .conflict
      }
      if previous?.body == manifest.body, previous?.announcedIn == manifest.announcedIn {
        return .unchanged
      }
      if previous == nil {
        try database.run(
          """
          DELETE FROM manifest WHERE sequence IN (
            SELECT sequence FROM manifest WHERE application = ? AND announced_in IS NOT NULL
            ORDER BY sequence DESC LIMIT -1 OFFSET \(StoredManifest.maximumAnnounced - 1))
          """, [manifest.application])
      }
      try database.replace(previous, with: manifest, archived: previous?.archived, quotas)
      return .stored
    }
  }

  package func manifests(of application: String) async throws(StoreError) -> [StoredManifest] {
    try await read { try $0.manifests(of: application, body: "body") }
  }

  package func builds(of application: String) async throws(StoreError) -> [StoredManifest] {
    try await read { try $0.manifests(of: application, body: "x''") }
  }

  package func archiveBuild(
    _ build: StoredManifest, at time: Int?, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    let users = users
    return try await change { database in
      let key: StatementArguments = [
        build.application, build.platform, build.version, build.build,
      ]
      let condition = "application = ? AND platform = ? AND version = ? AND build = ?"
      guard try database.has("SELECT 1 FROM manifest WHERE \(condition)", key) else {
        throw StoreError(.notFound, "No build of this platform, version and number has a manifest.")
      }
      try database.require(.editor, of: audit, application: build.application, users)
      try database.run(
        """
        UPDATE manifest SET archived = ? WHERE \(condition) AND (archived IS NULL) != (? IS NULL)
        """, [time] + key + [time])
      guard database.changesCount > 0 else { return false }
      try database.record(audit)
      return true
    }
  }

  package func buildUse(
    of application: String, environment: String, since: Int
  ) async throws(StoreError) -> [BuildUse] {
    try await read { database in
      try database.all(
        """
        SELECT platform, version, build, sum(sessions) AS sessions FROM build_use
        WHERE application = ? AND environment = ? AND day >= ?
        GROUP BY platform, version, build ORDER BY 4 DESC, 1, 2, 3
        """, [application, environment, max(0, since) / 86_400]
      ) {
        BuildUse(
          platform: try $0.text(0), version: try $0.text(1), build: try $0.text(2), day: 0,
          sessions: try $0.int(3))
      }
    }
  }
}

/// The stored manifest of a build that is about to be replaced.
private struct PreviousManifest {
  let body: [UInt8]
  let archived: Int?
  let announcedIn: String?
}

extension Database {
  /// Returns the stored manifest of the same build; nil if there is none.
  fileprivate func previous(of manifest: StoredManifest) throws -> PreviousManifest? {
    try first(
      """
      SELECT body, archived, announced_in FROM manifest
      WHERE application = ? AND platform = ? AND version = ? AND build = ?
      """, [manifest.application, manifest.platform, manifest.version, manifest.build]
    ) {
      PreviousManifest(
        body: try $0.bytes(0), archived: try $0.optionalInt(1), announcedIn: try $0.optionalText(2))
    }
  }

  /// Replaces a build's manifest, and gives it a new position in the order of arrival: the last one
  /// to arrive is the newest.
  fileprivate func replace(
    _ previous: PreviousManifest?, with manifest: StoredManifest, archived: Int?, _ quotas: Quotas
  ) throws {
    try require(
      quotas, storageOf: manifest.application,
      adding: manifest.body.count - (previous?.body.count ?? 0))
    let build: StatementArguments = [
      manifest.application, manifest.platform, manifest.version, manifest.build,
    ]
    // NB: not `OR REPLACE`, which would not run triggers for the deleted row.
    try run(
      """
      DELETE FROM manifest
      WHERE application = ? AND platform = ? AND version = ? AND build = ?
      """, build)
    try run(
      """
      INSERT INTO manifest
        (application, platform, version, build, body, received, archived, announced_in)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, build + [blob(manifest.body), manifest.received, archived, manifest.announcedIn])
  }

  /// Removes the oldest archived build if the build quota is reached; throws `quota-reached` if
  /// there is none.
  ///
  /// Announced builds have their own limit, so that they do not use up this quota.
  fileprivate func enforceBuildQuota(of application: String, _ quotas: Quotas) throws {
    guard let limit = quotas[.builds] else { return }
    var count = try count(
      "manifest WHERE application = ? AND announced_in IS NULL", [application])
    if count >= limit {
      try run(
        """
        DELETE FROM manifest WHERE sequence = (
          SELECT min(sequence) FROM manifest
          WHERE application = ? AND archived IS NOT NULL AND announced_in IS NULL)
        """, [application])
      count -= changesCount
    }
    try require(quotas, .builds, count: count) {
      QuotaMessage(
        subject: "\($0) builds of \"\(application)\" have a manifest",
        fix: "Archive builds that no one uses any more: the oldest archived ones are removed. ")
    }
  }

  /// Removes the oldest archived builds until the declared manifests are within their size limit;
  /// throws `quota-reached` if there are no more.
  ///
  /// Each verification reads all manifests, so their total size is limited like a document's.
  fileprivate func enforceSizeLimit(
    adding manifest: StoredManifest, replacing previous: PreviousManifest?
  ) throws {
    let others = """
      manifest WHERE application = ? AND announced_in IS NULL
        AND NOT (platform = ? AND version = ? AND build = ?)
      """
    let arguments: StatementArguments = [
      manifest.application, manifest.platform, manifest.version, manifest.build,
    ]
    while true {
      let used =
        try first("SELECT coalesce(sum(length(body)), 0) FROM \(others)", arguments) {
          try $0.int(0)
        } ?? 0
      guard used + manifest.body.count > StoredManifest.maximumBytes else { return }
      // A declared manifest that gets smaller is accepted, even if the total exceeded the limit
      // before. NB: an announced one did not count, so the limit applies when it is replaced.
      if let previous, previous.announcedIn == nil, manifest.body.count <= previous.body.count {
        return
      }
      try run(
        """
        DELETE FROM manifest WHERE sequence = (
          SELECT min(sequence) FROM \(others) AND archived IS NOT NULL)
        """, arguments)
      guard changesCount == 0 else { continue }
      throw StoreError(
        .quotaReached,
        "The manifests of \"\(manifest.application)\" take \(used) bytes, this would add "
          + "\(manifest.body.count), and the limit is \(StoredManifest.maximumBytes) in total. "
          + "Archive builds that no one uses any more: the oldest archived ones are removed.",
        quota: Quotas.ReachedQuota(kind: .storage, limit: StoredManifest.maximumBytes, count: used))
    }
  }

  fileprivate func manifests(of application: String, body: String) throws -> [StoredManifest] {
    try all(
      """
      SELECT application, platform, version, build, \(body), received, archived, announced_in
      FROM manifest WHERE application = ? ORDER BY sequence DESC
      """, [application]
    ) {
      StoredManifest(
        application: try $0.text(0), platform: try $0.text(1), version: try $0.text(2),
        build: try $0.text(3), body: try $0.bytes(4), received: try $0.int(5),
        archived: try $0.optionalInt(6), announcedIn: try $0.optionalText(7))
    }
  }
}
