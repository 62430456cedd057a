import Accounts
import Testing

/// After a user has changed how they sign in, copies of the session's secret no longer work.
struct SessionRenewalTests {
  /// A change that renews the session in which it is made.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case password, address, authenticatorAdded, authenticatorRemoved, setUpCancelled
    case recoveryCodes, passkeyAdded, passkeyRemoved

    var testDescription: String { rawValue }

    private static let newAddress = "new@example.com"

    /// Whether it ends the user's other sessions.
    var endsOthers: Bool {
      switch self {
      case .password, .address, .authenticatorAdded, .authenticatorRemoved, .recoveryCodes: true
      case .setUpCancelled, .passkeyAdded, .passkeyRemoved: false
      }
    }

    /// Prepares the change in the same session.
    func prepare(_ session: inout NewSession, at fixture: AccountsFixture) async throws {
      switch self {
      case .password, .authenticatorAdded, .passkeyAdded: break
      case .address:
        try await fixture.accounts.profile.requestEmailChange(
          session.signedIn, to: Self.newAddress, client: .office)
      case .setUpCancelled:
        _ = try await fixture.accounts.secondFactors.beginTOTP(session.signedIn)
      case .authenticatorRemoved, .recoveryCodes:
        _ = try await fixture.setUpAuthenticator(in: &session)
      case .passkeyRemoved: _ = try await fixture.registerDevice(in: &session)
      }
    }

    /// Makes the change without advancing the clock; returns the renewed session.
    func perform(in session: NewSession, at fixture: AccountsFixture) async throws -> NewSession {
      let (accounts, signedIn) = (fixture.accounts, session.signedIn)
      switch self {
      case .password:
        return try await accounts.passwords.change(
          signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
          client: .office)
      case .address:
        return try await accounts.profile.finishEmailChange(
          fixture.oneTimeToken(to: Self.newAddress), signedIn, client: .office)
      case .authenticatorAdded:
        let (secret, _) = try await accounts.secondFactors.beginTOTP(signedIn)
        return try await accounts.secondFactors.confirmTOTP(
          signedIn, code: fixture.code(secret), client: .office
        ).session
      case .authenticatorRemoved, .setUpCancelled:
        return try await accounts.secondFactors.removeTOTP(signedIn, client: .office)
      case .recoveryCodes:
        return try await accounts.secondFactors.replaceRecoveryCodes(
          signedIn, client: .office
        ).session
      case .passkeyAdded:
        var session = session
        _ = try await fixture.registerDevice(in: &session)
        return session
      case .passkeyRemoved:
        let passkey = try #require(try await accounts.passkeys.list(of: signedIn).first)
        return try await accounts.passkeys.remove(passkey.credentialID, signedIn, client: .office)
      }
    }
  }

  /// Adds another session of a user; returns its cookie.
  private func addSession(of user: User, at fixture: AccountsFixture) async throws -> String {
    let (secret, now) = (SecretToken(), fixture.clock.now)
    let session = Session(
      id: "other", hash: secret.hash, kind: .browser, user: user.id, created: now, lastUsed: now,
      expires: now + 3600, lastAuthenticated: now, hasSecondFactor: false, client: .attacker)
    try await fixture.store.change { try $0.put(session) }
    return secret.string
  }

  @Test(arguments: Change.allCases)
  func `attack: a copied cookie does not survive a change in its session`(change: Change)
    async throws
  {
    let fixture = try AccountsFixture()
    var ada = try await fixture.user("ada@example.com")
    try await change.prepare(&ada, at: fixture)
    let other = try await addSession(of: ada.user, at: fixture)
    let (stolen, earlier) = (try ada.cookie, ada.signedIn)

    let renewed = try await change.perform(in: ada, at: fixture)

    let sessions = fixture.accounts.sessions
    #expect(
      try await errorCode { try await sessions.authenticate(cookie: stolen) } == .noSession)
    #expect(
      try await errorCode { try await sessions.list(of: earlier) } == .noSession,
      "a request that was authenticated before gains nothing either")
    let signedIn = try await sessions.authenticate(cookie: renewed.cookie)
    #expect(signedIn.session.id == earlier.session.id && signedIn.user.id == earlier.user.id)
    let ended: AccountError.Code? = change.endsOthers ? .noSession : nil
    #expect(try await errorCode { try await sessions.authenticate(cookie: other) } == ended)
  }

  @Test(arguments: Change.allCases)
  func `attack: an app's copied tokens do not survive a change in its session`(change: Change)
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    var app = try await fixture.signIn("ada@example.com", as: .app)
    try await change.prepare(&app, at: fixture)
    let stolen = try app.tokens

    // In most cases within the second in which the stolen tokens were issued.
    let renewed = try await change.perform(in: app, at: fixture)

    let sessions = fixture.accounts.sessions
    #expect(
      try await errorCode { try await sessions.authenticate(accessToken: stolen.accessToken) }
        == .noSession)
    #expect(
      try await errorCode { try await sessions.refresh(stolen.refreshToken, client: .attacker) }
        == .noSession)
    let tokens = try renewed.tokens
    _ = try await sessions.authenticate(accessToken: tokens.accessToken)
    let (next, _) = try await sessions.refresh(tokens.refreshToken, client: .office)
    let signedIn = try await sessions.authenticate(accessToken: next.accessToken)
    #expect(signedIn.session.id == app.session.id)
  }

  @Test func `attack: a refresh token that was just used is invalid after a password change`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)
    let (sessions, stolen) = (fixture.accounts.sessions, try app.tokens.refreshToken)
    let (tokens, signedIn) = try await sessions.refresh(stolen, client: .office)
    let renewed = try await fixture.accounts.passwords.change(
      signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: .office)

    #expect(
      try await errorCode { try await sessions.refresh(tokens.refreshToken, client: .attacker) }
        == .noSession)
    _ = try await sessions.authenticate(accessToken: renewed.tokens.accessToken)
    // A used token may be sent again for half a minute, but after a change it reveals a copy.
    #expect(
      try await errorCode { try await sessions.refresh(stolen, client: .attacker) } == .noSession)
    #expect(
      try await errorCode {
        try await sessions.authenticate(accessToken: renewed.tokens.accessToken)
      } == .noSession)
    let emails = try await fixture.emails(to: "ada@example.com")
    #expect(emails.last?.subject == "You were signed out of Flows")
  }

  @Test func `a renewed session is not more recent, and not recorded as confirmed`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    let renewed = try await Change.password.perform(in: ada, at: fixture)

    let sessions = fixture.accounts.sessions
    #expect(!sessions.isRecent(renewed.signedIn))
    let signedIn = try await sessions.authenticate(cookie: renewed.cookie)
    #expect(!sessions.isRecent(signedIn))
    let actions = try await fixture.actions(of: ada.user)
    #expect(actions.last == "password.changed" && !actions.contains("session.confirmed"))
  }

  @Test func `wrong confirmations are counted until the password is confirmed`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    func count() async throws -> Int? {
      try await fixture.store.read { try $0.session(ada.session.id)?.failedReauthentications }
    }
    for _ in 0..<3 {
      _ = try await errorCode {
        try await fixture.accounts.sessions.reauthenticate(
          ada.signedIn, password: "not the password", client: .office)
      }
    }
    let renewed = try await Change.passkeyAdded.perform(in: ada, at: fixture)
    #expect(try await count() == 3)
    _ = try await Change.password.perform(in: renewed, at: fixture)
    #expect(try await count() == 0)
  }
}
