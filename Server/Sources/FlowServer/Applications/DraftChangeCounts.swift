import FlowCore
package import FlowStore

/// The numbers of unpublished changes of drafts, cached until the draft is saved again or another
/// release becomes current.
package struct DraftChangeCounts: Sendable {
  private struct Key: Hashable {
    let revision: Int
    /// The release that the draft is compared with; nil if nothing is live.
    let release: Int?
  }

  private let store: any Store
  private let checks: DocumentChecks
  private let cache = CountCache<Key, Int>()

  /// The number of counts that were not in the cache.
  package var cacheMisses: Int { get async { await cache.misses } }

  package init(store: any Store, checks: DocumentChecks) {
    self.store = store
    self.checks = checks
  }

  /// Returns the number of changes that publishing the draft would make live.
  ///
  /// - Throws: Any error of the store or of the comparison.
  package func changes(
    ofDraft revision: Int, in application: String, since release: Int?
  ) async throws -> Int {
    let key = Key(revision: revision, release: release)
    return try await cache.count(by: key, of: application) { [store, checks] in
      guard let draft = try await store.draft(of: application)?.body else { return 0 }
      var live: [UInt8]?
      if let release { live = try await store.release(release, of: application)?.body }
      let organization = try await store.application(application)?.organization
      return try await checks.run(for: organization ?? "") { [live] in
        try Self.count(from: live, to: draft)
      }
    }
  }

  /// The application that a document names is not compared.
  private static func count(from live: [UInt8]?, to draft: [UInt8]) throws -> Int {
    var before = try live.map { try FlowDocument(parsing: $0) } ?? FlowDocument()
    var after = try FlowDocument(parsing: draft)
    before.application = nil
    after.application = nil
    return before.changes(to: after).count
  }
}
