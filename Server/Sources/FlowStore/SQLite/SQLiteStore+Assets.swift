import GRDB

extension SQLiteStore {
  package func put(_ asset: StoredAsset) async throws(StoreError) -> StoredAsset.PutResult {
    let quotas = quotas
    return try await change(weight: asset.body.count + 1024) { database in
      try database.require(application: asset.application)
      let key: StatementArguments = [asset.application, asset.digest]
      if try database.has(
        "SELECT 1 FROM asset WHERE application = ? AND digest = ?", key)
      {
        try database.run(
          "UPDATE asset SET last_used = ? WHERE application = ? AND digest = ?",
          [asset.added, asset.application, asset.digest])
        return .alreadyStored
      }
      let count = try database.count("asset WHERE application = ?", [asset.application])
      guard count < StoredAsset.limit else { return .limitReached }
      try database.require(quotas, storageOf: asset.application, adding: asset.body.count)
      try database.run(
        """
        INSERT INTO asset (application, digest, type, width, height, size, added, last_used, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          asset.application, asset.digest, asset.type, asset.width, asset.height,
          asset.body.count, asset.added, asset.added, blob(asset.body),
        ])
      return .stored
    }
  }

  package func asset(
    _ digest: String, of application: String
  ) async throws(StoreError) -> StoredAsset? {
    try await read { database in
      try database.first(
        """
        SELECT application, digest, type, width, height, size, added, body FROM asset
        WHERE application = ? AND digest = ?
        """, [application, digest]
      ) { try StoredAsset($0, body: $0.bytes(7)) }
    }
  }

  package func assets(of application: String) async throws(StoreError) -> [StoredAsset] {
    try await read { database in
      let live = try database.environmentsByAsset(of: application)
      return try database.all(
        """
        SELECT application, digest, type, width, height, size, added,
          (SELECT count(*) FROM release_asset
           WHERE release_asset.application = asset.application
             AND release_asset.digest = asset.digest)
        FROM asset WHERE application = ? ORDER BY added DESC, digest
        """, [application]
      ) {
        try StoredAsset(
          $0, body: [], releases: $0.int(7), environments: live[$0.text(1)] ?? [])
      }
    }
  }

  package func missingAssets(
    among digests: [String], of application: String
  ) async throws(StoreError) -> [String] {
    try await read { database in
      try digests.filter { digest in
        try !database.has(
          "SELECT 1 FROM asset WHERE application = ? AND digest = ?", [application, digest])
      }
    }
  }

  package func removeAsset(
    _ digest: String, of application: String
  ) async throws(StoreError) -> StoredAsset.RemovalResult {
    try await change { database in
      let key: StatementArguments = [application, digest]
      guard try database.has("SELECT 1 FROM asset WHERE application = ? AND digest = ?", key)
      else { return .missing }
      let release = try database.first(
        "SELECT max(number) FROM release_asset WHERE application = ? AND digest = ?", key
      ) { try $0.optionalInt(0) }
      if let release = release ?? nil { return .inUse(release: release) }
      let template = try database.first(
        """
        SELECT name FROM screen_template_asset AS use JOIN screen_template
          ON screen_template.organization = use.organization AND id = use.template
        WHERE application = ? AND digest = ? ORDER BY name LIMIT 1
        """, key
      ) { try $0.text(0) }
      if let template { return .inUseByTemplate(template) }
      let isInDraft = try database.has(
        "SELECT 1 FROM draft WHERE application = ? AND instr(body, CAST(? AS BLOB)) > 0", key)
      guard !isInDraft else { return .inUse(release: nil) }
      try database.run("DELETE FROM asset WHERE application = ? AND digest = ?", key)
      return .removed
    }
  }

  /// The maximum number of assets removed in one step.
  private static let assetsPerStep = 50

  package func removeUnusedAssets(at now: Int) async throws(StoreError) -> Bool {
    try await change(weight: 1 << 20) { database in
      // NB: for each asset at most every 15 days, because updating a row rewrites all its bytes.
      try database.run(
        """
        UPDATE asset SET last_used = ?1 WHERE last_used < ?2 AND EXISTS (
          SELECT 1 FROM draft WHERE draft.application = asset.application
            AND instr(draft.body, CAST(asset.digest AS BLOB)) > 0)
        """, [now, now - StoredAsset.unusedSeconds / 2])
      try database.run(
        """
        DELETE FROM asset WHERE rowid IN (
          SELECT rowid FROM asset WHERE last_used < ?1 AND NOT EXISTS (
            SELECT 1 FROM release_asset WHERE release_asset.application = asset.application
              AND release_asset.digest = asset.digest)
            AND NOT EXISTS (
            SELECT 1 FROM screen_template_asset AS use
            WHERE use.application = asset.application AND use.digest = asset.digest)
          LIMIT ?2)
        """, [now - StoredAsset.unusedSeconds, Self.assetsPerStep])
      return database.changesCount == Self.assetsPerStep
    }
  }
}

extension StoredAsset {
  fileprivate init(
    _ row: Columns, body: [UInt8], releases: Int = 0, environments: [String] = []
  ) throws {
    self.init(
      application: try row.text(0), digest: try row.text(1), type: try row.text(2),
      width: try row.int(3), height: try row.int(4), size: try row.int(5), added: try row.int(6),
      body: body, releases: releases, environments: environments)
  }
}

extension Database {
  /// The environments whose current release uses an asset, by the asset's digest.
  fileprivate func environmentsByAsset(of application: String) throws -> [String: [String]] {
    let uses = try all(
      """
      SELECT release_asset.digest, environment.name FROM environment
      JOIN release_asset ON release_asset.application = environment.application
        AND release_asset.number = environment.current
      WHERE environment.application = ? ORDER BY environment.position
      """, [application]
    ) { (digest: try $0.text(0), environment: try $0.text(1)) }
    return Dictionary(grouping: uses, by: \.digest).mapValues { $0.map(\.environment) }
  }

  /// Records which assets a release uses, so that they are kept as long as the release.
  ///
  /// - Throws: `conflict` if one was removed in the meantime. A rollback is never refused.
  func recordAssetUse(of release: StoredRelease) throws {
    for digest in release.assets {
      let key: StatementArguments = [release.application, digest]
      guard try has("SELECT 1 FROM asset WHERE application = ? AND digest = ?", key) else {
        if release.rollbackOf != nil { continue }
        throw StoreError(
          .conflict,
          "The picture \(digest) was removed in the meantime. Add it again. Nothing was published.")
      }
      try run(
        "INSERT OR IGNORE INTO release_asset (application, digest, number) VALUES (?, ?, ?)",
        [release.application, digest, release.number])
    }
  }
}
