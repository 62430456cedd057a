import Accounts
import AccountsSQLite
import Foundation
import Testing

/// The traces of a user in the file when their account is deleted.
@Suite struct ErasureTests {
  private let folder: URL
  private let file: SQLiteAccountsFile
  private let fixture: AccountsFixture

  private static let home = Client(address: "198.51.100.77", userAgent: "AdasBrowser/7")
  /// Values that only Ada has.
  private static let traces = [
    "ada.first@example.com", "ada.second@example.com", "ada.third@example.com",
    "ada.typo@example.com", "ada.google@example.com", "198.51.100.77", "adasbrowser",
  ]

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("erasure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = try SQLiteAccountsFile(path: folder.appendingPathComponent("accounts.db").path)
    fixture = try AccountsFixture(in: file)
  }

  /// The traces that the files of the store contain.
  private func storedTraces() throws -> Set<String> {
    var traces: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      traces.formUnion(Self.traces.filter(text.contains))
    }
    return traces
  }

  private func change(_ ada: NewSession, to address: String) async throws -> NewSession {
    let profile = fixture.accounts.profile
    try await profile.requestEmailChange(ada.signedIn, to: address, client: Self.home)
    _ = try await profile.finishEmailChange(
      fixture.oneTimeToken(to: address), ada.signedIn, client: Self.home)
    return try await fixture.signIn(address, client: Self.home)
  }

  /// Ada is invited, reports another invitation, changes her address twice, requests a third
  /// change, invites two people and links a Google account.
  private func createTraces(_ boss: NewSession) async throws -> NewSession {
    var ada = try await fixture.member(
      "Ada.First@Example.com", as: .owner, invitedBy: boss)
    let eve = try await fixture.owner("eve@example.com", of: "globex")
    _ = try await fixture.accounts.invitations.invite(
      "ADA.first@example.com", to: "globex", named: "Globex", as: .viewer, by: .user(eve.user),
      client: .office)
    try await fixture.accounts.invitations.report(
      fixture.oneTimeToken(to: "ada.first@example.com"), client: Self.home)
    _ = try await fixture.accounts.invitations.invite(
      "dan@example.com", to: "acme", named: "Acme", as: .viewer, by: .user(ada.user),
      client: Self.home)
    let cy = try await fixture.accounts.invitations.invite(
      "cy@example.com", to: "acme", named: "Acme", as: .viewer, by: .user(ada.user),
      client: Self.home)
    ada = try await change(ada, to: "Ada.Second@example.com")
    _ = try await fixture.accounts.registration.accept(
      fixture.oneTimeToken(to: cy.0.email), registering: AccountsFixture.password, name: "",
      as: .browser,
      client: .office)
    try await fixture.accounts.externalSignIn.link(
      ExternalProfile(
        issuer: "https://accounts.google.com", subject: "1", email: "ada.google@example.com",
        isEmailVerified: true, name: "Ada", providerName: "Google"),
      to: ada.signedIn, client: Self.home)
    fixture.clock.now += 40 * 86_400
    ada = try await fixture.signIn("ada.second@example.com", client: Self.home)
    ada = try await change(ada, to: "ada.third@example.com")
    _ = try? await fixture.signIn("ada.third@example.com", password: "wrong", client: Self.home)
    // No account has this address, so deleting the account does not delete the event of this
    // sign-in, which therefore must not contain the address.
    _ = try? await fixture.signIn("ada.tpyo@example.com", password: "wrong", client: Self.home)
    try await fixture.accounts.passwords.requestReset(
      email: "ADA.third@example.com", client: Self.home)
    try await fixture.accounts.profile.requestEmailChange(
      ada.signedIn, to: "ada.typo@example.com", client: Self.home)
    // As a cleanup does: the only trace of the requested address is now the email.
    try await fixture.store.change { try $0.removeOneTimeTokens(expiredBefore: .max) }
    return ada
  }

  @Test func `after an account is deleted, the files contain none of its owner's addresses`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let boss = try await fixture.owner("boss@example.com")
    let ada = try await createTraces(boss)
    #expect(try storedTraces() == Set(Self.traces), "all traces exist before")
    try await fixture.accounts.profile.delete(ada.signedIn, client: Self.home)
    #expect(
      try storedTraces() == ["ada.third@example.com"],
      "the email about the deletion is still queued")

    let mailFixture = try MailFixture(fixture.store, keys: fixture.accounts.keys)
    mailFixture.advance(by: fixture.clock.now - mailFixture.time)
    // Before the outbox runs, so that no change is missed.
    let changes = mailFixture.store.changes()
    try await mailFixture.run {
      if try await fixture.mailCount() == 0 { return }
      for await _ in changes where try await fixture.mailCount() == 0 { return }
    }
    #expect(mailFixture.transport.sent.contains { $0.to == "ada.third@example.com" })
    #expect(try storedTraces() == [])
    try file.close()
  }

  @Test func `the current owner of a former address keeps their emails and invitations`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    var ada = try await fixture.user("ada.first@example.com")
    ada = try await change(ada, to: "ada.second@example.com")
    fixture.clock.now += 3600
    ada = try await fixture.signIn("ada.second@example.com", client: Self.home)
    let boss = try await fixture.owner("boss@example.com")
    _ = try await fixture.user("ada.first@example.com")
    _ = try await fixture.accounts.invitations.invite(
      "ada.first@example.com", to: "acme", named: "Acme", as: .viewer, by: .user(boss.user),
      client: .office)
    try await fixture.accounts.profile.delete(ada.signedIn, client: Self.home)
    let subjects = try await fixture.emails(to: "ada.first@example.com").map(\.subject)
    #expect(subjects.contains { $0.contains("Join") })
    #expect(!subjects.contains { $0.contains("address") && $0.contains("changed") })
    #expect(
      try await fixture.accounts.invitations.list(of: "acme", by: .user(boss.user)).count == 1)
  }
}
