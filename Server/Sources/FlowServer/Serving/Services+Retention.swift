import FlowStore

extension Services {
  /// Removes events and counts past their retention, and unused assets, and frees the disk space.
  ///
  /// Works in steps of a few milliseconds, between which users' changes take precedence.
  ///
  /// - Throws: Any error of the store.
  func removeOldRecords(isStopping: () -> Bool) async throws(StoreError) {
    let now = clock()
    let limits = intake.limits
    if limits.eventRetentionDays > 0 {
      let time = now - limits.eventRetentionDays * 86_400
      while try await store.removeEvents(receivedBefore: time, now: now), !isStopping() {}
    }
    if limits.usageRetentionDays > 0 {
      let time = now - limits.usageRetentionDays * 86_400
      while try await store.removeBuildUse(before: time), !isStopping() {}
    }
    let time = limits.usageRetentionDays > 0 ? now - limits.usageRetentionDays * 86_400 : 0
    let sessionTime = now - ResultLimits.sessionSeconds
    while try await store.removeResults(before: time, sessionsBefore: sessionTime), !isStopping() {}
    while try await store.removeUnusedAssets(at: now), !isStopping() {}
    while try await store.reclaimSpace(), !isStopping() {}
  }
}
