import Accounts
import FlowStore
import Testing

/// The credential by which a change is made, which is checked in the transaction of the change.
@Suite(.serialized) struct CredentialTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let session = Session(
    id: "s1", hash: [], kind: .app, user: "p_ada", created: 150, lastUsed: 150, expires: 9000,
    lastAuthenticated: 150, hasSecondFactor: false, client: Client(address: "192.0.2.7"))
  private static let ada = Actor.user(Shop.ada).acting(by: .session(session))
  private static let program = Actor.token("t1", named: "CI", of: nil).acting(by: .token)

  /// The shop, whose owner Ada is signed in, with the token `t1`.
  private func store(_ kind: StoreKind) async throws -> any Store {
    let store = try await kind.shop(in: folder)
    try await store.accounts.change {
      try $0.put(Shop.ada)
      try $0.put(Shop.membership())
      try $0.put(Self.session)
    }
    try await store.add(Shop.token("t1"), audit: Shop.entry("token.added"))
    return store
  }

  /// Tries to add a token and an SDK key, and to publish; returns the code of each error.
  private func errorCodes(
    _ store: any Store, by actor: Actor, at time: Int = 600
  ) async -> [StoreError.Code?] {
    let entry = AuditEntry(
      at: time, actor: actor, action: "x", organization: "acme", application: "shop")
    return [
      await errorCode { () async throws(StoreError) in
        try await store.add(Shop.token("t9"), audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.add(Shop.key("pk_nine"), audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.publish(Shop.release(1, by: actor), audit: entry)
      },
    ]
  }

  /// Tries to change applications, manifests and templates; returns the code of each error.
  private func otherErrorCodes(_ store: any Store, by actor: Actor) async -> [StoreError.Code?] {
    let entry = AuditEntry(
      at: 600, actor: actor, action: "x", organization: "acme", application: "shop")
    let template = ScreenTemplate(
      organization: "acme", id: "t1", name: "Name", body: [1], author: actor, updated: 600)
    return [
      await errorCode { () async throws(StoreError) in
        let kiosk = Application(id: "kiosk", organization: "acme", name: "Kiosk", created: 600)
        try await store.add(kiosk, environments: ["production"], audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.renameApplication("shop", to: "Store", audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.add(Environment(application: "shop", name: "test"), audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        _ = try await store.setAllowsFollowing(
          true, environment: "production", of: "shop", audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        _ = try await store.put(Shop.manifest(build: "1"), audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        _ = try await store.archiveBuild(Shop.manifest(build: "0"), at: 600, audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.add(template, assets: [], audit: entry)
      },
      await errorCode { () async throws(StoreError) in
        try await store.removeScreenTemplate("t1", revision: 1, of: "acme", audit: entry)
      },
    ]
  }

  @Test(arguments: StoreKind.all)
  func `attack: a former owner changes no application, manifest or template`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    _ = try await store.put(Shop.manifest(build: "0"), audit: Shop.entry("manifest.put"))
    try await store.accounts.change {
      var demoted = Shop.membership()
      demoted.role = .viewer
      try $0.put(demoted)
    }
    let refused = [StoreError.Code?](repeating: .notAllowed, count: 8)
    #expect(await otherErrorCodes(store, by: Self.ada) == refused)
    try await store.accounts.change { try $0.put(Shop.membership()) }
    let admitted = [StoreError.Code?](repeating: nil, count: 8)
    #expect(await otherErrorCodes(store, by: Self.ada) == admitted)
  }

  @Test(arguments: StoreKind.all)
  func `attack: a former owner neither replaces nor discards the draft`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let first = try await store.replaceDraft(
      of: "shop", revision: 0, body: [1], author: Self.ada, at: 600)
    try await store.accounts.change {
      var demoted = Shop.membership()
      demoted.role = .viewer
      try $0.put(demoted)
    }
    #expect(await draftErrorCodes(store, revision: 1) == [.notAllowed, .notAllowed])
    try await store.accounts.change { _ = try $0.removeMembership(of: "p_ada", in: "acme") }
    #expect(await draftErrorCodes(store, revision: 1) == [.notAllowed, .notAllowed])
    #expect(try await store.draft(of: "shop") == first)
    // A grant in the application suffices.
    try await store.accounts.change {
      var granted = Shop.membership()
      granted.role = .guest
      granted.grants = [RoleGrant(application: "shop", role: .drafter)]
      try $0.put(granted)
    }
    #expect(await draftErrorCodes(store, revision: 1) == [nil, nil])
  }

  /// Tries to replace the draft and to discard it; returns the code of each error.
  private func draftErrorCodes(
    _ store: any Store, revision: Int
  ) async -> [StoreError.Code?] {
    let replaced = await errorCode { () async throws(StoreError) in
      _ = try await store.replaceDraft(
        of: "shop", revision: revision, body: [2], author: Self.ada, at: 600)
    }
    let latest = replaced == nil ? revision + 1 : revision
    let removed = await errorCode { () async throws(StoreError) in
      try await store.removeDraft(of: "shop", revision: latest, author: Self.ada, at: 600)
    }
    return [replaced, removed]
  }

  /// The ways in which the credential ends.
  enum AccessLoss: String, CaseIterable, CustomTestStringConvertible {
    case sessionEnded, reauthenticated, disabled, deleted

    var testDescription: String { rawValue }

    func apply(to writer: any AccountWriter) throws {
      switch self {
      case .sessionEnded: _ = try writer.removeSession("s1")
      case .reauthenticated:
        var renewed = CredentialTests.session
        renewed.lastAuthenticated += 1
        try writer.put(renewed)
      case .disabled:
        var user = Shop.ada
        user.disabled = 590
        try writer.put(user)
      case .deleted: try writer.removeUser("p_ada")
      }
    }
  }

  @Test(arguments: StoreKind.all, [true, false])
  func `with a valid session or token, tokens and keys can be added and releases published`(
    _ kind: StoreKind, isUser: Bool
  ) async throws {
    let store = try await store(kind)
    #expect(
      await errorCodes(store, by: isUser ? Self.ada : Self.program) == [nil, nil, nil])
  }

  @Test(arguments: StoreKind.all, AccessLoss.allCases)
  func `attack: a change whose session is no longer valid is refused, and has no effect`(
    _ kind: StoreKind, loss: AccessLoss
  ) async throws {
    let store = try await store(kind)
    try await store.accounts.change { try loss.apply(to: $0) }
    #expect(
      await errorCodes(store, by: Self.ada) == [.notSignedIn, .notSignedIn, .notSignedIn])
    let draft = await errorCode { () async throws(StoreError) in
      _ = try await store.replaceDraft(
        of: "shop", revision: 0, body: [], author: Self.ada, at: 600)
    }
    #expect(draft == .notSignedIn)
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 99)
    #expect(!entries.contains { $0.actor == Self.ada })
  }

  @Test(arguments: StoreKind.all)
  func `attack: a change by a viewer or a former member is refused`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let refused: [StoreError.Code?] = [.notAllowed, .notAllowed, .notAllowed]
    try await store.accounts.change {
      var demoted = Shop.membership()
      demoted.role = .viewer
      try $0.put(demoted)
    }
    #expect(await errorCodes(store, by: Self.ada) == refused)
    try await store.accounts.change { _ = try $0.removeMembership(of: "p_ada", in: "acme") }
    #expect(await errorCodes(store, by: Self.ada) == refused)
  }

  @Test(arguments: StoreKind.all)
  func `attack: a change by a revoked or expired token is refused`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let refused: [StoreError.Code?] = [.notSignedIn, .notSignedIn, .notSignedIn]
    #expect(await errorCodes(store, by: Self.program, at: 9000) == refused)
    try await store.accounts.read { try $0.requireCredential(of: Self.program) }
    let entry = Shop.entry("token.revoked")
    #expect(try await store.revokeToken("t1", at: 590, audit: entry))
    #expect(await errorCodes(store, by: Self.program) == refused)
    // Invitations and changes of members use the same check.
    await #expect(throws: AccountError.self) {
      try await store.accounts.read { try $0.requireCredential(of: Self.program) }
    }
  }

  @Test(arguments: StoreKind.all)
  func `a token may revoke itself, which is recorded`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let entry = AuditEntry(
      at: 600, actor: Self.program, action: "token.revoked", organization: "acme")
    #expect(try await store.revokeToken("t1", at: 600, audit: entry))
    #expect(try await store.token("t1")?.revoked == 600)
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 9)
    #expect(entries.contains { $0.action == "token.revoked" })
  }

  @Test(arguments: StoreKind.all)
  func `attack: a token expires within its organization's limit and not after its creating token`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let day = 86_400
    try await store.limitTokens(of: "acme", toDays: 1, audit: Shop.entry("limited"))
    let long = APIToken(
      id: "t2", organization: "acme", name: "CI", hash: [1], scopes: ["read"], created: 500,
      expires: 500 + 300 * day)
    try await store.add(long, audit: Shop.entry("token.added"))
    #expect(try await store.token("t2")?.expires == 500 + day)
    // A token is not valid for longer than the token that creates it, which expires at 9000.
    let child = APIToken(
      id: "t3", organization: "acme", name: "CI", hash: [2], scopes: ["read"], created: 600,
      expires: 600 + day)
    let entry = AuditEntry(
      at: 600, actor: Self.program, action: "token.added", organization: "acme")
    try await store.add(child, audit: entry)
    #expect(try await store.token("t3")?.expires == 9000)
  }
}
