import PriceClient
import Testing

@Suite struct ClientSessionTests {
  static let emptyList = #"{"items": []}"#
  static let renewedTokens = #"{"accessToken": "second", "expiresIn": 900, "refreshToken": "r2"}"#
  static let storedTokens = SessionTokens(access: "first", expires: 1_700_000_000, refresh: "r1")

  @Test func `many requests with an expired token refresh it once, and all succeed`() async throws {
    let (started, gate) = (Gate(), Gate())
    let client = await ClientFixture(Self.storedTokens) { request throws(TransportError) in
      guard request.url.hasSuffix("/sessions/refresh") else {
        return request.headers["authorization"] == "Bearer second"
          ? .json(Self.emptyList) : .problem(401, "signed-out")
      }
      await started.open()
      await gate.wait()
      return .json(Self.renewedTokens)
    }
    defer { client.remove() }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await client.api.trackedProducts().value.items.count }
      }
      group.addTask {
        await started.wait()
        await gate.open()
        return 0
      }
      for try await count in group { #expect(count == 0) }
    }
    let refreshes = client.transport.requests.filter { $0.url.hasSuffix("/sessions/refresh") }
    #expect(refreshes.count == 1)
    #expect(refreshes.first?.headers["authorization"] == nil)
    #expect(client.tokens.tokens?.refresh == "r2")
    #expect(client.tokens.tokens?.expires == 1_700_000_900)
  }

  @Test func `a token that the service rejects is refreshed and the request sent again`()
    async throws
  {
    let validTokens = SessionTokens(access: "first", expires: 1_700_009_000, refresh: "r1")
    let client = await ClientFixture(validTokens) { request throws(TransportError) in
      if request.url.hasSuffix("/sessions/refresh") { return .json(Self.renewedTokens) }
      return request.headers["authorization"] == "Bearer second"
        ? .json(Self.emptyList) : .problem(401, "no-session")
    }
    defer { client.remove() }
    #expect(try await client.api.trackedProducts().value.items.isEmpty)
    #expect(client.transport.requests.count == 3)
  }

  @Test func `a request of one user is not repeated as the next user of the device`()
    async throws
  {
    let validTokens = SessionTokens(access: "first", expires: 1_700_009_000, refresh: "r1")
    let (started, gate) = (Gate(), Gate())
    let client = await ClientFixture(validTokens) { request throws(TransportError) in
      if request.url.hasSuffix("/sessions") { return .json(Self.renewedTokens) }
      if request.headers["authorization"] == "Bearer second" { return .json(Self.emptyList) }
      await started.open()
      await gate.wait()
      return .problem(401, "no-session")
    }
    defer { client.remove() }
    let request = Task { try await client.api.trackedProducts().value.items.count }
    await started.wait()
    try await client.api.signIn(email: "bob@example.com", password: "b")
    await gate.open()
    await #expect(throws: ClientError.signedOut) { try await request.value }
    let laterRequests = client.transport.requests.filter {
      $0.headers["authorization"] == "Bearer second"
    }
    #expect(laterRequests.isEmpty)
    #expect(client.tokens.tokens?.access == "second")
  }

  @Test func `a wrong password does not refresh the token, and is sent once`() async throws {
    let validTokens = SessionTokens(access: "first", expires: 1_700_009_000, refresh: "r1")
    let client = await ClientFixture(validTokens) { _ throws(TransportError) in
      .problem(401, "wrong-credentials")
    }
    defer { client.remove() }
    await #expect(throws: ClientError.wrongPassword) {
      try await client.api.changePassword(current: "a", new: "b")
    }
    #expect(client.transport.requests.count == 1)
  }

  @Test func `the tokens of a changed password replace the others`() async throws {
    let validTokens = SessionTokens(access: "first", expires: 1_700_009_000, refresh: "r1")
    let client = await ClientFixture(validTokens) { request throws(TransportError) in
      request.url.hasSuffix("/me/password") && request.headers["authorization"] == "Bearer first"
        ? .json(Self.renewedTokens) : .problem(401, "no-session")
    }
    defer { client.remove() }
    try await client.api.changePassword(current: "a", new: "b")
    #expect(client.transport.requests.count == 1)
    #expect(
      client.tokens.tokens
        == SessionTokens(access: "second", expires: 1_700_000_900, refresh: "r2"))
  }

  @Test func `without a connection the session is kept, and later the refresh is retried`()
    async throws
  {
    let client = await ClientFixture(Self.storedTokens) { _ throws(TransportError) in
      throw .offline
    }
    defer { client.remove() }
    await #expect(throws: ClientError.offline) { try await client.api.profile() }
    #expect(client.tokens.tokens == Self.storedTokens)
    client.transport.respond { request throws(TransportError) in
      request.url.hasSuffix("/sessions/refresh") ? .json(Self.renewedTokens) : .json(Self.emptyList)
    }
    #expect(try await client.api.trackedProducts().value.items.isEmpty)
  }

  @Test func `the tokens of a session that the service has ended are removed`() async throws {
    let client = await ClientFixture(Self.storedTokens) { _ throws(TransportError) in
      .problem(401, "no-session")
    }
    defer { client.remove() }
    await #expect(throws: ClientError.signedOut) { try await client.api.profile() }
    #expect(client.tokens.tokens == nil)
    #expect(await client.api.session.isSignedIn == false)
  }
}
