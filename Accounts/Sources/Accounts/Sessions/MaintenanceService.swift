/// Removes expired records.
public struct MaintenanceService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let clockMonitor: ClockMonitor

  /// Removes expired one-time tokens, sessions, counters and known devices, and sent or failed
  /// emails and events about no user that are older than 30 days.
  ///
  /// Also removes one-time tokens and known devices from more than 20 minutes in the future, if the
  /// clock was steady since a call at least an hour ago: they were created while the clock was
  /// ahead, and would become valid when it reaches that time. After a single call it is not known
  /// whether instead the clock is behind, and they are valid. Sessions are kept; they work again
  /// once the clock is right.
  ///
  /// Call it about once an hour; expired records have no effect even before they are removed.
  public func removeExpired() async throws {
    let now = clock()
    // NB: a clock that was reset by a loss of power can be behind for more than an hour.
    let removesFuture = clockMonitor.observe(now) && now >= RecordedTime.earliest
    try await store.change { writer in
      if removesFuture {
        for purpose in OneTimeToken.Purpose.allCases {
          try writer.removeOneTimeTokens(
            for: purpose, createdAfter: now + ClockMonitor.maximumLead)
        }
        try writer.removeKnownDevices(createdAfter: now + ClockMonitor.maximumLead)
      }
      try writer.removeOneTimeTokens(expiredBefore: now)
      // NB: the longer of the two; the shorter one is enforced when a session is used.
      let idle = max(settings.browserIdleTimeout, settings.appIdleTimeout)
      try writer.removeSessions(expiredBefore: now, unusedSince: now - idle)
      try writer.removeThrottles(olderThan: now - ThrottlePolicy.longestWindow)
      try writer.removeKnownDevices(olderThan: now - KnownDevices.lifetime)
      try writer.removeMail(finishedBefore: now - 30 * 86_400)
    }
    // In batches, so that other changes need not wait for all of them.
    while try await store.change({
      try $0.removeEventsWithoutUser(before: now - 30 * 86_400)
    }) > 0 {}
  }
}
