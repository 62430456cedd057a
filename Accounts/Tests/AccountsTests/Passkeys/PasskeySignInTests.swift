import Accounts
import Foundation
import Testing

@Suite struct PasskeySignInTests {
  private let fixture: AccountsFixture

  init() throws { fixture = try AccountsFixture() }

  @Test(arguments: [Session.ClientKind.browser, .app])
  func `a passkey signs in without an address, and counts as both factors`(
    kind: Session.ClientKind
  ) async throws {
    var ada = try await fixture.user("ada@example.com")
    _ = try await fixture.setUpAuthenticator(in: &ada)
    var device = try await fixture.registerDevice(in: &ada, count: 1)
    device.count = 2
    fixture.clock.now += 5

    let step = try await fixture.signIn(with: device, as: ada.user, kind: kind)

    let session = try step.session
    #expect(session.user.id == ada.user.id)
    #expect(session.session.hasSecondFactor && session.session.kind == kind)
    #expect(session.session.id != ada.session.id)
    let passkey = try #require(try await fixture.passkey(device))
    #expect(passkey.signatureCount == 2 && passkey.lastUsed == fixture.clock.now)
    let details = try await fixture.details("session.began", of: ada.user)
    #expect(details.last?.contains(#""method":"passkey""#) == true)
  }

  @Test func `the challenge discloses no user`() async throws {
    var ada = try await fixture.user("ada@example.com")
    _ = try await fixture.registerDevice(in: &ada)

    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)

    var options = try #require(
      try JSONSerialization.jsonObject(with: Data(challenge.options.utf8)) as? [String: Any])
    let encoded = try #require(options.removeValue(forKey: "challenge") as? String)
    #expect(ByteEncoding.bytes(base64URL: encoded)?.count == 32)
    let expected: [String: Any] = [
      "allowCredentials": [Any](), "rpId": "flows.example", "timeout": 300_000,
      "userVerification": "required",
    ]
    #expect(options as NSDictionary == expected as NSDictionary)
  }

  @Test func `two challenges have different options and secrets, and options contain no secret`()
    async throws
  {
    let first = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let second = try await fixture.accounts.passkeys.beginSignIn(client: .office)

    #expect(first.options != second.options)
    #expect(first.secret != second.secret)
    #expect(!first.options.contains(first.secret))
  }

  @Test func `a response works once, in 5 minutes, with its own secret`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let first = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let second = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let response = try device.use(first.options, userHandle: ada.user.id)

    #expect(try await finish(second.secret, response) == .wrongCredentials)
    #expect(try await finish(String(repeating: "0", count: 43), response) == .invalidLink)
    #expect(try await finish(first.secret, response) == nil)
    #expect(try await finish(first.secret, response) == .invalidLink)

    let expired = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let lateResponse = try device.use(expired.options, userHandle: ada.user.id)
    fixture.clock.now += 300
    #expect(try await finish(expired.secret, lateResponse) == .invalidLink)
  }

  @Test func `concurrent responses create one session`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let response = try device.use(challenge.options, userHandle: ada.user.id)

    let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try await finish(challenge.secret, response) == nil }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(successes == 1)
  }

  @Test func `a wrong response consumes the challenge`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)

    #expect(try await finish(challenge.secret, "{}") == .wrongCredentials)

    let response = try device.use(challenge.options, userHandle: ada.user.id)
    #expect(try await finish(challenge.secret, response) == .invalidLink)
  }

  @Test func `the German message about a passkey mentions no password`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)

    let error = await #expect(throws: AccountError.self) {
      try await fixture.accounts.passkeys.finishSignIn(
        secret: challenge.secret, response: device.use(challenge.options, userHandle: nil),
        as: .browser, client: .office)
    }
    #expect(
      error?.text(in: "de")
        == "Dieser Passkey konnte nicht geprüft werden. Versuch es noch einmal, oder melde dich "
        + "anders an.")
  }

  @Test func `a passkey with another user's handle does not sign in`() async throws {
    var ada = try await fixture.user("ada@example.com")
    var eve = try await fixture.user("eve@example.com")
    _ = try await fixture.registerDevice(in: &ada)
    let evesDevice = try await fixture.registerDevice(in: &eve)

    // Eve's own passkey, with Ada's user handle.
    #expect(
      try await errorCode { try await fixture.signIn(with: evesDevice, as: ada.user) }
        == .wrongCredentials)
    #expect(
      try await fixture.details("session.failed", of: eve.user)
        == [#"{"method":"passkey","reason":"user-handle"}"#])
  }

  @Test func `a response without a user handle does not sign in`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)

    let response = try device.use(challenge.options, userHandle: nil)

    #expect(try await finish(challenge.secret, response) == .wrongCredentials)
  }

  @Test func `another key with the same id does not sign in`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let forged = TestAuthenticator(site: try fixture.site, credential: device.credential)

    #expect(
      try await errorCode { try await fixture.signIn(with: forged, as: ada.user) }
        == .wrongCredentials)
    #expect(
      try await fixture.details("session.failed", of: ada.user)
        == [#"{"method":"passkey","reason":"signature"}"#])
  }

  @Test func `a device without user verification does not sign in`() async throws {
    var ada = try await fixture.user("ada@example.com")
    var device = try await fixture.registerDevice(in: &ada)
    device.flags = 0x01

    #expect(
      try await errorCode { try await fixture.signIn(with: device, as: ada.user) }
        == .wrongCredentials)
    #expect(
      try await fixture.details("session.failed", of: ada.user)
        == [#"{"method":"passkey","reason":"verification"}"#])
  }

  @Test func `a counter that has not increased is rejected and recorded`() async throws {
    var ada = try await fixture.user("ada@example.com")
    var device = try await fixture.registerDevice(in: &ada, count: 5)
    var copy = device
    device.count = 6
    _ = try await fixture.signIn(with: device, as: ada.user)
    copy.count = 6

    let code = try await errorCode { try await fixture.signIn(with: copy, as: ada.user) }

    #expect(code == .wrongCredentials)
    #expect(try await fixture.passkey(device)?.signatureCount == 6)
    #expect(try await fixture.actions(of: ada.user).last == "factor.passkey-cloned")
    device.count = 7
    #expect(
      try await fixture.signIn(with: device, as: ada.user).session.user.id == ada.user.id)
  }

  @Test func `a disabled account cannot sign in, and the challenge is consumed`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    var disabledUser = ada.user
    disabledUser.disabled = fixture.clock.now
    try await fixture.store.change { [disabledUser] in try $0.put(disabledUser) }
    let challenge = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let response = try device.use(challenge.options, userHandle: ada.user.id)

    #expect(try await finish(challenge.secret, response) == .disabledAccount)
    #expect(try await finish(challenge.secret, response) == .invalidLink)
  }

  @Test func `challenges per network address are limited, except those answered correctly`()
    async throws
  {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    for _ in 0..<200 { _ = try await fixture.signIn(with: device, as: ada.user).session }

    var challenges = 0
    let code = try await errorCode {
      while challenges < 1000 {
        _ = try await fixture.accounts.passkeys.beginSignIn(client: .attacker)
        challenges += 1
      }
    }

    #expect(code == .tooManyAttempts)
    #expect(challenges >= 20)
    _ = try await fixture.signIn(with: device, as: ada.user).session
  }

  private func finish(_ secret: String, _ response: String) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.passkeys.finishSignIn(
        secret: secret, response: response, as: .browser, client: .office)
    }
  }
}
