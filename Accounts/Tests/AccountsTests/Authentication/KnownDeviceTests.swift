import Accounts
import Testing

/// Guessing passwords does not lock users out of a browser in which they have signed in before.
struct KnownDeviceTests {
  private static let victim = "victim@example.com"

  private func knownClient(_ session: NewSession, _ client: Client = .office) -> Client {
    Client(
      address: client.address, userAgent: client.userAgent, deviceSecrets: session.deviceSecrets)
  }

  private func guess(
    _ fixture: AccountsFixture, client: Client, password: String = "not the password"
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.signIn(Self.victim, password: password, client: client)
    }
  }

  /// Wrong passwords from other networks and from the victim's own, until attempts are delayed.
  private func attack(_ fixture: AccountsFixture) async throws {
    for number in 0..<8 {
      _ = try await guess(fixture, client: Client(address: "198.51.100.\(number)"))
    }
    for number in 0..<60 {
      _ = try await errorCode { try await fixture.signIn("p\(number)@example.com", password: "no") }
    }
  }

  @Test(arguments: [Session.ClientKind.browser, .app])
  func `attack: strangers' wrong passwords do not delay a sign-in on a known device`(
    _ kind: Session.ClientKind
  ) async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let session = try await fixture.signIn(Self.victim, as: kind)
    try await attack(fixture)

    #expect(
      try await guess(fixture, client: .office, password: AccountsFixture.password)
        == .tooManyAttempts, "without its secret, the device is not known")
    let next = try await fixture.signIn(Self.victim, as: kind, client: knownClient(session))
    #expect(
      next.deviceSecrets.count == 1
        && next.deviceSecrets[0].string != session.deviceSecrets[0].string)
    #expect(
      try await guess(fixture, client: .attacker, password: AccountsFixture.password)
        == .tooManyAttempts, "strangers still have to wait")
    _ = try await fixture.signIn(Self.victim, as: kind, client: knownClient(next))
  }

  @Test func `attack: strangers' wrong passwords delay neither second factor nor reauthentication`()
    async throws
  {
    let fixture = try AccountsFixture()
    var user = try await fixture.user(Self.victim)
    let (secret, _) = try await fixture.setUpAuthenticator(in: &user, client: knownClient(user))
    let client = knownClient(user)
    try await attack(fixture)

    let step = try await fixture.accounts.authentication.signIn(
      email: Self.victim, password: AccountsFixture.password, as: .browser, client: client)
    let session = try await fixture.accounts.authentication.finishSignIn(
      step.pendingSignIn.secret, code: fixture.code(secret), as: .browser, client: client)
    fixture.clock.now += 30
    _ = try await fixture.accounts.sessions.reauthenticate(
      session.signedIn, password: AccountsFixture.password, code: fixture.code(secret),
      client: knownClient(session))
  }

  @Test func `attack: a stranger's wrong codes do not delay those on a known device`()
    async throws
  {
    let fixture = try AccountsFixture()
    var user = try await fixture.user(Self.victim)
    let (secret, _) = try await fixture.setUpAuthenticator(in: &user, client: knownClient(user))
    let stranger = Client(address: "198.51.100.1")
    #expect(try await guessCodes(fixture, secret, client: stranger) > 0)

    let step = try await pendingSignIn(fixture, client: knownClient(user))
    _ = try await fixture.accounts.authentication.finishSignIn(
      step, code: fixture.code(secret), as: .browser, client: knownClient(user))
    let other = try await pendingSignIn(fixture, client: stranger)
    #expect(
      try await errorCode {
        try await fixture.accounts.authentication.finishSignIn(
          other, code: fixture.wrongCode(secret), as: .browser, client: stranger)
      } == .tooManyAttempts, "strangers still have to wait")
  }

  @Test func `attack: wrong codes with a stolen device secret are delayed, too`() async throws {
    let fixture = try AccountsFixture()
    var user = try await fixture.user(Self.victim)
    let (secret, _) = try await fixture.setUpAuthenticator(in: &user, client: knownClient(user))
    #expect(try await guessCodes(fixture, secret, client: knownClient(user, .attacker)) > 0)
  }

  @Test func `attack: setting up a second factor revokes the user's other known devices`()
    async throws
  {
    let fixture = try AccountsFixture()
    var user = try await fixture.user(Self.victim)
    for _ in 0..<30 { _ = try await fixture.signIn(Self.victim, client: .attacker) }
    _ = try await fixture.setUpAuthenticator(in: &user, client: knownClient(user))
    let id = user.user.id
    let remaining = try await fixture.store.read { try $0.knownDevices(of: id).map(\.hash) }
    #expect(remaining == user.deviceSecrets.map(\.hash), "only the device on which it was set up")
  }

  @Test func `attack: many stolen device secrets allow ten guesses of codes in total`()
    async throws
  {
    let fixture = try AccountsFixture()
    var user = try await fixture.user(Self.victim)
    let (secret, _) = try await fixture.setUpAuthenticator(in: &user, client: knownClient(user))
    var stolen: [Client] = []
    for _ in 0..<6 {
      let step = try await pendingSignIn(fixture, client: .office)
      let session = try await fixture.accounts.authentication.finishSignIn(
        step, code: fixture.code(secret), as: .browser, client: .office)
      stolen.append(knownClient(session, .attacker))
      fixture.clock.now += 60
    }
    var wrongCodes = 0
    for client in stolen {
      let step = try await pendingSignIn(fixture, client: client)
      for _ in 0..<4 {
        let code = try await errorCode {
          try await fixture.accounts.authentication.finishSignIn(
            step, code: fixture.wrongCode(secret), as: .browser, client: client)
        }
        if code == .wrongCode { wrongCodes += 1 }
      }
    }
    #expect(wrongCodes == 10)
  }

  /// The secret of the pending sign-in after the first step with the right password.
  private func pendingSignIn(_ fixture: AccountsFixture, client: Client) async throws -> String {
    try await fixture.accounts.authentication.signIn(
      email: Self.victim, password: AccountsFixture.password, as: .browser, client: client
    ).pendingSignIn.secret
  }

  /// Sends 11 wrong codes, and returns the seconds that have to pass before the next one.
  private func guessCodes(
    _ fixture: AccountsFixture, _ secret: [UInt8], client: Client
  ) async throws -> Int {
    var sent = 0
    var wait = 0
    while sent < 11 || wait == 0 {
      if sent >= 20 { return 0 }
      do {
        let step = try await pendingSignIn(fixture, client: client)
        _ = try await fixture.accounts.authentication.finishSignIn(
          step, code: fixture.wrongCode(secret), as: .browser, client: client)
      } catch let error as AccountError {
        if error.code == .wrongCode { sent += 1 }
        wait = error.code == .tooManyAttempts ? error.retryAfter ?? 0 : 0
        if sent < 11 { fixture.clock.now += wait }
      }
    }
    return wait
  }

  @Test func `attack: a stolen device secret allows ten guesses, and is then revoked`() async throws
  {
    let fixture = try AccountsFixture()
    let thief = knownClient(try await fixture.user(Self.victim), .attacker)
    try await attack(fixture)
    for _ in 0..<10 { #expect(try await guess(fixture, client: thief) == .wrongCredentials) }
    #expect(
      try await guess(fixture, client: thief, password: AccountsFixture.password)
        == .tooManyAttempts)
    let devices = try await fixture.store.read { reader in
      try reader.users(after: "", limit: 9).flatMap { try reader.knownDevices(of: $0.id) }
    }
    #expect(devices.isEmpty)
  }

  @Test func `attack: concurrent guesses are limited to ten, too`() async throws {
    let fixture = try AccountsFixture()
    let thief = knownClient(try await fixture.user(Self.victim), .attacker)
    try await attack(fixture)
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for _ in 0..<40 { group.addTask { try await guess(fixture, client: thief) } }
      return try await group.reduce(into: [AccountError.Code?]()) { $0.append($1) }
    }
    #expect(codes.filter { $0 == .wrongCredentials }.count <= 10)
    #expect(codes.filter { $0 == .tooManyAttempts }.count >= 30)
  }

  @Test func `the correct password resets the count of wrong ones`() async throws {
    let fixture = try AccountsFixture()
    var session = try await fixture.user(Self.victim)
    for _ in 0..<3 {
      for _ in 0..<9 {
        #expect(try await guess(fixture, client: knownClient(session)) == .wrongCredentials)
      }
      session = try await fixture.signIn(Self.victim, client: knownClient(session))
    }
  }

  @Test func `attack: each sign-in revokes the previous device secret`() async throws {
    let fixture = try AccountsFixture()
    let first = try await fixture.user(Self.victim)
    _ = try await fixture.signIn(Self.victim, client: knownClient(first))
    try await attack(fixture)
    #expect(
      try await guess(fixture, client: knownClient(first), password: AccountsFixture.password)
        == .tooManyAttempts)
  }

  @Test func `attack: a device secret does not help to guess another user's password`() async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let eve = try await fixture.user("eve@example.com")
    try await attack(fixture)
    #expect(try await guess(fixture, client: knownClient(eve, .attacker)) == .tooManyAttempts)
  }

  @Test func `a browser is a known device of several users`() async throws {
    let fixture = try AccountsFixture()
    let victim = try await fixture.user(Self.victim)
    _ = try await fixture.user("bob@example.com")
    let bob = try await fixture.signIn("bob@example.com", client: knownClient(victim))
    #expect(bob.deviceSecrets.count == 2)
    try await attack(fixture)
    let nextSession = try await fixture.signIn(Self.victim, client: knownClient(bob))
    #expect(nextSession.deviceSecrets.count == 2, "and the browser keeps no invalid secret")
    _ = try await fixture.signIn("bob@example.com", client: knownClient(nextSession))
  }

  @Test func `attack: a password reset, or a change elsewhere, revokes a device`() async throws {
    let fixture = try AccountsFixture()
    let lostDevice = try await fixture.user(Self.victim)
    let ownDevice = try await fixture.signIn(Self.victim)
    let renewed = try await fixture.accounts.passwords.change(
      ownDevice.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: knownClient(ownDevice))
    try await attack(fixture)
    func signIn(_ session: NewSession) async throws -> AccountError.Code? {
      try await guess(
        fixture, client: knownClient(session), password: AccountsFixture.otherPassword)
    }
    #expect(try await signIn(lostDevice) == .tooManyAttempts)
    #expect(try await signIn(ownDevice) == .tooManyAttempts, "its secret may have been copied")
    #expect(try await signIn(renewed) == nil, "the device on which it was changed is still known")

    let last = try await fixture.signIn(
      Self.victim, password: AccountsFixture.otherPassword,
      client: knownClient(try await fixture.signInAfterWait(Self.victim)))
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .attacker)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: "brand new pass phrase", client: .attacker)
    try await attack(fixture)
    #expect(
      try await guess(fixture, client: knownClient(last), password: "brand new pass phrase")
        == .tooManyAttempts)
  }

  @Test func `a change of the password keeps the devices of the browser's other users`()
    async throws
  {
    let fixture = try AccountsFixture()
    let bob = try await fixture.user("bob@example.com")
    _ = try await fixture.user(Self.victim)
    let session = try await fixture.signIn(Self.victim, client: knownClient(bob))
    let renewed = try await fixture.accounts.passwords.change(
      session.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: knownClient(session))
    #expect(renewed.deviceSecrets.map(\.string).dropFirst() == [bob.deviceSecrets[0].string])
    #expect(renewed.deviceSecrets[0].string != session.deviceSecrets[0].string)
  }

  @Test func `attack: disabling an account or removing its factors revokes its devices`()
    async throws
  {
    let fixture = try AccountsFixture()
    let user = try await fixture.user(Self.victim)
    let administration = fixture.accounts.administration
    func devices() async throws -> Int {
      try await fixture.store.read { try $0.knownDevices(of: user.user.id).count }
    }
    #expect(try await devices() == 1)
    try await administration.disable(user.user.id, by: .operator("test"))
    try await administration.enable(user.user.id, by: .operator("test"))
    #expect(try await devices() == 0)

    var session = try await fixture.signIn(Self.victim)
    _ = try await fixture.setUpAuthenticator(in: &session, client: knownClient(session))
    #expect(try await devices() == 1)
    try await administration.removeFactors(of: user.user.id, by: .operator("test"))
    #expect(try await devices() == 0)
  }

  @Test func `a device is forgotten after a year without a sign-in`() async throws {
    let fixture = try AccountsFixture()
    let session = try await fixture.user(Self.victim)
    fixture.clock.now += 365 * 86_400 - 1
    try await fixture.accounts.maintenance.removeExpired()
    try await attack(fixture)
    #expect(try await guess(fixture, client: knownClient(session)) == .wrongCredentials)
    fixture.clock.now += 1
    try await attack(fixture)
    #expect(try await guess(fixture, client: knownClient(session)) == .tooManyAttempts)
    fixture.clock.now += 1
    try await fixture.accounts.maintenance.removeExpired()
    let remaining = try await fixture.store.read { try $0.knownDevices(of: session.user.id) }
    #expect(remaining.isEmpty)
  }
}

extension AccountsFixture {
  /// Signs in from an unknown device after the counts have expired.
  fileprivate func signInAfterWait(_ email: String) async throws -> NewSession {
    clock.now += 2 * 86_400
    return try await signIn(email, password: AccountsFixture.otherPassword)
  }
}
