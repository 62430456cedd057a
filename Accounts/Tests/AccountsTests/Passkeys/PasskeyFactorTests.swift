import Accounts
import AccountsSQLite
import Foundation
import Testing

/// A passkey as second factor, and for reauthentication.
@Suite struct PasskeyFactorTests {
  private let fixture: AccountsFixture

  init() throws { fixture = try AccountsFixture() }

  /// A user with an authenticator app and a passkey.
  private func ada() async throws -> (NewSession, TestAuthenticator) {
    var ada = try await fixture.user("ada@example.com")
    _ = try await fixture.setUpAuthenticator(in: &ada)
    let device = try await fixture.registerDevice(in: &ada)
    return (ada, device)
  }

  private func pendingSignIn(of email: String = "ada@example.com") async throws -> String {
    let step = try await fixture.accounts.authentication.signIn(
      email: email, password: AccountsFixture.password, as: .browser, client: .office)
    let pendingSignIn = try step.pendingSignIn
    #expect(pendingSignIn.methods.contains(.passkey))
    return pendingSignIn.secret
  }

  @Test func `a passkey completes a sign-in with a password`() async throws {
    let (ada, device) = try await ada()
    let pendingSignIn = try await pendingSignIn()

    let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn)
    #expect(passkeyChallenge.options.contains(ByteEncoding.base64URL(device.credential)))
    // If requested by id, an authenticator may omit the user handle.
    let response = try device.use(passkeyChallenge.options, userHandle: nil)
    let session = try await fixture.accounts.passkeys.finishSecondFactor(
      pendingSignIn, secret: passkeyChallenge.secret, response: response, as: .browser,
      client: .office)

    #expect(session.user.id == ada.user.id)
    #expect(session.session.hasSecondFactor)
    #expect(try await finish(pendingSignIn, passkeyChallenge.secret, response) == .invalidLink)
  }

  @Test func `another user's passkey is rejected, and counts as a wrong code`() async throws {
    let (ada, device) = try await ada()
    var eve = try await fixture.user("eve@example.com")
    let evesDevice = try await fixture.registerDevice(in: &eve)
    let pendingSignIn = try await pendingSignIn()

    for handle in [eve.user.id, ada.user.id] {
      let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn)
      let response = try evesDevice.use(passkeyChallenge.options, userHandle: handle)
      #expect(try await finish(pendingSignIn, passkeyChallenge.secret, response) == .wrongCode)
    }
    #expect(try await fixture.details("factor.rejected", of: ada.user).count == 2)

    let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn)
    let response = try device.use(passkeyChallenge.options, userHandle: ada.user.id)
    #expect(try await finish(pendingSignIn, passkeyChallenge.secret, response) == nil)
  }

  @Test func `5 wrong passkeys end the pending sign-in`() async throws {
    _ = try await ada()
    let pendingSignIn = try await pendingSignIn()
    for _ in 0..<5 {
      let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn)
      #expect(try await finish(pendingSignIn, passkeyChallenge.secret, "{}") == .wrongCode)
    }

    #expect(
      try await errorCode { try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn) }
        == .invalidLink)
  }

  @Test func `a passkey challenge belongs to one pending sign-in`() async throws {
    let (ada, device) = try await ada()
    let first = try await pendingSignIn()
    let second = try await pendingSignIn()
    let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(first)
    let response = try device.use(passkeyChallenge.options, userHandle: ada.user.id)

    #expect(try await finish(second, passkeyChallenge.secret, response) == .wrongCode)

    let signingIn = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let other = try device.use(signingIn.options, userHandle: ada.user.id)
    #expect(try await finish(first, signingIn.secret, other) == .wrongCode)
    // And the challenge for a second factor does not bypass the first.
    let third = try await fixture.accounts.passkeys.beginSecondFactor(first)
    let code = try await errorCode {
      try await fixture.accounts.passkeys.finishSignIn(
        secret: third.secret, response: device.use(third.options, userHandle: ada.user.id),
        as: .browser, client: .office)
    }
    #expect(code == .invalidLink)
  }

  @Test func `attack: a password alone does not end the owner's pending challenges`()
    async throws
  {
    let (ada, device) = try await ada()
    let passkeys = fixture.accounts.passkeys
    let signingIn = try await pendingSignIn()
    let pending = try await passkeys.beginSecondFactor(signingIn)
    let confirming = try await passkeys.beginReauthentication(ada.signedIn)
    let adding = try await passkeys.beginRegistration(ada.signedIn)

    let thief = try await pendingSignIn()
    for _ in 1...3 { _ = try await passkeys.beginSecondFactor(thief) }

    let key = TestAuthenticator(site: try fixture.site)
    let (_, renewed) = try await passkeys.finishRegistration(
      ada.signedIn, secret: adding.secret, response: key.create(adding.options), name: "Key",
      client: .office)
    let signsIn = try device.use(pending.options, userHandle: ada.user.id)
    #expect(try await finish(signingIn, pending.secret, signsIn) == nil)
    let confirms = try device.use(confirming.options, userHandle: ada.user.id)
    #expect(try await confirm(renewed, confirming.secret, confirms) == nil)
    let remaining = try await fixture.store.inner.read { try $0.oneTimeTokens(for: .passkey) }
    #expect(remaining.count == 1, "one sign-in has one challenge")
  }

  @Test func `an unknown pending sign-in gets no passkey challenge`() async throws {
    for pendingSignIn in ["", "x", String(repeating: "0", count: 43)] {
      #expect(
        try await errorCode { try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn) }
          == .invalidLink)
      #expect(try await finish(pendingSignIn, pendingSignIn, "{}") == .invalidLink)
    }
  }

  @Test func `a device without user verification is not a second factor`() async throws {
    let (ada, verifyingDevice) = try await ada()
    var device = verifyingDevice
    device.flags = 0x01
    let pendingSignIn = try await pendingSignIn()
    let passkeyChallenge = try await fixture.accounts.passkeys.beginSecondFactor(pendingSignIn)

    let response = try device.use(passkeyChallenge.options, userHandle: ada.user.id)

    #expect(try await finish(pendingSignIn, passkeyChallenge.secret, response) == .wrongCode)
  }

  // MARK: Reauthentication

  @Test func `a session counts as just authenticated after its user confirms with a passkey`()
    async throws
  {
    let (ada, device) = try await ada()
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    #expect(!fixture.accounts.sessions.isRecent(ada.signedIn))

    let passkeyChallenge = try await fixture.accounts.passkeys.beginReauthentication(ada.signedIn)
    let response = try device.use(passkeyChallenge.options, userHandle: ada.user.id)
    let confirmed = try await fixture.accounts.passkeys.finishReauthentication(
      ada.signedIn, secret: passkeyChallenge.secret, response: response, client: .office)

    #expect(fixture.accounts.sessions.isRecent(confirmed.signedIn))
    #expect(confirmed.session.id == ada.session.id && confirmed.session.hasSecondFactor)
    #expect(try await fixture.actions(of: ada.user).last == "session.confirmed")
    _ = try await fixture.accounts.passkeys.beginRegistration(confirmed.signedIn)
    let old = try ada.cookie
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: old) }
        == .noSession)
    let new = try await fixture.accounts.sessions.authenticate(cookie: confirmed.cookie)
    #expect(new.session.id == ada.session.id)
  }

  @Test func `only the session's owner can reauthenticate, once, with their own passkey`()
    async throws
  {
    let (ada, device) = try await ada()
    var eve = try await fixture.user("eve@example.com")
    let evesDevice = try await fixture.registerDevice(in: &eve)
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1

    let passkeyChallenge = try await fixture.accounts.passkeys.beginReauthentication(ada.signedIn)
    let foreign = try evesDevice.use(passkeyChallenge.options, userHandle: ada.user.id)
    #expect(try await confirm(ada, passkeyChallenge.secret, foreign) == .wrongCredentials)
    let lateResponse = try device.use(passkeyChallenge.options, userHandle: ada.user.id)
    #expect(try await confirm(ada, passkeyChallenge.secret, lateResponse) == .invalidLink)

    let second = try await fixture.accounts.passkeys.beginReauthentication(ada.signedIn)
    let response = try device.use(second.options, userHandle: ada.user.id)
    #expect(try await confirm(eve, second.secret, response) == .invalidLink)
    #expect(!fixture.accounts.sessions.isRecent(ada.signedIn))
  }

  @Test func `without a passkey there is no challenge`() async throws {
    let bob = try await fixture.user("bob@example.com")

    #expect(
      try await errorCode {
        try await fixture.accounts.passkeys.beginReauthentication(bob.signedIn)
      }
        == .notFound)
  }

  // MARK: Changing factors

  @Test func `attack: the password alone of a user with a passkey changes no factor`()
    async throws
  {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let thief = try await fixture.signIn("ada@example.com", client: .attacker)
    #expect(!thief.session.hasSecondFactor)
    let (factors, passkeys) = (fixture.accounts.secondFactors, fixture.accounts.passkeys)

    #expect(try await errorCode { try await factors.beginTOTP(thief.signedIn) } == .passkeyRequired)
    #expect(
      try await errorCode { try await passkeys.beginRegistration(thief.signedIn) }
        == .passkeyRequired
    )
    #expect(
      try await errorCode {
        try await passkeys.remove(device.credential, thief.signedIn, client: .attacker)
      } == .passkeyRequired)
    // A set-up that the owner has begun is not completed by the thief either.
    let (secret, _) = try await factors.beginTOTP(ada.signedIn)
    #expect(
      try await errorCode {
        try await factors.confirmTOTP(
          thief.signedIn, code: fixture.code(secret), client: .attacker)
      } == .passkeyRequired)

    // With the passkey, the owner may.
    var owner = try await fixture.signIn(with: device, as: ada.user).session
    _ = try await fixture.setUpAuthenticator(in: &owner)
  }

  @Test func `a session counts as two factors once its user has registered a passkey in it`()
    async throws
  {
    var ada = try await fixture.user("ada@example.com")
    _ = try await fixture.registerDevice(in: &ada)
    let session = try await fixture.accounts.sessions.current(ada.signedIn).session
    #expect(session.hasSecondFactor)
    _ = try await fixture.registerDevice(in: &ada, name: "Key")
  }

  private func confirm(
    _ session: NewSession, _ secret: String, _ response: String
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.passkeys.finishReauthentication(
        session.signedIn, secret: secret, response: response, client: .office)
    }
  }

  private func finish(
    _ pendingSignIn: String, _ secret: String, _ response: String
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.passkeys.finishSecondFactor(
        pendingSignIn, secret: secret, response: response, as: .browser, client: .office)
    }
  }
}
