import Accounts
import Testing

/// What was recorded while the clock was ahead counts neither as recent nor as valid after the
/// clock was corrected.
struct ClockCorrectionTests {
  private static let year = 365 * 86_400

  @Test(arguments: [61, 3600, 7 * 3600])
  func `attack: an identity confirmed while the clock was ahead is not confirmed recently`(
    _ lead: Int
  ) async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    fixture.clock.now += lead
    let confirmed = try await sessions.reauthenticate(
      ada.signedIn, password: AccountsFixture.password, client: .office)
    fixture.clock.now -= lead

    #expect(!sessions.isRecent(confirmed.signedIn))
    #expect(
      try await errorCode { try await fixture.accounts.secondFactors.beginTOTP(confirmed.signedIn) }
        == .notRecent)
    let stolen = try await sessions.authenticate(cookie: confirmed.cookie)
    #expect(!sessions.isRecent(stolen))
    fixture.clock.now += lead
    let later = try await sessions.authenticate(cookie: confirmed.cookie)
    #expect(!sessions.isRecent(later), "not even when the clock reaches that time")

    let reconfirmed = try await sessions.reauthenticate(
      later, password: AccountsFixture.password, client: .office)
    #expect(sessions.isRecent(reconfirmed.signedIn))
  }

  @Test func `a session stays recent when the clock is set back by a minute`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now -= 60
    let signedIn = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
    #expect(fixture.accounts.sessions.isRecent(signedIn))
    #expect(signedIn.session.lastAuthenticated == ada.session.lastAuthenticated)
  }

  @Test func `a session used while the clock was ahead still ends when idle`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    let lead = 4 * 3600
    fixture.clock.now += lead
    _ = try await sessions.authenticate(cookie: ada.cookie)
    fixture.clock.now -= lead
    let corrected = try await sessions.authenticate(cookie: ada.cookie)
    #expect(corrected.session.lastUsed == fixture.clock.now)
    fixture.clock.now += 8 * 3600
    #expect(
      try await errorCode { try await sessions.authenticate(cookie: ada.cookie) } == .noSession)
  }

  @Test func `a session begun while the clock was a year ahead is rejected`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    fixture.clock.now += Self.year
    let futureSession = try await fixture.signIn("ada@example.com")
    fixture.clock.now -= Self.year
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: futureSession.cookie)
      }
        == .noSession)
    let now = try await fixture.signIn("ada@example.com")
    _ = try await fixture.accounts.sessions.authenticate(cookie: now.cookie)
  }

  @Test(arguments: [9 * 3600, 1_700_000_000])
  func `a browser's session works again after the clock was behind`(_ lag: Int) async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    fixture.clock.now -= lag
    #expect(
      try await errorCode { try await sessions.authenticate(cookie: ada.cookie) } == .noSession)
    try await fixture.accounts.maintenance.removeExpired()
    fixture.clock.now += lag
    _ = try await sessions.authenticate(cookie: ada.cookie)
    fixture.clock.now += 9 * 3600
    #expect(
      try await errorCode { try await sessions.authenticate(cookie: ada.cookie) } == .noSession)
  }

  @Test func `an app keeps its refresh token while the clock is behind`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    let app = try await fixture.signIn("ada@example.com", as: .app)
    let lag = 61 * 86_400
    fixture.clock.now -= lag
    let error = await #expect(throws: AccountError.self) {
      _ = try await sessions.refresh(app.tokens.refreshToken, client: .office)
    }
    #expect(error?.code == .wrongClock && error?.retryAfter != nil)
    fixture.clock.now += lag
    _ = try await sessions.refresh(app.tokens.refreshToken, client: .office)
  }

  @Test func `attack: an access token gains nothing by a later confirmation, also after a jump`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    fixture.clock.now += 3600
    let app = try await fixture.signIn("ada@example.com", as: .app)
    fixture.clock.now -= 3600
    let (stolen, signedIn) = try await sessions.refresh(app.tokens.refreshToken, client: .office)
    _ = try await sessions.authenticate(accessToken: stolen.accessToken)
    let confirmed = try await sessions.reauthenticate(
      signedIn, password: AccountsFixture.password, client: .office)
    #expect(
      try await errorCode { try await sessions.authenticate(accessToken: stolen.accessToken) }
        == .noSession)
    let current = try await sessions.authenticate(accessToken: confirmed.tokens.accessToken)
    #expect(sessions.isRecent(current))
  }

  @Test func `a link mailed while the clock was ahead is not valid for longer`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    fixture.clock.now += 86_400
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    fixture.clock.now -= 86_400
    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.reset(
          token, password: AccountsFixture.otherPassword, client: .attacker)
      } == .invalidLink)
  }

  @Test func `a link mailed while the clock was ahead is not valid when that time comes`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    fixture.clock.now += 86_400
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    fixture.clock.now -= 86_400
    try await fixture.accounts.maintenance.removeExpired()
    fixture.clock.advance(by: 3600)
    try await fixture.accounts.maintenance.removeExpired()
    fixture.clock.advance(by: 86_400 - 3600)
    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.reset(
          token, password: AccountsFixture.otherPassword, client: .attacker)
      } == .invalidLink)
  }

  /// The number of a user's known devices.
  private func devices(of session: NewSession, _ fixture: AccountsFixture) async throws -> Int {
    try await fixture.store.read { try $0.knownDevices(of: session.user.id).count }
  }

  @Test func `a device remembered while the clock was ahead is forgotten`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += Self.year
    _ = try await fixture.signIn("ada@example.com")
    fixture.clock.now -= Self.year
    let accounts = fixture.accounts
    try await accounts.maintenance.removeExpired()
    fixture.clock.advance(by: 3599)
    try await accounts.maintenance.removeExpired()
    #expect(try await devices(of: ada, fixture) == 2)
    fixture.clock.advance(by: 1)
    // A rotation of the keys does not restart the time for which the clock must be steady.
    try await accounts.with(accounts.keys).maintenance.removeExpired()
    #expect(try await devices(of: ada, fixture) == 1)
  }

  @Test(arguments: [300, 700, 12 * 3600, 86_400])
  func `a clock that is set back for less than an hour deletes nothing that is valid`(
    _ lag: Int
  ) async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let maintenance = fixture.accounts.maintenance
    for _ in 0..<3 {
      try await maintenance.removeExpired()
      fixture.clock.advance(by: 3600)
    }
    _ = try await fixture.signIn("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    fixture.clock.now -= lag
    try await maintenance.removeExpired()
    fixture.clock.advance(by: 60)
    fixture.clock.now += lag
    try await maintenance.removeExpired()
    #expect(try await devices(of: ada, fixture) == 2)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: "ada@example.com"), password: AccountsFixture.otherPassword,
      client: .office)
  }

  @Test func `a start with a clock that is behind and then set deletes nothing`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let maintenance = fixture.accounts.maintenance
    fixture.clock.now -= 12 * 3600
    try await maintenance.removeExpired()
    fixture.clock.advance(by: 60)
    fixture.clock.now += 12 * 3600
    for _ in 0..<3 {
      fixture.clock.advance(by: 3600)
      try await maintenance.removeExpired()
    }
    #expect(try await devices(of: ada, fixture) == 1)
  }

  @Test func `a clock that is set back for more than an hour ends known devices`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let maintenance = fixture.accounts.maintenance
    try await maintenance.removeExpired()
    fixture.clock.advance(by: 3600)
    fixture.clock.now -= 86_400
    try await maintenance.removeExpired()
    #expect(try await devices(of: ada, fixture) == 1)
    fixture.clock.advance(by: 3600)
    try await maintenance.removeExpired()
    #expect(try await devices(of: ada, fixture) == 0)
  }

  @Test func `nothing is removed while the clock is certainly behind`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let now = fixture.clock.now
    fixture.clock.now = 3600
    for _ in 0..<3 {
      try await fixture.accounts.maintenance.removeExpired()
      fixture.clock.advance(by: 3600)
    }
    fixture.clock.now = now
    #expect(try await devices(of: ada, fixture) == 1)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: "ada@example.com"), password: AccountsFixture.otherPassword,
      client: .office)
  }

  @Test func `a device remembered while the clock was ahead is not known`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    fixture.clock.now += Self.year
    let futureSession = try await fixture.signIn("ada@example.com")
    fixture.clock.now -= Self.year
    for number in 0..<8 {
      _ = try await errorCode {
        try await fixture.signIn(
          "ada@example.com", password: "not the password",
          client: Client(address: "198.51.100.\(number)"))
      }
    }
    let client = Client(
      address: Client.office.address, userAgent: Client.office.userAgent,
      deviceSecrets: futureSession.deviceSecrets)
    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com", client: client) }
        == .tooManyAttempts)
  }
}
