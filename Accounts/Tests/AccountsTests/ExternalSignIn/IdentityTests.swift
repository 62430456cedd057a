import Accounts
import Testing

struct IdentityTests {
  /// Links an account at an identity provider to the user of a session.
  private func link(
    _ fixture: ExternalSignInFixture, to session: NewSession, as subject: String = "ada-elsewhere"
  ) async throws -> ExternalSignInResult {
    let attempt = try await fixture.begin(linkTo: session.signedIn)
    try fixture.signIn(attempt, as: subject, email: "else@example.com", isVerified: false)
    return try await fixture.followCallback(attempt, signedIn: session.signedIn)
  }

  private func unlink(
    _ fixture: ExternalSignInFixture, _ subject: String, _ session: NewSession
  ) async throws {
    try await fixture.accounts.externalSignIn.unlink(
      issuer: "https://first.example", subject: subject, signedIn: session.signedIn,
      client: .office)
  }

  @Test func `a signed-in user links an identity, and signs in with it`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    #expect(try await link(fixture, to: ada).signInResult == nil)
    let linked = try await fixture.accounts.externalSignIn.identities(of: ada.signedIn)
    #expect(linked.map(\.subject) == ["ada-elsewhere"])
    let attempt = try await fixture.begin()
    try fixture.signIn(attempt, as: "ada-elsewhere", email: "", isVerified: false)
    let session = try #require(try await fixture.followCallback(attempt).signInResult).session
    #expect(session.user.id == ada.user.id)
  }

  @Test func `an identity that is linked to a user cannot be linked to another`() async throws {
    let fixture = try ExternalSignInFixture()
    let (ada, eve) = (
      try await fixture.accountsFixture.user("ada@example.com"),
      try await fixture.accountsFixture.user("eve@example.com")
    )
    _ = try await link(fixture, to: ada)
    let error = await #expect(throws: AccountError.self) { try await link(fixture, to: eve) }
    #expect(error?.code == .conflict)
    #expect(error?.text(in: "de").contains("mit einem anderen Konto verknüpft") == true)
    #expect(try await fixture.accounts.externalSignIn.identities(of: eve.signedIn).isEmpty)
  }

  @Test func `linking needs a recent sign-in at its start and at its end`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    fixture.accountsFixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge - 60
    let attempt = try await fixture.begin(linkTo: ada.signedIn)
    try fixture.signIn(attempt, as: "x", email: "x@example.com")
    fixture.accountsFixture.clock.now += 61
    #expect(try await errorCode { try await fixture.begin(linkTo: ada.signedIn) } == .notRecent)
    #expect(
      try await errorCode { try await fixture.followCallback(attempt, signedIn: ada.signedIn) }
        == .notRecent)
    #expect(try await fixture.accounts.externalSignIn.identities(of: ada.signedIn).isEmpty)
  }

  @Test func `nothing is linked if the session has ended in the meantime`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    let attempt = try await fixture.begin(linkTo: ada.signedIn)
    try fixture.signIn(attempt, as: "x", email: "x@example.com")
    try await fixture.accounts.sessions.signOut(ada.session.id, of: ada.user.id, client: .office)
    #expect(
      try await errorCode { try await fixture.followCallback(attempt, signedIn: ada.signedIn) }
        == .noSession)
    #expect(
      try await fixture.accountsFixture.store.read { try $0.identities(of: ada.user.id) }.isEmpty)
  }

  @Test func `attack: a callback without the session that started to link links nothing`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    let other = try await fixture.accountsFixture.signIn("ada@example.com")
    for signedIn in [nil, other.signedIn] {
      let attempt = try await fixture.begin(linkTo: ada.signedIn)
      try fixture.signIn(attempt, as: "mallory", email: "mallory@example.com")
      #expect(
        try await errorCode { try await fixture.followCallback(attempt, signedIn: signedIn) }
          == .noSession)
    }
    #expect(try await fixture.accounts.externalSignIn.identities(of: ada.signedIn).isEmpty)
  }

  @Test func `attack: linking started by a thief does not profit from the user's reauthentication`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    let stolen = ada.signedIn
    let attempt = try await fixture.begin(
      linkTo: stolen, client: .attacker, binding: ExternalSignInFixture.otherBrowserSecret)
    try fixture.signIn(attempt, as: "mallory", email: "mallory@example.com")
    fixture.accountsFixture.clock.now += 1
    let renewed = try await fixture.accounts.sessions.reauthenticate(
      stolen, password: AccountsFixture.password, client: .office)

    #expect(
      try await fixture.accountsFixture.store.read { try $0.oneTimeTokens(for: .externalSignIn) }
        .isEmpty)
    for signedIn in [nil, stolen, renewed.signedIn] {
      #expect(
        try await errorCode {
          try await fixture.followCallback(
            attempt, binding: ExternalSignInFixture.otherBrowserSecret, signedIn: signedIn)
        } == .externalSignIn)
    }
    #expect(try await fixture.accounts.externalSignIn.identities(of: ada.signedIn).isEmpty)
  }

  @Test func `attack: linking requires the credential that started it, even in the same session`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.accountsFixture.user("ada@example.com")
    let old = ada.session
    let now = fixture.accountsFixture.clock.now
    let renewals = [
      Session(
        id: old.id, hash: SecretToken().hash, kind: old.kind, user: old.user,
        created: old.created, lastUsed: now, expires: old.expires, lastAuthenticated: now,
        hasSecondFactor: false, client: old.client),
      Session(
        id: old.id, hash: old.hash, kind: old.kind, user: old.user, created: old.created,
        lastUsed: now, expires: old.expires, lastAuthenticated: now + 1, hasSecondFactor: false,
        client: old.client),
    ]
    for renewed in renewals {
      let current = AuthenticatedSession(user: ada.user, session: renewed)
      for signedIn in [ada.signedIn, current] {
        try await fixture.accountsFixture.store.change { try $0.put(old) }
        let attempt = try await fixture.begin(linkTo: ada.signedIn)
        try fixture.signIn(attempt, as: "mallory", email: "mallory@example.com")
        try await fixture.accountsFixture.store.change { try $0.put(renewed) }
        #expect(
          try await errorCode { try await fixture.followCallback(attempt, signedIn: signedIn) }
            == .noSession)
      }
    }
    #expect(try await fixture.accounts.externalSignIn.identities(of: ada.signedIn).isEmpty)
  }

  @Test func `the last way to sign in cannot be removed`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.completeSignIn()
    #expect(try await errorCode { try await unlink(fixture, "ada", ada) } == .lastCredential)
    _ = try await link(fixture, to: ada)
    try await unlink(fixture, "ada", ada)
    #expect(
      try await errorCode { try await unlink(fixture, "ada-elsewhere", ada) } == .lastCredential)
    let remaining = try await fixture.accounts.externalSignIn.identities(of: ada.signedIn)
    #expect(remaining.map(\.subject) == ["ada-elsewhere"])
  }

  @Test func `an identity can be unlinked by a user with a passkey`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.completeSignIn()
    let passkey = Passkey(
      credentialID: [1], user: ada.user.id, publicKey: [2], signatureCount: 0, name: "Key",
      isBackupEligible: false, created: 1)
    try await fixture.accountsFixture.store.change { try $0.put(passkey) }
    try await unlink(fixture, "ada", ada)
    #expect(try await fixture.accounts.externalSignIn.identities(of: ada.signedIn).isEmpty)
    #expect(try await fixture.accountsFixture.actions(of: ada.user).contains("identity.unlinked"))
    let emails = try await fixture.accountsFixture.emails(to: "ada@example.com")
    #expect(emails.contains { $0.text.contains("First") })
  }

  @Test func `unlinking needs the owner and a recent sign-in`() async throws {
    let fixture = try ExternalSignInFixture()
    let (ada, eve) = (
      try await fixture.accountsFixture.user("ada@example.com"),
      try await fixture.accountsFixture.user("eve@example.com")
    )
    _ = try await link(fixture, to: ada)
    #expect(try await errorCode { try await unlink(fixture, "ada-elsewhere", eve) } == .notFound)
    fixture.accountsFixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    #expect(try await errorCode { try await unlink(fixture, "ada-elsewhere", ada) } == .notRecent)
  }
}
