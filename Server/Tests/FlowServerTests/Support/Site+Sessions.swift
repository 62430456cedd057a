import FlowStore

extension Site {
  /// Records that a build of the shop started this many sessions in production today.
  func recordSessions(_ sessions: Int, of build: String) async throws {
    let use = BuildUse(
      platform: "ios", version: "1.0", build: build, day: clock.now / 86_400, sessions: sessions)
    let batch = EventBatch(
      application: "shop", environment: "production", key: "\(build) \(clock.now)", count: 1,
      body: [], received: clock.now, uses: [use])
    _ = try await store.append([batch])
  }
}
