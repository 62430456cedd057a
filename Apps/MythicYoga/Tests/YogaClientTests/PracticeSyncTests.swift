import FlowMagic
import FlowTesting
import Foundation
import Testing
import YogaClient
import YogaDomain

/// A user's data on the device and its synchronization.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PracticeSyncTests {
  private let folder: TemporaryFolder
  private let service = FakeService()
  private let api: YogaAPI

  init() async throws {
    folder = try TemporaryFolder()
    api = YogaAPI(
      server: URL(filePath: "/"), transport: service.transport, vault: MemoryVault()
    ) { "en" }
    _ = try await api.logIn(
      Credentials(email: "mira@example.com", password: FakeService.password))
  }

  private func sync() -> PracticeSync {
    let api = api
    return PracticeSync(
      folder: folder.url, now: { 1_000_000 },
      exchange: { request throws(YogaAPIError) in try await api.sync(request) })
  }

  @Test func `changes are visible at once and reach the service`() async throws {
    let practice = sync()
    practice.open(FakeService.user.id)
    practice.setPosition(12, of: "agni/mantra")
    #expect(practice.state.position(of: "agni/mantra") == 12)
    #expect(practice.status != .synchronized)
    await practice.synchronize()
    #expect(practice.status == .synchronized)
    #expect(service.state().position(of: "agni/mantra") == 12)
  }

  @Test func `changes made offline survive a launch, and neither side's are lost`() async throws {
    service.setOffline(true)
    let before = sync()
    before.open(FakeService.user.id)
    before.setFavorite(true, "kali/asana")
    before.finish("agni/mantra", seconds: 30, utcOffset: 60)
    await before.synchronize()
    #expect(before.status == .pending)
    try service.change { $0.setFavorite(true, "agni/mudra", now: $1) }

    let after = sync()
    after.open(FakeService.user.id)
    #expect(after.state.isFavorite("kali/asana") && after.status == .pending)
    service.setOffline(false)
    await after.synchronize()
    for state in [after.state, service.state()] {
      #expect(state.isFavorite("kali/asana") && state.isFavorite("agni/mudra"))
      #expect(state.completed == ["agni/mantra"] && state.sessions.count == 1)
    }
    #expect(after.status == .synchronized)
  }

  @Test func `a change during a synchronization is sent in the next round`() async throws {
    let practice = sync()
    practice.open(FakeService.user.id)
    let held = service.holdNext(AppPaths.sync)
    practice.setPosition(5, of: "agni/mantra")
    for await exchange in held {
      let sent = try JSONDecoder().decode(SyncRequest.self, from: Data(exchange.request.body))
      #expect(Array(sent.changes.positions.keys) == ["agni/mantra"])
      practice.setPosition(9, of: "agni/mudra")
      service.respond(to: exchange)
      break
    }
    await practice.synchronize()
    #expect(service.state().position(of: "agni/mantra") == 5)
    #expect(service.state().position(of: "agni/mudra") == 9)
    #expect(practice.status == .synchronized)
  }

  @Test func `logging out hides the data and keeps only what was not sent`() async throws {
    let practice = sync()
    practice.open(FakeService.user.id)
    practice.setPosition(5, of: "agni/mantra")
    await practice.synchronize()
    practice.close()
    #expect(practice.state.isEmpty && folder.files.isEmpty)

    service.setOffline(true)
    practice.open(FakeService.user.id)
    practice.setPosition(7, of: "agni/mudra")
    await practice.synchronize()
    practice.close()
    #expect(practice.state.isEmpty && folder.files.count == 1)

    practice.open("u_noor")
    #expect(practice.state.isEmpty)
    practice.close()
    service.setOffline(false)
    practice.open(FakeService.user.id)
    await practice.synchronize()
    #expect(service.state().position(of: "agni/mudra") == 7)
    #expect(practice.state.position(of: "agni/mantra") == 5)
  }

  @Test func `a response for another user is ignored`() async throws {
    try service.change { $0.setPosition(44, of: "agni/mantra", now: $1) }
    service.setResponseUser("u_noor")
    let practice = sync()
    practice.open(FakeService.user.id)
    await practice.synchronize()
    #expect(practice.state.isEmpty)
  }

  @Test func `a response from before a logout is ignored after the next login`() async throws {
    try service.change { $0.setPosition(14, of: "agni/mantra", now: $1) }
    let practice = sync()
    practice.open(FakeService.user.id)
    await practice.synchronize()
    let held = service.holdNext(AppPaths.sync)
    let synchronization = Task { await practice.synchronize() }
    for await exchange in held {
      practice.close()
      practice.open(FakeService.user.id)
      service.respond(to: exchange)
      break
    }
    await synchronization.value
    await practice.synchronize()
    #expect(practice.state.position(of: "agni/mantra") == 14)
  }

  @Test func `a user's changes are not sent in the session of another`() async throws {
    let practice = sync()
    practice.open("u_noor")
    practice.setPosition(5, of: "agni/mantra")
    await practice.synchronize()
    #expect(practice.status == .pending)
    #expect(!service.requests.contains("POST \(AppPaths.sync)"))
    #expect(service.state().isEmpty)
  }

  @Test func `a guest's changes are ignored`() async throws {
    let practice = sync()
    practice.setPosition(5, of: "agni/mantra")
    await practice.synchronize()
    #expect(practice.state.isEmpty && folder.files.isEmpty)
    #expect(!service.requests.contains("POST \(AppPaths.sync)"))
  }

  @Test func `a damaged file counts as missing`() async throws {
    let practice = sync()
    practice.open(FakeService.user.id)
    practice.setPosition(5, of: "agni/mantra")
    await practice.synchronize()
    let file = folder.url.appending(path: try #require(folder.files.first))
    try Data("{".utf8).write(to: file)
    let next = sync()
    next.open(FakeService.user.id)
    #expect(next.state.isEmpty)
    await next.synchronize()
    #expect(next.state.position(of: "agni/mantra") == 5)
  }

  @Test func `only valid settings are stored`() {
    let practice = sync()
    practice.open(FakeService.user.id)
    practice.set(.captions, to: "fr")
    #expect(practice.state.value(of: .captions) == "off")
    practice.set(.captions, to: "de")
    #expect(practice.state.value(of: .captions) == "de")
  }
}
