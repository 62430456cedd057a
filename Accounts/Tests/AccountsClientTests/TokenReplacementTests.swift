import AccountsClient
import Testing

/// Requests after which the service accepts only the tokens of their responses.
@Suite(.timeLimit(.minutes(10))) struct TokenReplacementTests {
  private static let stored = TestSession(access: "a1", refresh: "r1", user: "ada")
  private static let refreshed = TestTokens(access: "a2", refresh: "r2")
  private static let changed = TestTokens(access: "a3", refresh: "r3")

  private let vault: MemoryVault
  private let session: DeviceSession<TestSession, TestFailure>

  init() {
    vault = MemoryVault(Self.stored)
    session = DeviceSession(vault: vault)
  }

  private func generation() async throws -> Int {
    try #require(await session.currentWithGeneration).generation
  }

  /// Sends a change to a service that records the access tokens.
  private func change(
    of generation: Int, at service: FakeService, refreshingAt refresher: FakeService
  ) async throws(TestFailure) -> TestSession {
    try await session.replaceTokens(of: generation, refreshingBy: refresher.refresh) {
      current throws(TestFailure) in
      try await service.refresh(current.access)
    }
  }

  @Test func `the tokens of the response replace the stored ones`() async throws {
    let (service, refresher) = (FakeService([.success(Self.changed)]), FakeService([]))
    service.open()
    let session = try await change(of: generation(), at: service, refreshingAt: refresher)
    #expect(session == TestSession(access: "a3", refresh: "r3", user: "ada"))
    #expect(vault.stored == session)
    #expect(service.exchanged == ["a1"] && refresher.exchanged.isEmpty)
  }

  @Test func `a request that is rejected meanwhile waits for the new tokens`() async throws {
    let (service, refresher) = (FakeService([.success(Self.changed)]), FakeService([]))
    let generation = try await generation()
    let changing = Task {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    await service.waitForRefresh()
    let waiting = Task {
      try await session.renewed(replacing: "a1", of: generation, by: refresher.refresh)
    }
    // If it did not wait, it would now send the old refresh token, which the service would reject.
    for _ in 0..<100 { await Task.yield() }
    service.open()
    #expect(try await changing.value.access == "a3")
    #expect(try await waiting.value.access == "a3")
    #expect(refresher.exchanged.isEmpty)
  }

  @Test func `after a failed change a waiting request refreshes the tokens`() async throws {
    let (service, refresher) = (
      FakeService([.failure(.offline)]), FakeService([.success(Self.refreshed)])
    )
    refresher.open()
    let generation = try await generation()
    let changing = Task {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    await service.waitForRefresh()
    let waiting = Task {
      try await session.renewed(replacing: "a1", of: generation, by: refresher.refresh)
    }
    // If the request did not wait, it would refresh the tokens now.
    for _ in 0..<100 { await Task.yield() }
    #expect(refresher.exchanged.isEmpty)
    service.open()
    await #expect(throws: TestFailure.offline) { try await changing.value }
    #expect(try await waiting.value.access == "a2")
    #expect(refresher.exchanged == ["r1"])
  }

  @Test func `with an expired access token the change is sent again after a refresh`()
    async throws
  {
    let (service, refresher) = (
      FakeService([.failure(.signedOut), .success(Self.changed)]),
      FakeService([.success(Self.refreshed)])
    )
    service.open()
    refresher.open()
    let session = try await change(of: generation(), at: service, refreshingAt: refresher)
    #expect(session.access == "a3" && vault.stored == session)
    #expect(service.exchanged == ["a1", "a2"] && refresher.exchanged == ["r1"])
  }

  @Test func `a session that the service has ended is forgotten`() async throws {
    let (service, refresher) = (
      FakeService([.failure(.signedOut)]), FakeService([.failure(.signedOut)])
    )
    service.open()
    refresher.open()
    let generation = try await generation()
    await #expect(throws: TestFailure.signedOut) {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    #expect(vault.stored == nil)
  }

  @Test func `a change waits for a refresh in flight`() async throws {
    let (service, refresher) = (
      FakeService([.success(Self.changed)]), FakeService([.success(Self.refreshed)])
    )
    service.open()
    let generation = try await generation()
    let refreshing = Task {
      try await session.renewed(replacing: "a1", of: generation, by: refresher.refresh)
    }
    await refresher.waitForRefresh()
    let changing = Task {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    // If the change did not wait, it would now be sent with the old access token.
    for _ in 0..<100 { await Task.yield() }
    #expect(service.exchanged.isEmpty)
    refresher.open()
    #expect(try await changing.value.access == "a3")
    #expect(try await refreshing.value.access == "a2")
    #expect(service.exchanged == ["a2"])
  }

  @Test func `a late response does not restore a session that has ended`() async throws {
    let (service, refresher) = (FakeService([.success(Self.changed)]), FakeService([]))
    let generation = try await generation()
    let changing = Task {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    await service.waitForRefresh()
    await session.end()
    let bob = TestSession(access: "b1", refresh: "s1", user: "bob")
    try await session.begin(bob)
    service.open()
    await #expect(throws: TestFailure.signedOut) { try await changing.value }
    #expect(vault.stored == bob && refresher.exchanged.isEmpty)
  }

  @Test func `a cancelled caller does not lose the new tokens`() async throws {
    let (service, refresher) = (FakeService([.success(Self.changed)]), FakeService([]))
    let generation = try await generation()
    let changing = Task {
      try await change(of: generation, at: service, refreshingAt: refresher)
    }
    await service.waitForRefresh()
    changing.cancel()
    service.open()
    #expect(try await changing.value.access == "a3")
    #expect(vault.stored?.refresh == "r3")
  }
}
