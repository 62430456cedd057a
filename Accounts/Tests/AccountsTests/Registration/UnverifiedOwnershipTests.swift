import Accounts
import Testing

/// Pre-hijacking without mail: an inviter sees the link of an invitation to a victim's address, and
/// registers with it.
struct UnverifiedOwnershipTests {
  static let victim = PreHijackingTests.victim
  static let strangersPassword = PreHijackingTests.strangersPassword
  static let profile = ExternalProfile.google("victim-subject", victim)

  private let fixture: AccountsFixture
  /// The same accounts after a mail server was set up.
  private let mailing: AccountServices

  init() throws {
    fixture = try AccountsFixture(registration: .invited, canSendMail: false)
    mailing = fixture.accounts { $0.canSendMail = true }
  }

  /// Someone who has registered the victim's address with the link that the inviter saw.
  private func stranger(invitedBy actor: Actor? = nil) async throws -> NewSession {
    let owner = try await fixture.owner("owner@example.com")
    let link = try #require(
      try await fixture.accounts.invitations.invite(
        Self.victim, to: "acme", named: "Acme", as: .guest, by: actor ?? .user(owner.user),
        client: .attacker
      ).link)
    return try await fixture.accounts.registration.accept(
      String(link.suffix(43)), registering: Self.strangersPassword, name: "Mallory", as: .browser,
      client: .attacker
    ).session
  }

  /// The victim, signed in by a provider.
  private func signInByProvider() async throws -> SignInResult {
    try await fixture.accounts.externalSignIn.signIn(
      Self.profile, as: .browser, client: .office)
  }

  private func stored(_ session: NewSession) async throws -> User {
    try await fixture.accounts.administration.user(session.user.id)
  }

  private func expectNoAccess(
    _ stranger: NewSession, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: stranger.cookie)
      } == .noSession, sourceLocation: sourceLocation)
    #expect(
      try await errorCode {
        try await fixture.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials, sourceLocation: sourceLocation)
    #expect(
      try await stored(stranger).ownershipUnverifiedSince == nil, sourceLocation: sourceLocation)
    #expect(try await stored(stranger).name == "", sourceLocation: sourceLocation)
    #expect(
      try await fixture.actions(of: stranger.user).contains("account.reclaimed"),
      sourceLocation: sourceLocation)
  }

  @Test func `an account from a link that its inviter saw works, but ownership is not verified`()
    async throws
  {
    let session = try await stranger()
    #expect(try await stored(session).ownershipUnverifiedSince == fixture.clock.now)
    #expect(try await stored(session).verified == fixture.clock.now)
    let secondSession = try await fixture.signIn(
      Self.victim, password: Self.strangersPassword, client: .attacker)
    #expect(secondSession.user.id == session.user.id)
  }

  @Test func `attack: the victim signs in with a provider; the inviter's credentials are removed`()
    async throws
  {
    var stranger = try await stranger()
    _ = try await fixture.setUpAuthenticator(in: &stranger)
    try await fixture.accounts.externalSignIn.link(
      .google("mallory", "mallory@example.com"), to: stranger.signedIn, client: .attacker)

    let victim = try await signInByProvider().session
    #expect(victim.user.id == stranger.user.id)
    try await expectNoAccess(stranger)
    let factors = try await fixture.accounts.secondFactors.summary(of: victim.signedIn)
    #expect(!factors.hasPassword)
    #expect(factors.totpSince == nil && factors.recoveryCodesLeft == 0)
    #expect(factors.identities.map(\.subject) == ["victim-subject"])
  }

  @Test func `attack: a stranger's invitations end when the address's owner signs in`()
    async throws
  {
    let stranger = try await stranger()
    try await fixture.store.change { writer in
      try writer.put(
        Membership(
          organization: "acme", user: stranger.user.id, role: .owner, since: fixture.clock.now))
    }
    let link = try #require(
      try await fixture.accounts.invitations.invite(
        "mate@example.com", to: "acme", named: "Acme", as: .owner, by: .user(stranger.user),
        client: .attacker
      ).link)
    _ = try await signInByProvider()

    #expect(
      try await errorCode {
        try await fixture.accounts.registration.accept(
          String(link.suffix(43)), registering: Self.strangersPassword, name: "", as: .browser,
          client: .attacker)
      } == .invalidLink)
  }

  @Test func `credentials of the address's owner are kept at the next sign-in with a provider`()
    async throws
  {
    _ = try await stranger()
    let victim = try await signInByProvider().session
    _ = try await fixture.accounts.passwords.change(
      victim.signedIn, old: nil, new: AccountsFixture.password, client: .office)
    _ = try await signInByProvider()
    _ = try await fixture.signIn(Self.victim)
  }

  @Test func `attack: the victim resets the password by email, and no factor of the inviter stays`()
    async throws
  {
    var stranger = try await stranger()
    _ = try await fixture.setUpAuthenticator(in: &stranger)
    try await mailing.passwords.requestReset(email: Self.victim, client: .office)
    try await mailing.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.password, client: .office)

    try await expectNoAccess(stranger)
    _ = try await fixture.signIn(Self.victim)
  }

  @Test func `attack: the operator gives the victim a link, and no factor of the inviter stays`()
    async throws
  {
    var stranger = try await stranger()
    _ = try await fixture.setUpAuthenticator(in: &stranger)
    try await fixture.accounts.externalSignIn.link(
      .google("mallory", "mallory@example.com"), to: stranger.signedIn, client: .attacker)
    let link = try await fixture.accounts.administration.createPasswordResetLink(
      for: stranger.user.id, by: .operator("test"))
    try await fixture.accounts.passwords.reset(
      String(link.suffix(43)), password: AccountsFixture.password, client: .office)

    try await expectNoAccess(stranger)
    let victim = try await fixture.signIn(Self.victim)
    let factors = try await fixture.accounts.secondFactors.summary(of: victim.signedIn)
    #expect(factors.totpSince == nil && factors.identities.isEmpty)
  }

  @Test func `the operator's link keeps the second factor of a verified owner`() async throws {
    var owner = try await fixture.owner("owner@example.com")
    _ = try await fixture.setUpAuthenticator(in: &owner)
    let link = try await fixture.accounts.administration.createPasswordResetLink(
      for: owner.user.id, by: .operator("test"))
    try await fixture.accounts.passwords.reset(
      String(link.suffix(43)), password: AccountsFixture.otherPassword, client: .office)

    let step = try await fixture.accounts.authentication.signIn(
      email: owner.user.email, password: AccountsFixture.otherPassword, as: .browser,
      client: .office)
    #expect(try step.pendingSignIn.methods == [.totp, .recoveryCode])
  }

  @Test func `a user who links a provider's account with the same address has verified it`()
    async throws
  {
    let user = try await stranger()
    try await fixture.accounts.externalSignIn.link(
      .google("other", "other@example.com"), to: user.signedIn, client: .office)
    #expect(
      try await stored(user).ownershipUnverifiedSince != nil, "another address proves nothing")
    try await fixture.accounts.externalSignIn.link(
      ExternalProfile(
        issuer: "https://lax.example", subject: "1", email: Self.victim, isEmailVerified: false,
        name: nil, providerName: "Lax"), to: user.signedIn, client: .office)
    #expect(
      try await stored(user).ownershipUnverifiedSince != nil, "the provider does not vouch for it")

    try await fixture.accounts.externalSignIn.link(
      ExternalProfile(
        issuer: "https://work.example", subject: "1", email: Self.victim, isEmailVerified: true,
        name: nil, providerName: "Work"), to: user.signedIn, client: .office)
    #expect(try await stored(user).ownershipUnverifiedSince == nil)
    _ = try await fixture.signIn(Self.victim, password: Self.strangersPassword)
  }

  @Test func `a user who accepts an emailed invitation has verified the address`() async throws {
    let user = try await stranger()
    let boss = try await fixture.owner("boss@example.com", of: "bank")
    for services in [fixture.accounts, mailing] as [AccountServices] {
      #expect(try await stored(user).ownershipUnverifiedSince != nil)
      let (_, shownLink) = try await services.invitations.invite(
        Self.victim, to: "bank", named: "Bank", as: .viewer, by: .user(boss.user), client: .office)
      let token: String
      if let shownLink {
        token = String(shownLink.suffix(43))
      } else {
        token = try await fixture.oneTimeToken(to: Self.victim)
      }
      _ = try await services.invitations.accept(token, user.signedIn, client: .office)
      _ = try await fixture.store.change { writer in
        try writer.removeMembership(of: user.user.id, in: "bank")
      }
    }
    #expect(try await stored(user).ownershipUnverifiedSince == nil)
  }

  @Test func `a user who changes the address with an emailed link has verified it`() async throws {
    let user = try await stranger()
    try await mailing.profile.requestEmailChange(
      user.signedIn, to: "new@example.com", client: .office)
    _ = try await mailing.profile.finishEmailChange(
      fixture.oneTimeToken(to: "new@example.com"), user.signedIn, client: .office)
    #expect(try await stored(user).ownershipUnverifiedSince == nil)
  }

  @Test func `an emailed invitation and one of the operator prove the address`() async throws {
    let fixtureWithMail = try AccountsFixture(registration: .invited)
    let owner = try await fixtureWithMail.owner("owner@example.com")
    let ada = try await fixtureWithMail.member("ada@example.com", as: .viewer, invitedBy: owner)
    #expect(ada.user.ownershipUnverifiedSince == nil)
    #expect(try await stranger(invitedBy: .operator("test")).user.ownershipUnverifiedSince == nil)
  }
}
