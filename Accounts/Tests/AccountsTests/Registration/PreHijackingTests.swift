import Accounts
import Testing

/// Pre-hijacking: an attacker registers a victim's address and waits for the victim to sign in.
struct PreHijackingTests {
  static let victim = "victim@example.com"
  static let strangersPassword = "i was here before you"

  /// A fixture where someone has registered the victim's address.
  private func fixture() async throws -> AccountsFixture {
    let fixture = try AccountsFixture()
    try await fixture.accounts.registration.register(
      email: Self.victim, password: Self.strangersPassword, name: "Mallory", client: .attacker)
    return fixture
  }

  private func expectStrangerHasNoAccess(
    of fixture: AccountsFixture, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(
      try await errorCode {
        try await fixture.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials, sourceLocation: sourceLocation)
  }

  @Test func `attack: the victim follows the attacker's link, and the attacker gains nothing`()
    async throws
  {
    let fixture = try await fixture()
    let token = try await fixture.oneTimeToken(to: Self.victim)

    #expect(
      try await errorCode {
        try await fixture.accounts.registration.verifyEmail(
          token, password: AccountsFixture.password, as: .browser, client: .office)
      } == .wrongCredentials)
    #expect(
      try await errorCode {
        try await fixture.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials)
  }

  @Test func `attack: the victim registers too, and only their password works`() async throws {
    let fixture = try await fixture()
    let strangersToken = try await fixture.oneTimeToken(to: Self.victim)
    let session = try await fixture.user(Self.victim)

    #expect(session.user.name == "")
    #expect(try await fixture.actions(of: session.user).contains("account.reclaimed"))
    try await expectStrangerHasNoAccess(of: fixture)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.verifyEmail(
          strangersToken, password: Self.strangersPassword, as: .browser, client: .attacker)
      } == .invalidLink)
  }

  @Test func `the name of an account that an operator added stays when its owner sets a password`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.accounts.administration.addUser(
      email: Self.victim, name: "Ada", password: nil, isVerified: false, by: .operator("test"))
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.password, client: .office)
    #expect(try await fixture.signIn(Self.victim).user.name == "Ada")
  }

  @Test func `attack: the victim sets a new password, and only that one works`() async throws {
    let fixture = try await fixture()
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.password, client: .office)

    let session = try await fixture.signIn(Self.victim)
    #expect(session.user.verified != nil)
    #expect(session.user.name == "", "the stranger's name is gone too")
    try await expectStrangerHasNoAccess(of: fixture)
    #expect(try await fixture.actions(of: session.user).contains("account.reclaimed"))
  }

  @Test func `attack: the victim joins by invitation, and only their password works`()
    async throws
  {
    let fixture = try await fixture()
    let owner = try await fixture.owner("owner@example.com")
    let session = try await fixture.member(Self.victim, as: .editor, invitedBy: owner)

    #expect(session.user.verified != nil)
    try await expectStrangerHasNoAccess(of: fixture)
    #expect(
      try await fixture.accounts.organizations.membership(of: session.user.id, in: "acme")?.role
        == .editor)
  }

  @Test func `attack: the victim signs in with a provider; the attacker's password is removed`()
    async throws
  {
    let fixture = try await fixture()
    let session = try await fixture.accounts.externalSignIn.signIn(
      .google("victim-subject", Self.victim), as: .browser, client: .office
    ).session

    #expect(session.user.verified != nil)
    #expect(session.user.name == "", "the stranger's name is gone too")
    try await expectStrangerHasNoAccess(of: fixture)
    #expect(
      try await fixture.accounts.secondFactors.summary(of: session.signedIn).hasPassword == false)
  }

  @Test func `attack: the victim sets up the server, and only their password works`() async throws {
    let fixture = try await fixture()
    _ = try await fixture.owner(Self.victim)
    try await expectStrangerHasNoAccess(of: fixture)
  }

  @Test func `attack: a provider that does not verify addresses opens no account`() async throws {
    let fixture = try AccountsFixture()
    let victim = try await fixture.user(Self.victim)
    let profiles = [
      ExternalProfile.google("mallory", Self.victim, isVerified: false),
      .google("mallory", "nobody@example.com", isVerified: false),
      .google("mallory", nil), .google("mallory", "no address"),
    ]
    for profile in profiles {
      #expect(
        try await errorCode {
          try await fixture.accounts.externalSignIn.signIn(profile, as: .browser, client: .attacker)
        } == .noVerifiedAddress, "the same error whether or not there is an account")
    }
    #expect(
      try await fixture.accounts.secondFactors.summary(of: victim.signedIn).identities.isEmpty)
    #expect(try await fixture.accounts.administration.users().count == 1)
  }

  @Test func `attack: an attacker's change of address to the victim's does not affect the victim`()
    async throws
  {
    let fixture = try AccountsFixture()
    let mallory = try await fixture.user("mallory@example.com")
    try await fixture.accounts.profile.requestEmailChange(
      mallory.signedIn, to: Self.victim, client: .attacker)
    let token = try await fixture.oneTimeToken(to: Self.victim)
    let victim = try await fixture.user(Self.victim)

    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          token, victim.signedIn, client: .office)
      } == .invalidLink)
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          token, mallory.signedIn, client: .attacker)
      } == .addressTaken)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.verifyEmail(
          token, password: AccountsFixture.password, as: .browser, client: .attacker)
      } == .invalidLink)
  }
}

extension ExternalProfile {
  static func google(
    _ subject: String, _ email: String?, isVerified: Bool = true, name: String? = nil
  ) -> ExternalProfile {
    ExternalProfile(
      issuer: "https://accounts.google.com", subject: subject, email: email,
      isEmailVerified: isVerified, name: name, providerName: "Google")
  }
}
