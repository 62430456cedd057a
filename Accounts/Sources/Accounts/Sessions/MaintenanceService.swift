/// Removes expired records.
public struct MaintenanceService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int

  /// Removes expired links, sessions, counters and known devices, and what is older than 30 days of
  /// the sent emails and of the events about no user.
  ///
  /// Call it about once an hour; expired records have no effect even before they are removed.
  public func removeExpired() async throws {
    let now = clock()
    try await store.change { writer in
      try writer.removeLinks(expiredBefore: now)
      // NB: the longer of the two; the shorter one is enforced when a session is used.
      let idle = max(settings.browserIdle, settings.appIdle)
      try writer.removeSessions(expiredBefore: now, unusedSince: now - idle)
      let windows = [ThrottlePolicy.account, .address, .mail, .registration].map(\.window)
      try writer.removeThrottles(olderThan: now - (windows.max() ?? 86_400))
      try writer.removeKnownDevices(olderThan: now - KnownDevices.lifetime)
      try writer.removeMail(finishedBefore: now - 30 * 86_400)
    }
    // In steps, because other changes wait meanwhile.
    while try await store.change({
      try $0.removeEventsWithoutUser(before: now - 30 * 86_400)
    }) > 0 {}
  }
}
