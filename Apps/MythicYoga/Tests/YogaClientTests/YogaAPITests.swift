import FlowMagic
import FlowTesting
import Foundation
import Testing
import YogaClient
import YogaDomain

/// The session of a device: what ends it, and what does not.
@Suite(.timeLimit(.minutes(10))) struct YogaAPITests {
  private static let server = URL(string: "https://yoga.example.com") ?? URL(filePath: "/")

  private func api(_ transport: any Transport, _ vault: MemoryVault = MemoryVault()) -> YogaAPI {
    YogaAPI(server: Self.server, transport: transport, vault: vault) { "de-AT" }
  }

  private func loggedIn(_ service: FakeService, _ vault: MemoryVault) async throws -> YogaAPI {
    let api = api(service.transport, vault)
    _ = try await api.logIn(
      Credentials(email: "mira@example.com", password: FakeService.password))
    return api
  }

  @Test func `a request goes to the app's service with the session and the language`()
    async throws
  {
    let transport = InMemoryTransport()
    let stored = StoredSession(
      tokens: SessionTokens(accessToken: "a", expiresIn: 900, refreshToken: "r"),
      user: FakeService.user)
    let api = api(transport, MemoryVault(stored))
    async let profile = api.profile()
    let exchange = try await transport.nextExchange()
    #expect(exchange.request.url.absoluteString == "https://yoga.example.com/api/me")
    #expect(exchange.request.headers["authorization"] == "Bearer a")
    #expect(exchange.request.headers["accept-language"] == "de-AT")
    exchange.respond(
      TransportResponse(status: 200, body: Array(try JSONEncoder().encode(FakeService.user))))
    let user = try await profile
    #expect(user == FakeService.user)
  }

  @Test func `logging in stores the session, and logging out removes it even while offline`()
    async throws
  {
    let (service, vault) = (FakeService(), MemoryVault())
    let api = try await loggedIn(service, vault)
    #expect(vault.stored?.user == FakeService.user)
    #expect(await api.user == FakeService.user)
    service.setOffline(true)
    await api.logOut()
    #expect(vault.stored == nil)
    #expect(await api.user == nil)
  }

  @Test func `logging out ends the session at the service even after its access token has expired`()
    async throws
  {
    let service = FakeService()
    let api = try await loggedIn(service, MemoryVault())
    service.expireTokens()
    await api.logOut()
    let end = "POST \(AppPaths.sessionEnd)"
    #expect(Array(service.requests.suffix(3)) == [end, "POST \(AppPaths.refresh)", end])
  }

  @Test func `a login sends the device secret of the last one, until the account is deleted`()
    async throws
  {
    let (service, device) = (FakeService(), MemoryDeviceVault())
    let api = YogaAPI(
      server: Self.server, transport: service.transport, vault: MemoryVault(),
      deviceSecretVault: device
    ) { "en" }
    let credentials = Credentials(email: "mira@example.com", password: FakeService.password)
    _ = try await api.logIn(credentials)
    await api.logOut()
    _ = try await api.logIn(credentials)
    #expect(service.deviceSecrets == ["none", "device-1"])
    #expect(try device.load() == "device-2")
    try await api.changePassword(
      PasswordChange(currentPassword: "x", newPassword: "nine slow rivers bend"))
    #expect(try device.load() == "device-of-access-3")
    try await api.deleteAccount(password: FakeService.password)
    #expect(try device.load() == nil)
  }

  @Test func `a wrong password is reported in the service's words`() async throws {
    let api = api(FakeService().transport)
    await #expect {
      _ = try await api.logIn(Credentials(email: "mira@example.com", password: "x"))
    } throws: { error in
      (error as? YogaAPIError)?.text(in: "en") == "Wrong email or password!"
    }
  }

  @Test func `requests that wait for the same expired token renew it once`() async throws {
    let (service, vault) = (FakeService(), MemoryVault())
    let api = try await loggedIn(service, vault)
    service.expireTokens()
    try await withThrowingTaskGroup(of: Profile.self) { group in
      for _ in 0..<8 { group.addTask { try await api.profile() } }
      for try await profile in group { #expect(profile == FakeService.user) }
    }
    #expect(service.requests.filter { $0 == "POST \(AppPaths.refresh)" }.count == 1)
    #expect(vault.stored?.tokens.refreshToken == "refresh-2")
  }

  @Test func `after a change of the password the session continues with new tokens`()
    async throws
  {
    let (service, vault) = (FakeService(), MemoryVault())
    let api = try await loggedIn(service, vault)
    try await api.changePassword(
      PasswordChange(currentPassword: "x", newPassword: "nine slow rivers bend"))
    #expect(vault.stored?.tokens.refreshToken == "refresh-2")
    #expect(try await api.profile() == FakeService.user)
    service.expireTokens()
    #expect(try await api.profile() == FakeService.user)
    #expect(vault.stored?.tokens.refreshToken == "refresh-3")
  }

  @Test func `an ended session is forgotten`() async throws {
    let (service, vault) = (FakeService(), MemoryVault())
    let api = try await loggedIn(service, vault)
    service.endSessions()
    await #expect(throws: YogaAPIError.signedOut) { try await api.profile() }
    #expect(vault.stored == nil)
    #expect(await api.user == nil)
  }

  @Test func `a lost connection during the renewal keeps the session`() async throws {
    let transport = InMemoryTransport()
    let stored = StoredSession(
      tokens: SessionTokens(accessToken: "a", expiresIn: 900, refreshToken: "r"),
      user: FakeService.user)
    let vault = MemoryVault(stored)
    let api = api(transport, vault)
    let profile = Task { try await api.profile() }
    try await transport.nextExchange().respond(TransportResponse(status: 401))
    try await transport.nextExchange().fail(TransportFailure(.unreachable, "It broke."))
    await #expect(throws: YogaAPIError.offline) { try await profile.value }
    #expect(vault.stored == stored)
  }

  @Test func `new tokens of a session that has ended do not replace those of the next`()
    async throws
  {
    let transport = InMemoryTransport()
    let stored = StoredSession(
      tokens: SessionTokens(accessToken: "a", expiresIn: 900, refreshToken: "r"),
      user: FakeService.user)
    let vault = MemoryVault(stored)
    let api = api(transport, vault)
    let change = Task { try await api.changeEmail(Credentials(email: "new", password: "p")) }
    let changing = try await transport.nextExchange()
    async let login = api.logIn(Credentials(email: "ben@example.com", password: "p"))
    let next = SessionTokens(accessToken: "b", expiresIn: 900, refreshToken: "s")
    let ben = Profile(id: "u_ben", email: "ben@example.com", name: "Ben")
    let message = SessionMessage(tokens: next, user: ben)
    try await transport.nextExchange().respond(
      TransportResponse(status: 200, body: Array(try JSONEncoder().encode(message))))
    let user = try await login
    #expect(user == ben)
    let lateTokens = SessionTokens(accessToken: "c", expiresIn: 900, refreshToken: "t")
    changing.respond(
      TransportResponse(status: 200, body: Array(try JSONEncoder().encode(lateTokens))))
    await #expect(throws: YogaAPIError.signedOut) { try await change.value }
    #expect(vault.stored == StoredSession(tokens: next, user: ben))
  }

  @Test func `a response that cannot be read is an error, not a crash`() async throws {
    let transport = InMemoryTransport { $0.respond(TransportResponse(status: 200, body: [0x7B])) }
    await #expect(throws: YogaAPIError.invalidResponse(200)) {
      try await api(transport).logIn(Credentials(email: "a", password: "b"))
    }
    let broken = InMemoryTransport { $0.respond(TransportResponse(status: 502, body: [0x3C])) }
    await #expect(throws: YogaAPIError.invalidResponse(502)) {
      try await api(broken).requestPasswordReset(email: "a")
    }
    let endless = InMemoryTransport { $0.fail(TransportFailure(.tooLarge, "It does not end.")) }
    await #expect(throws: YogaAPIError.invalidResponse(0)) {
      try await api(endless).requestPasswordReset(email: "a")
    }
  }

  @Test func `the links of a video are absolute`() async throws {
    let api = try await loggedIn(FakeService(), MemoryVault())
    let links = try await api.links(of: "agni/mantra")
    #expect(
      links.hls.absoluteString
        == "https://yoga.example.com/media/t/agni/mantra/master.m3u8")
  }
}
