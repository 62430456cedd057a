import FlowStore

extension Services {
  /// Removes events and counts that are older than they are kept, and assets that nothing names,
  /// and gives the space back.
  ///
  /// In steps of a few milliseconds each, between which the changes of users go first.
  ///
  /// - Parameter isStopping: Asked after each step; what is left is done the next time.
  /// - Throws: Any error of the store.
  func removeOldRecords(isStopping: () -> Bool) async throws(StoreError) {
    let now = clock()
    let limits = intake.limits
    if limits.eventDays > 0 {
      let time = now - limits.eventDays * 86_400
      while try await store.removeEvents(receivedBefore: time), !isStopping() {}
    }
    if limits.usageDays > 0 {
      let time = now - limits.usageDays * 86_400
      while try await store.removeBuildUse(before: time), !isStopping() {}
    }
    while try await store.removeUnusedAssets(at: now), !isStopping() {}
    while try await store.reclaimSpace(), !isStopping() {}
  }
}
