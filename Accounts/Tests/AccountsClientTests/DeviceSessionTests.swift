import AccountsClient
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeviceSessionTests {
  private static let stored = TestSession(access: "a1", refresh: "r1", user: "ada")
  private static let nextTokens = TestTokens(access: "a2", refresh: "r2")

  private let vault = MemoryVault(Self.stored)

  private func session() -> DeviceSession<TestSession, TestFailure> { DeviceSession(vault: vault) }

  @Test func `many requests with a rejected token refresh it once`() async throws {
    let (session, service) = (session(), FakeService([.success(Self.nextTokens)]))
    try await withThrowingTaskGroup(of: TestSession.self) { group in
      for _ in 0..<20 {
        group.addTask { try await session.renewed(replacing: "a1", by: service.refresh) }
      }
      service.open()
      for try await renewed in group { #expect(renewed.access == "a2") }
    }
    #expect(service.exchanged == ["r1"])
    #expect(vault.stored == TestSession(access: "a2", refresh: "r2", user: "ada"))
  }

  @Test func `a token that was replaced meanwhile is not refreshed`() async throws {
    let (session, service) = (session(), FakeService([]))
    let renewed = try await session.renewed(replacing: "a0", by: service.refresh)
    #expect(renewed == Self.stored)
    #expect(service.exchanged.isEmpty)
  }

  @Test func `without a connection the session does not end, and the next request refreshes it`()
    async throws
  {
    let service = FakeService([.failure(.offline), .success(Self.nextTokens)])
    let session = session()
    service.open()
    await #expect(throws: TestFailure.offline) {
      try await session.renewed(replacing: "a1", by: service.refresh)
    }
    #expect(vault.stored == Self.stored)
    #expect(try await session.renewed(replacing: "a1", by: service.refresh).access == "a2")
  }

  @Test func `a session that the service has ended is forgotten`() async {
    let (session, service) = (session(), FakeService([.failure(.signedOut)]))
    service.open()
    await #expect(throws: TestFailure.signedOut) {
      try await session.renewed(replacing: "a1", by: service.refresh)
    }
    #expect(vault.stored == nil)
    #expect(await session.current == nil)
  }

  @Test(arguments: [true, false])
  func `a late refresh neither restores an ended session nor ends the next one`(
    succeeds: Bool
  ) async throws {
    let response: Result<TestTokens, TestFailure> =
      succeeds ? .success(Self.nextTokens) : .failure(.signedOut)
    let (session, service) = (session(), FakeService([response]))
    let request = Task { try await session.renewed(replacing: "a1", by: service.refresh) }
    await service.waitForRefresh()
    #expect(await session.end() == Self.stored)
    #expect(vault.stored == nil)
    let bob = TestSession(access: "b1", refresh: "s1", user: "bob")
    try await session.begin(bob)
    service.open()
    await #expect(throws: TestFailure.signedOut) { try await request.value }
    #expect(vault.stored == bob)
    #expect(await session.current == bob)
  }

  @Test func `a user who signs in during a refresh waits for a refresh of their own`()
    async throws
  {
    let old = FakeService([.success(Self.nextTokens)])
    let new = FakeService([.success(TestTokens(access: "b2", refresh: "s2"))])
    let session = session()
    let request = Task { try await session.renewed(replacing: "a1", by: old.refresh) }
    await old.waitForRefresh()
    try await session.begin(TestSession(access: "b1", refresh: "s1", user: "bob"))
    new.open()
    #expect(try await session.renewed(replacing: "b1", by: new.refresh).access == "b2")
    old.open()
    await #expect(throws: TestFailure.signedOut) { try await request.value }
    #expect(vault.stored == TestSession(access: "b2", refresh: "s2", user: "bob"))
  }

  @Test(arguments: ["ada", "bob"])
  func `a request is not repeated in the session that has begun meanwhile`(user: String)
    async throws
  {
    let (session, service) = (session(), FakeService([]))
    let request = try #require(await session.currentWithGeneration)
    let nextSession = TestSession(access: "b1", refresh: "s1", user: user)
    await session.end()
    try await session.begin(nextSession)
    await #expect(throws: TestFailure.signedOut) {
      try await session.renewed(
        replacing: request.session.access, of: request.generation, by: service.refresh)
    }
    #expect(service.exchanged.isEmpty)
    #expect(await session.current == nextSession)
  }

  @Test func `a late change of an earlier session does not affect the current one`() async throws {
    let session = session()
    let earlier = try #require(await session.currentWithGeneration)
    let nextSession = TestSession(access: "b1", refresh: "s1", user: "bob")
    try await session.begin(nextSession)
    let changed = await session.update(of: earlier.generation) { $0.access = "a2" }
    #expect(changed == nil)
    #expect(vault.stored == nextSession)
  }

  @Test func `changes made during a refresh are kept`() async throws {
    let (session, service) = (session(), FakeService([.success(Self.nextTokens)]))
    let request = Task { try await session.renewed(replacing: "a1", by: service.refresh) }
    await service.waitForRefresh()
    let current = try #require(await session.currentWithGeneration)
    await session.update(of: current.generation) { $0.user = "Ada" }
    service.open()
    #expect(try await request.value == TestSession(access: "a2", refresh: "r2", user: "Ada"))
  }

  @Test func `a locked vault is asked again instead of ending the session`() async {
    vault.setLocked(true)
    let session = session()
    #expect(await session.current == nil)
    vault.setLocked(false)
    #expect(await session.current == Self.stored)
  }
}

extension DeviceSession {
  /// Renews the token of a request that is made in the current session.
  func renewed(
    replacing rejected: String, by refresh: @escaping Refresh
  ) async throws(Failure) -> Session {
    guard let current = currentWithGeneration else { throw Failure.signedOut }
    return try await renewed(replacing: rejected, of: current.generation, by: refresh)
  }
}

struct TestTokens: Sendable {
  let access: String
  let refresh: String
}

struct TestSession: RefreshableSession {
  var access: String
  var refresh: String
  var user: String

  var accessToken: String { access }
  var refreshToken: String { refresh }

  mutating func replaceTokens(_ tokens: TestTokens) {
    (access, refresh) = (tokens.access, tokens.refresh)
  }
}

enum TestFailure: SessionFailure {
  case offline
  case signedOut
}

/// A session in memory.
final class MemoryVault: SessionVault, @unchecked Sendable {
  struct LockedError: Error {}

  // Protected by the lock.
  private let mutex = NSLock()
  private var session: TestSession?
  private var isLocked = false

  init(_ session: TestSession?) { self.session = session }

  var stored: TestSession? { mutex.withLock { session } }
  func setLocked(_ isLocked: Bool) { mutex.withLock { self.isLocked = isLocked } }

  func load() throws -> TestSession? {
    try mutex.withLock {
      if isLocked { throw LockedError() }
      return session
    }
  }

  func save(_ session: TestSession?) throws { mutex.withLock { self.session = session } }
}

/// Responds to refreshes in turn, once it is open.
final class FakeService: @unchecked Sendable {
  // Protected by the lock.
  private let lock = NSLock()
  private var responses: [Result<TestTokens, TestFailure>]
  private var tokens: [String] = []
  private let refreshStarts = AsyncStream<Void>.makeStream()
  private let gate = AsyncStream<Void>.makeStream()

  init(_ responses: [Result<TestTokens, TestFailure>]) { self.responses = responses }

  /// The tokens that were sent.
  var exchanged: [String] { lock.withLock { tokens } }

  /// Lets refreshes return from now on.
  func open() { gate.continuation.finish() }

  func waitForRefresh() async { for await _ in refreshStarts.stream { return } }

  func refresh(_ token: String) async throws(TestFailure) -> TestTokens {
    lock.withLock { tokens.append(token) }
    refreshStarts.continuation.yield()
    for await _ in gate.stream {}
    return try lock.withLock { responses.removeFirst() }.get()
  }
}
