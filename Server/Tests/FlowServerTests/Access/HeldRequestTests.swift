import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// Requests whose sender loses access after they were authenticated: while their body is being
/// received, or while they wait for their turn.
@Suite(.timeLimit(.minutes(10))) struct HeldRequestTests {
  /// The ways in which an editor loses access.
  enum Loss: String, CaseIterable, CustomTestStringConvertible {
    case signedOut, removed, lowered, disabled, deleted

    var testDescription: String { rawValue }

    func happen(at site: Site) async throws {
      let editor = Site.userID("editor")
      let member = "/v1/organizations/acme/members/\(editor)"
      let response: Site.Response
      switch self {
      case .signedOut: response = try await site.send(.post, "/v1/me/sign-out", as: .editor)
      case .removed: response = try await site.send(.delete, member)
      case .lowered: response = try await site.send(.patch, member, body: ["role": "viewer"])
      case .deleted: response = try await site.send(.delete, "/v1/me", as: .editorApp)
      case .disabled:
        return try await site.services.accounts.administration.disable(
          editor, by: .operator("tests"))
      }
      #expect([200, 204].contains(response.status), "\(response.text)")
    }
  }

  private static let publishing: JSON = [
    "document": Flows.document(), "acceptWarnings": true, "note": "held",
  ]

  @Test(arguments: Loss.allCases)
  func `attack: a request that was held back does nothing after its sender lost access`(
    loss: Loss
  ) async throws {
    let site = try await Site(withUsers: true)
    let made = try await site.send(
      .post, "/v1/tokens?organization=acme", as: .editor,
      body: ["name": "held", "scopes": ["publish"], "owner": "me"]
    ) { try await loss.happen(at: site) }
    #expect([401, 403, 404].contains(made.status), "\(made.text)")
    #expect(try await !site.store.tokens(of: "acme").contains { $0.name == "held" })
  }

  @Test(arguments: Loss.allCases)
  func `attack: a publication that was held back is refused, and leaves no address behind`(
    loss: Loss
  ) async throws {
    let site = try await Site(withUsers: true)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", as: .editor, body: Self.publishing
    ) { try await loss.happen(at: site) }
    #expect([401, 403, 404].contains(published.status), "\(published.text)")
    #expect(try await site.store.currentRelease(of: "shop", environment: "staging") == nil)
    let log = try await site.store.audit(
      of: "acme", matching: AuditFilter(), before: nil, limit: 200)
    #expect(!log.contains { $0.action == "release.published" })
    #expect(loss != .deleted || !log.contains { $0.actor.name == Site.email("editor") })
  }

  @Test func `attack: a revoked token creates neither tokens, keys nor invitations`() async throws {
    let site = try await Site(withUsers: true)
    let attempts: [(String, JSON)] = [
      ("/v1/tokens", ["name": "held", "scopes": ["admin"]]),
      ("/v1/apps/shop/sdk-keys", ["name": "held", "environment": "staging"]),
      ("/v1/organizations/acme/invitations", ["email": "held@example.net", "role": "owner"]),
    ]
    for (path, body) in attempts {
      let token = try await site.token("acme", .admin)
      let id = try #require(TokenText(token)).id
      let response = try await site.send(.post, path, as: .nobody, token: token, body: body) {
        let revoked = try await site.send(.delete, "/v1/tokens/\(id)")
        #expect(revoked.status == 204, "\(revoked.text)")
      }
      #expect(response.status == 401, "\(path): \(response.text)")
    }
    #expect(try await !site.store.tokens(of: "acme").contains { $0.name == "held" })
    #expect(try await !site.store.sdkKeys(of: "shop").contains { $0.name == "held" })
    let invitations = try await site.services.accounts.store.read {
      try $0.invitations(of: "acme")
    }
    #expect(invitations.isEmpty)
  }

  @Test func `attack: a stolen access token gains nothing when its user confirms meanwhile`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let response = try await site.send(
      .post, "/v1/me/password", as: .editorApp,
      body: ["old": .string(Site.password), "new": "chosen by the thief himself"]
    ) {
      site.clock.move(30)
      let confirmed = try await site.send(
        .post, "/v1/me/confirmation", as: .editorApp, body: ["password": .string(Site.password)])
      #expect(confirmed.status == 200, "\(confirmed.text)")
    }
    #expect(response.code == "no-session", "\(response.text)")
  }

  @Test func `attack: a publication whose token is revoked while it is queued is refused`()
    async throws
  {
    let site = try await Site()
    let limiter = site.services.documentLimiter
    let held = NIOLockedValueBox<[CheckedContinuation<Void, Never>]>([])
    let others = (1...4).map { _ in
      Task {
        try await limiter.take(for: "acme") {
          await withCheckedContinuation { one in held.withLockedValue { $0.append(one) } }
        }
      }
    }
    while held.withLockedValue({ $0.count }) < 4 { await Task.yield() }
    let token = try await site.token("acme", .publish)
    let id = try #require(TokenText(token)).id
    let queued = Task {
      try await site.send(
        .post, "/v1/apps/shop/environments/staging/releases", as: .nobody, token: token,
        body: Self.publishing)
    }
    while limiter.count(of: "acme") < 5 { await Task.yield() }
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").status == 204)
    for one in held.withLockedValue({ $0 }) { one.resume() }
    let response = try await queued.value
    #expect(response.status == 401, "\(response.text)")
    for other in others { try await other.value }
    #expect(try await site.store.currentRelease(of: "shop", environment: "staging") == nil)
  }

  @Test func `a request that was held back succeeds if its sender still has access`() async throws {
    let site = try await Site(withUsers: true)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", as: .editor, body: Self.publishing
    ) { site.clock.move(1) }
    #expect(published.status == 201, "\(published.text)")
  }
}
