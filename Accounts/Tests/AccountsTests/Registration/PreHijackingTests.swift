import Accounts
import Testing

/// Somebody makes an account with a stranger's address and waits for the stranger to come.
struct PreHijackingTests {
  static let victim = "victim@example.com"
  static let strangersPassword = "i was here before you"

  /// A house where somebody has registered the victim's address.
  private func house(
    _ registration: AccountSettings.Registration = .open
  ) async throws -> House {
    let house = try House()
    try await house.accounts.register(
      email: Self.victim, password: Self.strangersPassword, name: "Mallory", client: .attacker)
    return house
  }

  private func expectStrangerIsOut(
    of house: House, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(
      try await refusal {
        try await house.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials, sourceLocation: sourceLocation)
  }

  @Test func `attack: the victim follows the stranger's link, and the stranger gains nothing`()
    async throws
  {
    let house = try await house()
    let link = try await house.link(to: Self.victim)

    #expect(
      try await refusal {
        try await house.accounts.verifyEmail(
          link, password: House.password, as: .browser, client: .office)
      } == .wrongCredentials)
    #expect(
      try await refusal {
        try await house.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .unverifiedAddress)
  }

  @Test func `attack: the victim registers too, and only their password counts`() async throws {
    let house = try await house()
    let strangersLink = try await house.link(to: Self.victim)
    let session = try await house.person(Self.victim)

    #expect(session.person.name == "")
    #expect(try await house.actions(of: session.person).contains("account.reclaimed"))
    try await expectStrangerIsOut(of: house)
    #expect(
      try await refusal {
        try await house.accounts.verifyEmail(
          strangersLink, password: Self.strangersPassword, as: .browser, client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: the victim sets a new password, and only that one counts`() async throws {
    let house = try await house()
    try await house.accounts.forgotPassword(email: Self.victim, client: .office)
    try await house.accounts.resetPassword(
      house.link(to: Self.victim), password: House.password, client: .office)

    let session = try await house.signIn(Self.victim)
    #expect(session.person.verified != nil)
    try await expectStrangerIsOut(of: house)
    #expect(try await house.actions(of: session.person).contains("account.reclaimed"))
  }

  @Test func `attack: the victim comes by invitation, and only their password counts`()
    async throws
  {
    let house = try await house()
    let owner = try await house.owner("owner@example.com")
    let session = try await house.member(Self.victim, as: .editor, invitedBy: owner)

    #expect(session.person.verified != nil)
    try await expectStrangerIsOut(of: house)
    #expect(
      try await house.accounts.membership(of: session.person.id, in: "acme")?.role == .editor)
  }

  @Test func `attack: the victim comes by OpenID, and the stranger's password is gone`()
    async throws
  {
    let house = try await house()
    let session = try await house.accounts.signInExternally(
      .google("victim-subject", Self.victim), as: .browser, client: .office
    ).session

    #expect(session.person.verified != nil)
    #expect(session.person.name == "", "the stranger's name is gone too")
    try await expectStrangerIsOut(of: house)
    #expect(try await house.accounts.factors(of: session.signedIn).hasPassword == false)
  }

  @Test func `attack: the victim sets the server up, and only their password counts`()
    async throws
  {
    let house = try await house()
    _ = try await house.owner(Self.victim)
    try await expectStrangerIsOut(of: house)
  }

  @Test func `attack: a service that does not check addresses opens nobody's account`()
    async throws
  {
    let house = try House()
    let victim = try await house.person(Self.victim)
    let claims = [
      ExternalProfile.google("mallory", Self.victim, isVerified: false),
      .google("mallory", "nobody@example.com", isVerified: false),
      .google("mallory", nil), .google("mallory", "no address"),
    ]
    for claim in claims {
      #expect(
        try await refusal {
          try await house.accounts.signInExternally(claim, as: .browser, client: .attacker)
        } == .noVerifiedAddress, "the same answer whether or not there is an account")
    }
    #expect(try await house.accounts.factors(of: victim.signedIn).identities.isEmpty)
    #expect(try await house.accounts.people().count == 1)
  }

  @Test func `attack: a change of address that the stranger began does not end at the victim`()
    async throws
  {
    let house = try House()
    let mallory = try await house.person("mallory@example.com")
    try await house.accounts.changeEmail(mallory.signedIn, to: Self.victim, client: .attacker)
    let link = try await house.link(to: Self.victim)
    let victim = try await house.person(Self.victim)

    #expect(
      try await refusal {
        try await house.accounts.finishEmailChange(link, victim.signedIn, client: .office)
      } == .invalidLink)
    #expect(
      try await refusal {
        try await house.accounts.finishEmailChange(link, mallory.signedIn, client: .attacker)
      } == .addressTaken)
    #expect(
      try await refusal {
        try await house.accounts.verifyEmail(
          link, password: House.password, as: .browser, client: .attacker)
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
