import FlowCore
package import FlowStore

/// How many changes drafts have, cached.
///
/// Lists of applications are read often: a count stays in memory until the draft is saved again or
/// another release is live.
package actor DraftChangeCounts {
  private struct Key: Hashable {
    let revision: Int
    /// The release that the draft is compared with; nil where nothing is live.
    let release: Int?
  }

  /// Applications whose counts are kept.
  private static let most = 10_000

  private let store: any Store
  private var known: [String: (key: Key, counting: Task<Int, any Error>)] = [:]
  /// How often documents were compared.
  package private(set) var comparisons = 0

  package init(store: any Store) { self.store = store }

  /// How many changes publishing the draft would make live.
  ///
  /// - Parameters:
  ///   - revision: The draft's revision.
  ///   - application: The application's id.
  ///   - release: The number of the release to compare with; nil where nothing is live.
  /// - Returns: The number of changes; 0 if the draft is gone.
  /// - Throws: What the store throws.
  package func changes(
    ofDraft revision: Int, in application: String, since release: Int?
  ) async throws -> Int {
    let key = Key(revision: revision, release: release)
    if let known = known[application], known.key == key { return try await known.counting.value }
    comparisons += 1
    let counting = Task { [store] in
      guard let draft = try await store.draft(of: application)?.body else { return 0 }
      var live: [UInt8]?
      if let release { live = try await store.release(release, of: application)?.body }
      return try Self.count(from: live, to: draft)
    }
    if known.count >= Self.most { known.removeAll() }
    known[application] = (key, counting)
    do {
      return try await counting.value
    } catch {
      if known[application]?.key == key { known[application] = nil }
      throw error
    }
  }

  /// What labels a release is no change.
  private static func count(from live: [UInt8]?, to draft: [UInt8]) throws -> Int {
    var before = try live.map { try FlowDocument(parsing: $0) } ?? FlowDocument()
    var after = try FlowDocument(parsing: draft)
    before.application = nil
    after.application = nil
    return before.changes(to: after).count
  }
}
