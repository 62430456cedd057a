import Accounts
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import YogaDomain
import YogaService
import YogaWeb

/// Requests whose sender loses access after they were authenticated, and strangers' guesses.
@Suite(.timeLimit(.minutes(10))) struct HeldRequestTests {
  /// Ways in which a session ends.
  enum AccessLoss: String, CaseIterable, CustomTestStringConvertible {
    case passwordReset, disabled, deleted, expired

    var testDescription: String { rawValue }

    func apply(to user: String, at site: YogaSite, _ clock: SettableClock) async throws {
      let users = site.server.users
      switch self {
      case .expired: clock.advance(by: 3_600)
      case .disabled: try await users.accounts.administration.disable(user, by: .operator("test"))
      case .deleted: try await users.delete(user, by: .operator("test"))
      case .passwordReset:
        let link = try await users.accounts.administration.createPasswordResetLink(
          for: user, by: .operator("test"))
        let secret = try #require(link.split(separator: "link=").last)
        try await users.accounts.passwords.reset(
          String(secret), password: "nine slow rivers bend", client: Client(address: "192.0.2.3"))
      }
    }
  }

  private static func requests() throws -> [(path: String, type: String, body: ByteBuffer)] {
    var device = PracticeDevice(id: "device-1")
    device.setPosition(7, of: "agni/mantra", now: 1_000)
    let practice = try JSONEncoder().encode(device.request(now: 1_000))
    return [
      (SyncRoutes.path, "application/json", ByteBuffer(bytes: practice)),
      (AppPaths.picture, "image/png", ByteBuffer(bytes: UserDataTests.png)),
    ]
  }

  private static func logIn(
    _ site: YogaSite, _ email: String = "mira@example.com",
    _ password: String = YogaSite.password, device: String? = nil
  ) async throws -> (status: Int, session: SessionMessage?) {
    let credentials = Credentials(email: email, password: password, deviceSecret: device)
    let response = try await site.client.execute(
      uri: AppPaths.sessions, method: .post, headers: [.contentType: "application/json"],
      body: ByteBuffer(bytes: try JSONEncoder().encode(credentials)))
    let body = Data(response.body.readableBytesView)
    return (response.status.code, try? JSONDecoder().decode(SessionMessage.self, from: body))
  }

  @Test(arguments: AccessLoss.allCases)
  func `attack: a request that was held back stores nothing after its sender lost access`(
    loss: AccessLoss
  ) async throws {
    let clock = SettableClock()
    try await YogaSite.run(clock: clock) { site in
      let store = site.server.users.store
      for (index, request) in try Self.requests().enumerated() {
        let email = "mira\(index)@example.com"
        _ = try await site.register(email)
        let session = try #require(try await Self.logIn(site, email).session)
        let user = session.user.id
        site.bodyHook.beforeBody { try await loss.apply(to: user, at: site, clock) }
        let response = try await site.client.execute(
          uri: request.path, method: .post,
          headers: [
            .contentType: request.type, .authorization: "Bearer \(session.tokens.accessToken)",
          ], body: request.body)
        #expect(response.status.code == 401, "\(request.path)")
        #expect(try await store.practice(of: user).state.isEmpty)
        #expect(try await store.picture(of: user) == nil)
      }
    }
  }

  @Test func `attack: a picture of a browser whose session has ended is not stored`()
    async throws
  {
    try await YogaSite.run { site in
      let users = site.server.users
      var mira = try await site.register()
      let user = try await users.accounts.administration.user("mira@example.com").id
      site.bodyHook.beforeBody {
        try await users.accounts.administration.disable(user, by: .operator("test"))
      }
      let request = try Self.requests()[1]
      try await mira.send(.post, request.path, type: request.type, body: request.body)
      #expect(mira.status == 401)
      #expect(try await users.store.picture(of: user) == nil)
    }
  }

  @Test func `attack: strangers' wrong passwords do not delay a device that logged in before`()
    async throws
  {
    try await YogaSite.run { site in
      _ = try await site.register()
      let first = try #require(try await Self.logIn(site).session?.deviceSecret)
      for _ in 0..<7 {
        _ = try await Self.logIn(site, "mira@example.com", "a stranger's guess")
      }
      #expect(try await Self.logIn(site).status == 429)
      #expect(try await Self.logIn(site, device: "none").status == 429)
      let known = try await Self.logIn(site, device: first)
      #expect(known.status == 200)
      #expect(known.session?.deviceSecret != nil && known.session?.deviceSecret != first)
    }
  }
}
