import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Requests whose sender loses access after they were authenticated: while their body is being
/// received, or while they wait for their turn.
@Suite(.timeLimit(.minutes(10))) struct HeldRequestTests {
  /// The ways in which an editor loses access.
  enum AccessLoss: String, CaseIterable, CustomTestStringConvertible {
    case signedOut, removed, demoted, disabled, deleted

    var testDescription: String { rawValue }

    func apply(at site: Site) async throws {
      let editor = Site.userID("editor")
      let member = "/v1/organizations/acme/members/\(editor)"
      let response: Site.Response
      switch self {
      case .signedOut: response = try await site.send(.post, "/v1/me/sign-out", as: .editor)
      case .removed: response = try await site.send(.delete, member)
      case .demoted: response = try await site.send(.patch, member, body: ["role": "viewer"])
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

  @Test(arguments: AccessLoss.allCases)
  func `attack: a request whose body was held back does nothing after its sender lost access`(
    loss: AccessLoss
  ) async throws {
    let site = try await Site(withUsers: true)
    let created = try await site.send(
      .post, "/v1/tokens?organization=acme", as: .editor,
      body: ["name": "held", "scopes": ["publish"], "owner": "me"]
    ) { try await loss.apply(at: site) }
    #expect([401, 403, 404].contains(created.status), "\(created.text)")
    #expect(try await !site.store.tokens(of: "acme").contains { $0.name == "held" })
  }

  @Test(arguments: AccessLoss.allCases)
  func `attack: publishing with a body that was held back is refused, and stores no address`(
    loss: AccessLoss
  ) async throws {
    let site = try await Site(withUsers: true)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", as: .editor, body: Self.publishing
    ) { try await loss.apply(at: site) }
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
      let token = try await site.addToken("acme", .admin)
      let id = try #require(TokenCredential(token)).id
      let response = try await site.send(.post, path, as: .anonymous, token: token, body: body) {
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

  @Test func `attack: a stolen access token gains nothing when its user confirms their identity`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let response = try await site.send(
      .post, "/v1/me/password", as: .editorApp,
      body: ["old": .string(Site.password), "new": "chosen by the thief himself"]
    ) {
      site.clock.advance(by: 30)
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
    let others = await OccupiedQueue("acme", of: limiter)
    let token = try await site.addToken("acme", .publish)
    let id = try #require(TokenCredential(token)).id
    let queued = Task {
      try await site.send(
        .post, "/v1/apps/shop/environments/staging/releases", as: .anonymous, token: token,
        body: Self.publishing)
    }
    while limiter.count(of: "acme") < 5 { await Task.yield() }
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").status == 204)
    others.release()
    let response = try await queued.value
    #expect(response.status == 401, "\(response.text)")
    try await others.finish()
    #expect(try await site.store.currentRelease(of: "shop", environment: "staging") == nil)
  }

  @Test func `attack: SDK keys of an organization share a queue, and one revoked there is refused`()
    async throws
  {
    let site = try await Site()
    let added = try await site.send(.post, "/v1/apps", body: ["id": "kiosk", "name": "Kiosk"])
    #expect(added.status == 201, "\(added.text)")
    let limiter = site.services.documentLimiter
    let others = await OccupiedQueue("apps of acme", of: limiter)
    var keys: [String] = []
    var queued: [Task<Site.Response, any Error>] = []
    for (number, app) in ["shop", "kiosk"].enumerated() {
      let key = try await site.send(
        .post, "/v1/apps/\(app)/sdk-keys", body: ["name": "held", "environment": "staging"])
      let id = try #require(key.json["id"]?.string, "\(key.text)")
      keys.append(id)
      queued.append(
        Task {
          try await site.send(
            .post, "/v1/apps/\(app)/announcements", as: .anonymous, token: id,
            body: Flows.manifest())
        })
      while limiter.count(of: "apps of acme") < 5 + number { await Task.yield() }
    }
    // Members do not wait for the apps, nor do the apps of another organization.
    #expect(try await site.send(.get, "/v1/apps/shop/draft").status == 404)
    let other = try await limiter.run(for: "apps of rival") { true }
    #expect(other)
    let revoked = try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(keys[0])")
    #expect(revoked.status == 204, "\(revoked.text)")
    others.release()
    let responses = [try await queued[0].value, try await queued[1].value]
    #expect(responses.map(\.status) == [401, 201], "\(responses.map(\.text))")
    try await others.finish()
    #expect(try await site.store.manifests(of: "shop").isEmpty)
  }

  /// Requests that occupy all slots of a queue until they are released.
  private struct OccupiedQueue {
    private let held: [CheckedContinuation<Void, Never>]
    private let tasks: [Task<Void, any Error>]

    init(_ queue: String, of limiter: DocumentLimiter) async {
      let work = HeldWork()
      tasks = (1...4).map { _ in
        Task { try await limiter.run(for: queue) { await work.wait() } }
      }
      held = await work.waitForCalls(4)
    }

    func release() { for continuation in held { continuation.resume() } }

    func finish() async throws { for task in tasks { try await task.value } }
  }

  @Test func `a request whose body was held back succeeds if its sender still has access`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", as: .editor, body: Self.publishing
    ) { site.clock.advance(by: 1) }
    #expect(published.status == 201, "\(published.text)")
  }
}
