import Accounts
import Foundation
import Testing

/// Authenticator apps and recovery codes, and attacks on them.
struct SecondFactorTests {
  /// A user with an authenticator app.
  private struct EnrolledUser {
    let session: NewSession
    let secret: [UInt8]
    let codes: [String]
  }

  private func ada(in fixture: AccountsFixture) async throws -> EnrolledUser {
    var session = try await fixture.user("ada@example.com")
    let (secret, codes) = try await fixture.setUpAuthenticator(in: &session)
    return EnrolledUser(session: session, secret: secret, codes: codes)
  }

  private func pendingSignIn(_ fixture: AccountsFixture, client: Client = .office) async throws
    -> String
  {
    try await fixture.accounts.authentication.signIn(
      email: "ada@example.com", password: AccountsFixture.password, as: .browser, client: client
    ).pendingSignIn.secret
  }

  private func finish(
    _ fixture: AccountsFixture, _ pendingSignIn: String, _ code: String, client: Client = .office
  ) async throws -> NewSession {
    try await fixture.accounts.authentication.finishSignIn(
      pendingSignIn, code: code, as: .browser, client: client)
  }

  @Test func `with an authenticator app the password is not enough`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let step = try await fixture.accounts.authentication.signIn(
      email: "ada@example.com", password: AccountsFixture.password, as: .browser, client: .office)
    let pendingSignIn = try step.pendingSignIn
    #expect(pendingSignIn.methods == [.totp, .recoveryCode])
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: pendingSignIn.secret)
      }
        == .noSession)

    let session = try await finish(fixture, pendingSignIn.secret, fixture.code(ada.secret))
    #expect(session.session.hasSecondFactor)
    #expect(session.user.id == ada.session.user.id)
  }

  @Test func `a user who signs in with a provider needs the second factor, too`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let step = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "ada@example.com"), as: .app, client: .office)
    let session = try await fixture.accounts.authentication.finishSignIn(
      step.pendingSignIn.secret, code: fixture.code(ada.secret), as: .app, client: .office)
    _ = try await fixture.accounts.sessions.refresh(session.tokens.refreshToken, client: .office)
  }

  @Test func `attack: a code works once, and invalidates earlier ones`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let code = fixture.code(ada.secret)
    let older = TOTP.code(secret: ada.secret, step: fixture.clock.now / 30 - 1)
    _ = try await finish(fixture, pendingSignIn(fixture), code)

    #expect(
      try await errorCode {
        try await finish(fixture, pendingSignIn(fixture), code, client: .attacker)
      }
        == .wrongCode)
    #expect(
      try await errorCode {
        try await finish(fixture, pendingSignIn(fixture), older, client: .attacker)
      }
        == .wrongCode)
    fixture.clock.now += 30
    _ = try await finish(fixture, pendingSignIn(fixture), fixture.code(ada.secret))
  }

  @Test func `attack: the code that set up the app cannot be used to sign in`() async throws {
    let fixture = try AccountsFixture()
    let session = try await fixture.user("ada@example.com")
    let (secret, _) = try await fixture.accounts.secondFactors.beginTOTP(session.signedIn)
    let code = fixture.code(secret)
    _ = try await fixture.accounts.secondFactors.confirmTOTP(
      session.signedIn, code: code, client: .office)
    #expect(
      try await errorCode {
        try await finish(fixture, pendingSignIn(fixture), code, client: .attacker)
      }
        == .wrongCode)
  }

  @Test func `clocks may differ by half a minute at most`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    func code(_ steps: Int) -> String {
      TOTP.code(secret: ada.secret, step: fixture.clock.now / 30 + steps)
    }
    for steps in [-2, 2, 100] {
      #expect(
        try await errorCode { try await finish(fixture, pendingSignIn(fixture), code(steps)) }
          == .wrongCode)
    }
    _ = try await finish(fixture, pendingSignIn(fixture), code(-1))
    _ = try await finish(fixture, pendingSignIn(fixture), code(1))
  }

  @Test func `a code may be entered with a space`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let code = fixture.code(ada.secret)
    _ = try await finish(fixture, pendingSignIn(fixture), "\(code.prefix(3)) \(code.suffix(3)) ")
  }

  @Test func `attack: a pending sign-in is valid once, for ten minutes`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let used = try await pendingSignIn(fixture)
    _ = try await finish(fixture, used, fixture.code(ada.secret))
    fixture.clock.now += 30
    #expect(
      try await errorCode { try await finish(fixture, used, fixture.code(ada.secret)) }
        == .invalidLink)

    let expired = try await pendingSignIn(fixture)
    fixture.clock.now += 600
    #expect(
      try await errorCode { try await finish(fixture, expired, fixture.code(ada.secret)) }
        == .invalidLink)
    #expect(
      try await errorCode {
        try await finish(fixture, SecretToken().string, fixture.code(ada.secret))
      }
        == .invalidLink)
  }

  @Test func `attack: five wrong codes end the pending sign-in and delay the account`() async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let guessed = try await pendingSignIn(fixture)
    let other = try await pendingSignIn(fixture)
    for _ in 0..<5 {
      #expect(
        try await errorCode { try await finish(fixture, guessed, fixture.wrongCode(ada.secret)) }
          == .wrongCode)
    }
    #expect(
      try await errorCode { try await finish(fixture, other, fixture.code(ada.secret)) }
        == .tooManyAttempts)
    fixture.clock.now += 60  // the delay is over, but the pending sign-in would still be valid
    #expect(
      try await errorCode { try await finish(fixture, guessed, fixture.code(ada.secret)) }
        == .invalidLink)
  }

  @Test func `attack: the number of codes is limited for someone who knows the password`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    var attempts = 0
    let end = fixture.clock.now + 86_400
    while fixture.clock.now < end {
      do {
        let secret = try await pendingSignIn(fixture, client: .attacker)
        _ = try await finish(fixture, secret, fixture.wrongCode(ada.secret), client: .attacker)
      } catch let error as AccountError {
        if error.code == .wrongCode { attempts += 1 }
        fixture.clock.now += error.retryAfter ?? 1
      }
    }
    #expect(attempts > 50 && attempts < 110, "in a day, of a million codes")
    fixture.clock.now += 900
    let secret = try await pendingSignIn(fixture)
    _ = try await errorCode { try await finish(fixture, secret, fixture.wrongCode(ada.secret)) }
    #expect(
      try await errorCode { try await finish(fixture, secret, fixture.code(ada.secret)) }
        == .tooManyAttempts, "a correct code has to wait as well")
  }

  @Test func `attack: another user's code is wrong`() async throws {
    let fixture = try AccountsFixture()
    _ = try await ada(in: fixture)
    var eve = try await fixture.user("eve@example.com")
    let (secret, codes) = try await fixture.setUpAuthenticator(in: &eve)
    for code in [fixture.code(secret), codes[0]] {
      #expect(
        try await errorCode { try await finish(fixture, pendingSignIn(fixture), code) }
          == .wrongCode)
    }
  }

  @Test(arguments: ["", " ", "12345", "1234567", "-", "０１２３４５", "١٢٣٤٥٦"])
  func `attack: a malformed code is a wrong one`(code: String) async throws {
    let fixture = try AccountsFixture()
    _ = try await ada(in: fixture)
    #expect(
      try await errorCode { try await finish(fixture, pendingSignIn(fixture), code) } == .wrongCode)
  }

  @Test func `attack: an oversized code is a wrong one`() async throws {
    let fixture = try AccountsFixture()
    _ = try await ada(in: fixture)
    let code = String(repeating: "0", count: 1_000_000)
    #expect(
      try await errorCode { try await finish(fixture, pendingSignIn(fixture), code) } == .wrongCode)
  }

  // MARK: Recovery codes

  @Test func `attack: a recovery code works once`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    #expect(Set(ada.codes).count == 10)
    let enteredCode = ada.codes[3].lowercased().replacing("-", with: " ")
    _ = try await finish(fixture, pendingSignIn(fixture), enteredCode)
    #expect(
      try await errorCode { try await finish(fixture, pendingSignIn(fixture), ada.codes[3]) }
        == .wrongCode)
    #expect(
      try await fixture.accounts.secondFactors.summary(of: ada.session.signedIn).recoveryCodesLeft
        == 9)
    #expect(
      try await fixture.actions(of: ada.session.user).contains("factor.code-used"))
  }

  @Test func `attack: of concurrent uses of one recovery code, one succeeds`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let pendingSignIns = [try await pendingSignIn(fixture), try await pendingSignIn(fixture)]
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for secret in pendingSignIns {
        group.addTask { try await errorCode { try await finish(fixture, secret, ada.codes[0]) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .wrongCode } == 1)
  }

  @Test func `new recovery codes invalidate the old ones and end the other sessions`() async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let other = try await finish(fixture, pendingSignIn(fixture), ada.codes[1])
    let (new, renewed) = try await fixture.accounts.secondFactors.replaceRecoveryCodes(
      ada.session.signedIn, client: .office)
    #expect(
      try await errorCode { try await finish(fixture, pendingSignIn(fixture), ada.codes[0]) }
        == .wrongCode)
    _ = try await finish(fixture, pendingSignIn(fixture), new[0])
    let sessions = fixture.accounts.sessions
    _ = try await sessions.authenticate(cookie: renewed.cookie)
    #expect(
      try await errorCode { try await sessions.authenticate(cookie: other.cookie) } == .noSession)
  }

  @Test func `a user who lost their phone signs in with a recovery code and removes the app`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let session = try await finish(fixture, pendingSignIn(fixture), ada.codes[0])
    _ = try await fixture.accounts.secondFactors.removeTOTP(session.signedIn, client: .office)
    _ = try await fixture.signIn("ada@example.com")
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: ada.session.cookie)
      }
        == .noSession, "the lost phone's session has ended")
  }

  @Test func `an operator helps a user who lost phone and codes`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    try await fixture.accounts.administration.removeFactors(
      of: ada.session.user.id, by: .operator("test"))
    let session = try await fixture.signIn("ada@example.com")
    let factors = try await fixture.accounts.secondFactors.summary(of: session.signedIn)
    #expect(factors.totpSince == nil && factors.recoveryCodesLeft == 0)
    #expect(try await fixture.emails(to: "ada@example.com").contains { $0.text.contains("code") })
  }

  // MARK: Setting up

  @Test func `an app that was never confirmed is not required`() async throws {
    let fixture = try AccountsFixture()
    let session = try await fixture.user("ada@example.com")
    _ = try await fixture.accounts.secondFactors.beginTOTP(session.signedIn)
    _ = try await fixture.signIn("ada@example.com")
  }

  @Test func `setting up needs a correct code, and ends the other sessions`() async throws {
    let fixture = try AccountsFixture()
    let current = try await fixture.user("ada@example.com")
    let other = try await fixture.signIn("ada@example.com")
    let (secret, uri) = try await fixture.accounts.secondFactors.beginTOTP(current.signedIn)
    #expect(uri.contains("issuer=Flows"))
    #expect(
      try await errorCode {
        try await fixture.accounts.secondFactors.confirmTOTP(
          current.signedIn, code: fixture.wrongCode(secret), client: .office)
      } == .wrongCode)
    let (_, renewed) = try await fixture.accounts.secondFactors.confirmTOTP(
      current.signedIn, code: fixture.code(secret), client: .office)

    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: other.cookie) }
        == .noSession)
    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: renewed.cookie).session
        .hasSecondFactor)
  }

  @Test func `attack: a second app does not replace the first one`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    #expect(
      try await errorCode {
        try await fixture.accounts.secondFactors.beginTOTP(ada.session.signedIn)
      }
        == .conflict)
  }

  @Test func `the secret is stored encrypted, for its user only`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let stored = try await fixture.store.read { try $0.totp(of: ada.session.user.id) }
    let sealed = try #require(stored).sealedSecret
    #expect(Data(sealed).range(of: Data(ada.secret)) == nil)
    #expect(throws: SealFailure.self) {
      try fixture.accounts.keys.open(sealed, for: "totp p_another")
    }
  }

  @Test func `attack: reauthentication needs the second factor, too`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    for code in [nil, "", fixture.wrongCode(ada.secret)] {
      #expect(
        try await errorCode {
          try await fixture.accounts.sessions.reauthenticate(
            ada.session.signedIn, password: AccountsFixture.password, code: code, client: .attacker)
        } == .wrongCode)
    }
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.reauthenticate(
          ada.session.signedIn, password: nil, code: fixture.code(ada.secret), client: .attacker)
      } == .wrongCredentials)
    _ = try await fixture.accounts.sessions.reauthenticate(
      ada.session.signedIn, password: AccountsFixture.password, code: fixture.code(ada.secret),
      client: .office)
  }

  @Test func `no secret, code or password is in the event log`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await ada(in: fixture)
    let secret = try await pendingSignIn(fixture)
    let session = try await finish(fixture, secret, ada.codes[0])
    let events = try await fixture.accounts.profile.events(of: session.signedIn, limit: 200)
    let text = events.map { $0.detail + $0.actor.name }.joined()
    for hidden in [secret, try session.cookie, ada.codes[0], AccountsFixture.password] {
      #expect(!text.contains(hidden))
    }
    #expect(events.allSatisfy { SecurityAction(rawValue: $0.action) != nil })
  }
}
