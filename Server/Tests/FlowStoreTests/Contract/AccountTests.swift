import Accounts
import FlowStore
import Foundation
import Testing

@Suite(.serialized) struct AccountTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The shop, with Ada as its owner and Bob in no organization.
  private func store(_ kind: StoreKind) async throws -> any Store {
    let store = try await kind.shop(in: folder)
    try await store.accounts.change {
      try $0.put(Shop.ada)
      try $0.put(Shop.bob)
      try $0.put(Shop.membership())
    }
    return store
  }

  private func log(of organization: String, _ store: any Store) async throws -> [AuditEntry] {
    try await store.audit(of: organization, application: nil, before: nil, limit: 99)
      .filter { $0.actor != "Ada" }
  }

  @Test(arguments: StoreKind.all)
  func `users and organizations are in the same store`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let members = try await store.accounts.read { try $0.members(of: "acme") }
    #expect(members == [Member(user: Shop.ada, membership: Shop.membership())])
    #expect(try await store.organizations() == [Shop.organization])
  }

  @Test(arguments: StoreKind.all)
  func `a change that throws is rolled back, and its error is rethrown`(
    _ kind: StoreKind
  ) async throws {
    struct TestError: Error, Equatable { let number: Int }
    let store = try await store(kind)
    let accountError = AccountError(.tooManyAttempts, "Wait a little.", retryAfter: 9)
    for error in [TestError(number: 7), accountError] as [any Error] {
      await #expect {
        try await store.accounts.change {
          try $0.removeUser("p_ada")
          try $0.record(Shop.event("user.removed", in: "acme"))
          throw error
        }
      } throws: {
        $0 as? TestError == error as? TestError && $0 as? AccountError == error as? AccountError
      }
    }
    await #expect(throws: accountError) {
      try await store.accounts.read { _ in throw accountError }
    }
    #expect(try await store.accounts.read { try $0.user("p_ada") } == Shop.ada)
    #expect(try await log(of: "acme", store) == [])
  }

  @Test(arguments: StoreKind.all)
  func `errors of the account services are rethrown`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let other = User(
      id: "p_eve", email: "ada@example.com", emailKey: "ada@example.com", name: "", created: 1)
    let error = await #expect(throws: AccountError.self) {
      try await store.accounts.change { try $0.put(other) }
    }
    #expect(error?.code == .addressTaken)
  }

  @Test(arguments: StoreKind.all)
  func `after closing, the accounts throw an error`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    try await store.close()
    let read = await #expect(throws: StoreError.self) {
      try await store.accounts.read { try $0.user("p_ada") }
    }
    let change = await #expect(throws: StoreError.self) {
      try await store.accounts.change { try $0.removeUser("p_ada") }
    }
    #expect(read?.code == .unavailable)
    #expect(change?.code == .unavailable)
  }

  // MARK: Audit

  @Test(arguments: StoreKind.all)
  func `an organization's audit log has the user of an event and no network address`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let event = Shop.event("member.changed", in: "acme", detail: #"{"role":"editor"}"#)
    try await store.accounts.change { try $0.record(event) }
    let entries = try await log(of: "acme", store)
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(
      entry
        == AuditEntry(
          id: entry.id, at: 900, actor: "ada@example.com", action: "member.changed",
          organization: "acme",
          detail: #"{"role":"editor","user":"p_ada"}"#,
          user: "p_ada", isPersonal: true))
    let userEvents = try await store.accounts.read {
      try $0.events(of: "p_ada", before: nil, limit: 9)
    }
    #expect(userEvents.map(\.detail) == [#"{"role":"editor"}"#])
  }

  @Test(arguments: StoreKind.all)
  func `organizations see whether a member can still sign in, and nothing about sign-ins`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    for id in ["zoo", "farm"] {
      let organization = Organization(id: id, name: id, created: 100)
      try await store.add(organization, audit: Shop.entry("organization.added"))
    }
    try await store.accounts.change {
      try $0.put(Shop.membership(in: "zoo"))
      for action in SecurityAction.allCases { try $0.record(Shop.event(action.rawValue)) }
      try $0.record(Shop.event("account.disabled", of: Shop.bob))
      try $0.record(Shop.event("session.failed", of: nil))
    }
    let expected = [
      "account.address-changed", "account.deleted", "account.disabled", "account.enabled",
    ]
    for organization in ["acme", "zoo"] {
      let entries = try await log(of: organization, store)
      #expect(entries.map(\.action).sorted() == expected)
      #expect(entries.allSatisfy { $0.isPersonal && $0.detail == #"{"user":"p_ada"}"# })
    }
    #expect(try await log(of: "farm", store) == [])
  }

  @Test(
    arguments: StoreKind.all,
    [
      (#"{"user":"p_cy","url":"https://a/b"}"#, #"{"url":"https://a/b","user":"p_cy"}"#),
      ("{}", #"{"user":"p_ada"}"#),
      ("no \"object\"", #"{"detail":"no \"object\"","user":"p_ada"}"#),
    ])
  func `the details of an event are stored as an object`(
    _ kind: StoreKind, _ detail: (input: String, stored: String)
  ) async throws {
    let store = try await store(kind)
    try await store.accounts.change {
      try $0.record(Shop.event("e", in: "acme", address: "", detail: detail.input))
    }
    #expect(try await log(of: "acme", store).map(\.detail) == [detail.stored])
  }

  // MARK: Deleting

  @Test(arguments: StoreKind.all)
  func `no stored record contains the address of a deleted user`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ada = Actor.user(Shop.ada)
    let email = Shop.ada.email
    let audit = AuditEntry(
      at: 1, actor: ada, action: "token.added", organization: "acme",
      detail: #"{"owner":"\#(email)"}"#)
    try await store.add(Shop.token("t1", of: Shop.ada), audit: audit)
    _ = try await store.replaceDraft(
      of: "shop", revision: 0, body: Array("{}".utf8), author: ada, at: 2)
    try await Shop.publish(1...1, to: store, by: ada)
    let invitation = Invitation(
      id: "i1", hash: Array(repeating: 1, count: 32), organization: "acme",
      email: "Ada.Before@Example.com", emailKey: "ada.before@example.com", role: .viewer,
      inviter: .user(Shop.bob), created: 1, expires: 9)
    try await store.accounts.change { writer in
      try writer.put(invitation)
      try writer.record(
        SecurityEvent(
          at: 1, action: "invitation.sent", user: nil, organization: "acme",
          actor: .user(Shop.bob), client: Client(address: ""),
          detail: #"{"email":"Ada.Before@Example.com","invitation":"i1"}"#))
      try writer.record(
        SecurityEvent(
          at: 2, action: "invitation.accepted", user: Shop.ada.id, organization: "acme",
          actor: ada, client: Client(address: "192.0.2.7"), detail: #"{"invitation":"i1"}"#))
      try writer.record(
        SecurityEvent(
          at: 3, action: "member.removed", user: Shop.ada.id, organization: "acme",
          actor: .user(Shop.bob), client: Client(address: ""),
          detail: #"{"email":"ADA@Example.com"}"#))  // an earlier spelling
      try writer.put(
        Invitation(
          id: "i2", hash: Array(repeating: 2, count: 32), organization: "acme",
          email: "cy@example.com", emailKey: "cy@example.com", role: .viewer, inviter: ada,
          created: 1, expires: 9))
      try writer.put(
        MailMessage(
          id: "m1", to: email, subject: "s", text: "Hello \(email)", html: "", created: 1,
          nextAttempt: 1))
    }
    try await store.accounts.change { try $0.removeUser(Shop.ada.id) }

    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 99)
    let all = "\(entries)".lowercased()
    #expect(entries.contains { $0.actor.id == Shop.ada.id && $0.actor.name == "deleted user" })
    #expect(entries.contains { $0.action == "invitation.sent" })
    #expect(
      entries.contains { $0.detail == #"{"email":"deleted user","user":"\#(Shop.ada.id)"}"# })
    #expect(!all.contains("ada@example.com") && !all.contains("ada.before"))
    #expect(try await store.draft(of: "shop")?.author.name == "deleted user")
    #expect(try await store.release(1, of: "shop")?.author.name == "deleted user")
    #expect(try await store.tokens(of: "acme") == [])
    let remaining = try await store.accounts.read { reader in
      (
        invitations: try reader.invitations(of: "acme"), mail: try reader.mail("m1"),
        events: try reader.events(of: Shop.ada.id, before: nil, limit: 9)
      )
    }
    #expect(remaining.invitations.map(\.id) == ["i2"])
    #expect(remaining.invitations.map(\.inviter.name) == ["deleted user"])
    #expect(remaining.mail == nil)
    #expect(remaining.events == [])
  }

  // MARK: Tokens

  @Test(arguments: StoreKind.all)
  func `a user's tokens are revoked with their membership, and stay so when they rejoin`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let tokens = [Shop.token("t1", of: Shop.ada), Shop.token("t2", of: Shop.bob), Shop.token("t3")]
    for token in tokens { try await store.add(token, audit: Shop.entry("token.added")) }
    _ = try await store.accounts.change { writer in
      // Changing a membership does not end it.
      try writer.put(Membership(organization: "acme", user: "p_ada", role: .viewer, since: 150))
    }
    #expect(try await store.token("t1")?.revoked == nil)
    _ = try await store.accounts.change { try $0.removeMembership(of: "p_ada", in: "acme") }
    try await store.accounts.change { try $0.put(Shop.membership()) }
    #expect(try await store.token("t1")?.revoked != nil)
    #expect(try await store.token("t2")?.revoked == nil)
    #expect(try await store.token("t3")?.revoked == nil)
  }

  @Test(arguments: StoreKind.all)
  func `a user's tokens are revoked when the owner of the address takes the account over`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let tokens = [Shop.token("t1", of: Shop.ada), Shop.token("t2", of: Shop.bob), Shop.token("t3")]
    for token in tokens { try await store.add(token, audit: Shop.entry("token.added")) }
    try await store.accounts.change { writer in
      try writer.record(
        SecurityEvent(
          at: 700, action: SecurityAction.accountReclaimed.rawValue, user: Shop.ada.id,
          organization: nil, actor: .anonymous, client: Client(address: ""), detail: "{}"))
    }
    #expect(try await store.token("t1")?.revoked == 700)
    #expect(try await store.token("t2")?.revoked == nil)
    #expect(try await store.token("t3")?.revoked == nil)
  }

  @Test(arguments: StoreKind.all)
  func `deleting a user deletes their tokens, including revoked ones`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    for id in ["t1", "t2"] {
      try await store.add(Shop.token(id, of: Shop.ada), audit: Shop.entry("token.added"))
    }
    _ = try await store.revokeToken("t1", at: 777, audit: Shop.entry("token.revoked"))
    try await store.accounts.change { try $0.removeUser("p_ada") }
    #expect(try await store.token("t1") == nil)
    #expect(try await store.token("t2") == nil)
  }
}
