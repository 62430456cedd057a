import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// Streams end immediately when access is revoked.
///
/// `Site` disables the periodic recheck, so streams end only because they are notified.
@Suite(.timeLimit(.minutes(10))) struct RevocationTests {
  private static let releases = "environments/production/stream"

  /// The ways to lose access, each with the role of the reader who loses it.
  enum AccessLoss: String, CaseIterable, CustomTestStringConvertible {
    case tokenRevoked, tokenOwnerRemoved
    case memberRemoved, memberLeft, roleLowered, grantRemoved
    case signedOut, sessionEndedElsewhere, passwordChanged, accountDeleted

    var testDescription: String { rawValue }

    /// The role that reads the streams.
    var reader: Site.Role {
      switch self {
      case .tokenRevoked: .read
      case .tokenOwnerRemoved: .drafterToken
      case .grantRemoved: .granted
      case .memberRemoved, .memberLeft, .roleLowered, .signedOut, .sessionEndedElsewhere,
        .passwordChanged, .accountDeleted:
        .viewer
      }
    }

    /// Sends the request that revokes access.
    func apply(at site: Site) async throws -> Site.Response {
      let member = "/v1/organizations/acme/members/\(site.users[reader] ?? "")"
      switch self {
      case .tokenRevoked:
        let id = try #require(TokenCredential(site.credentials[.read] ?? "")).id
        return try await site.send(.delete, "/v1/tokens/\(id)")
      case .tokenOwnerRemoved:
        let drafter = try #require(site.users[.drafter])
        return try await site.send(.delete, "/v1/organizations/acme/members/\(drafter)")
      case .memberRemoved: return try await site.send(.delete, member)
      case .memberLeft:
        return try await site.send(.delete, "/v1/me/organizations/acme", as: .viewer)
      case .roleLowered: return try await site.send(.patch, member, body: ["role": "guest"])
      case .grantRemoved: return try await site.send(.patch, member, body: ["grants": []])
      case .signedOut: return try await site.send(.post, "/v1/me/sign-out", as: .viewer)
      case .sessionEndedElsewhere:
        return try await site.send(.delete, "/v1/me/sessions/sessionviewer", as: .viewerApp)
      case .passwordChanged:
        return try await site.send(
          .post, "/v1/me/password", as: .viewerApp,
          body: ["old": .string(Site.password), "new": "another good pass phrase"])
      case .accountDeleted: return try await site.send(.delete, "/v1/me", as: .viewerApp)
      }
    }
  }

  @Test(arguments: AccessLoss.allCases)
  func `losing access ends one's own open streams, and nobody else's`(loss: AccessLoss)
    async throws
  {
    let site = try await Site(withUsers: true)
    try await site.publish()
    var streams: [StreamLog] = []
    for path in ["changes", Self.releases] {
      let log = try await StreamLog(site, as: loss.reader, path: path)
      #expect(log.status == 200)
      await log.events(until: path == "changes" ? "ready" : "release")
      streams.append(log)
    }
    let other = try await StreamLog(site, as: .editor)
    await other.events(until: "ready")
    let response = try await loss.apply(at: site)
    #expect([200, 204].contains(response.status), "\(response.text)")
    for log in streams { #expect(await log.events(until: "none").last?.kind == "goodbye") }
    try await site.putDraft()
    #expect(await other.event("draft")?["revision"] == 1)
  }

  /// The revocation finds no stream to end, because the stream is opened afterwards.
  @Test(arguments: ["changes", releases])
  func `a stream authorized just before its reader lost access ends, too`(path: String)
    async throws
  {
    let store = try FailingStore(StoreError(.unavailable, "never"))
    let site = try await Site(store: store)
    try await site.publish()
    let text = try await site.addToken("acme", .read)
    let id = try #require(TokenCredential(text)).id
    store.afterTokenRead.once {
      let response = try? await site.send(.delete, "/v1/tokens/\(id)")
      #expect(response?.status == 204)
    }
    let log = try await StreamLog(site, token: text, path: path)
    #expect(log.status == 200)
    #expect(await log.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `access that expires ends its streams at the next check`() async throws {
    #expect(DeliveryLimits().accessCheckInterval == .seconds(10))
    let site = try await Site(withUsers: true)
    let token = try await site.addToken("acme", .read, expires: site.clock.now + 60)
    let program = try await StreamLog(site, token: token)
    let user = try await StreamLog(site, as: .viewer)
    for log in [program, user] { await log.events(until: "ready") }
    site.clock.advance(by: 61)
    site.services.streams.recheck()
    #expect(await program.events(until: "none").last?.kind == "goodbye")
    site.clock.advance(by: 8 * 3600)
    site.services.streams.recheck()
    #expect(await user.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `a revoked key ends its streams in routes and is unknown to the fast path`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    let log = try await StreamLog(site, as: .app, path: Self.releases)
    await log.events(until: "release")
    let response = try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(Site.sdkKey)")
    #expect(response.status == 204)
    #expect(await log.events(until: "none").last?.kind == "goodbye")
    // Streams on the fast path are tested by `a revoked key ends its streams and no others`.
    #expect(site.services.currentReleases.environment(ofKey: Site.sdkKey) == nil)
  }

  // MARK: Reloads

  /// The reload reads the keys before the revocation, and activates them after it.
  @Test func `a concurrent reload does not reactivate a revoked key`() async throws {
    let store = try FailingStore(StoreError(.unavailable, "never"))
    let site = try await Site(store: store)
    store.afterKeysRead.once {
      let response = try? await site.send(.delete, "/v1/apps/shop/sdk-keys/\(Site.sdkKey)")
      #expect(response?.status == 204)
    }
    try await site.services.readStore()
    #expect(site.services.currentReleases.environment(ofKey: Site.sdkKey) == nil)
  }

  @Test func `a concurrent reload does not deactivate a new key`() async throws {
    let store = try FailingStore(StoreError(.unavailable, "never"))
    let site = try await Site(store: store)
    let added = NIOLockedValueBox<String?>(nil)
    store.afterKeysRead.once {
      let response = try? await site.send(
        .post, "/v1/apps/shop/sdk-keys", body: ["environment": "staging", "name": "new"])
      added.withLockedValue { $0 = response?.json["id"]?.string }
    }
    try await site.services.readStore()
    let id = try #require(added.withLockedValue { $0 })
    #expect(site.services.currentReleases.environment(ofKey: id)?.environment == "staging")
    #expect(
      site.services.currentReleases.environment(ofKey: Site.sdkKey)?.environment == "production")
  }
}
