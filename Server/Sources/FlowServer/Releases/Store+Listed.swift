import FlowStore

extension Store {
  /// Returns a current release as lists contain it: with its author, and without its document.
  ///
  /// Nil if the store does not have it. Costs one read through an index.
  func listed(_ release: StoredRelease) async throws(StoreError) -> StoredRelease? {
    try await releases(
      of: release.application, environment: release.environment, before: release.number + 1,
      limit: 1
    ).first { $0.number == release.number }
  }
}
