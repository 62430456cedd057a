import Accounts
import AccountsSQLite
import Foundation
import Logging
import Testing

/// A service with accounts for tests: in memory, with a manual clock and cheap password hashing.
struct AccountsFixture {
  let clock = ManualClock()
  let store: CountingStore
  let accounts: AccountServices

  init(
    registration: AccountSettings.Registration = .open, canSendMail: Bool = true,
    providers: [IdentityProvider] = [], in file: SQLiteAccountsFile? = nil,
    change: (inout AccountSettings) -> Void = { _ in }
  ) throws {
    store = CountingStore(try file.map { SQLiteAccounts($0) } ?? SQLiteAccounts.inMemory())
    var settings = AccountSettings(
      serviceName: "Flows", publicURL: "https://flows.example", registration: registration,
      canSendMail: canSendMail)
    change(&settings)
    let clock = clock
    accounts = AccountServices(
      store: store, keys: try AccountKeyring(secrets: [AccountKeyring.newSecret()]),
      passwordHasher: PasswordHasher(parameters: .forTests),
      identityProviders: IdentityProviderClient(providers: providers, clock: { clock.now }),
      settings: settings, logger: Logger(label: "fixture") { _ in SwiftLogNoOpLogHandler() },
      clock: { clock.now },
      uptime: { clock.uptime })
  }

  /// The same service with other settings or keys, on the same store.
  func accounts(
    keys: AccountKeyring? = nil, passwordHasher: PasswordHasher? = nil,
    change: (inout AccountSettings) -> Void = { _ in }
  ) -> AccountServices {
    var settings = accounts.settings
    change(&settings)
    return AccountServices(
      store: store, keys: keys ?? accounts.keys,
      passwordHasher: passwordHasher ?? accounts.passwordHasher, settings: settings,
      logger: accounts.logger, clock: accounts.clock)
  }

  // MARK: Users

  static let password = "correct horse battery"
  static let otherPassword = "purple staple lantern"

  /// A user who has registered and followed the link, signed in with a browser.
  func user(_ email: String, password: String = AccountsFixture.password) async throws
    -> NewSession
  {
    try await accounts.registration.register(
      email: email, password: password, name: "", client: .office)
    return try await accounts.registration.verifyEmail(
      oneTimeToken(to: email), password: password, as: .browser, client: .office
    ).session
  }

  /// A new session of an existing user.
  func signIn(
    _ email: String, password: String = AccountsFixture.password,
    as kind: Session.ClientKind = .browser,
    client: Client = .office
  ) async throws -> NewSession {
    try await accounts.authentication.signIn(
      email: email, password: password, as: kind, client: client
    ).session
  }

  /// An organization's first owner.
  func owner(_ email: String, of organization: String = "acme") async throws -> NewSession {
    let link = try await accounts.organizations.createSetUpLink(for: organization)
    return try await accounts.organizations.setUp(
      String(link.suffix(43)), email: email, password: AccountsFixture.password, name: "",
      client: .office
    ).session
  }

  /// A user who has registered, followed the link, and joined by invitation.
  func member(
    _ email: String, as role: Role, invitedBy owner: NewSession, of organization: String = "acme"
  ) async throws -> NewSession {
    _ = try await accounts.invitations.invite(
      email, to: organization, named: "Acme", as: role, by: .user(owner.user), client: .office)
    let step = try await accounts.registration.accept(
      oneTimeToken(to: email), registering: AccountsFixture.password, name: "", as: .browser,
      client: .office)
    return try step.session
  }

  /// Sets up an authenticator app in a session, which is renewed; returns the secret and the
  /// recovery codes.
  func setUpAuthenticator(
    in session: inout NewSession, client: Client = .office
  ) async throws -> (secret: [UInt8], codes: [String]) {
    let (secret, _) = try await accounts.secondFactors.beginTOTP(session.signedIn)
    let (codes, renewed) = try await accounts.secondFactors.confirmTOTP(
      session.signedIn, code: code(secret), client: client)
    session = session.renewed(as: renewed)
    clock.now += 60  // the code that was just used does not work again
    return (secret, codes)
  }

  /// The code that an authenticator app shows now.
  func code(_ secret: [UInt8]) -> String { TOTP.code(secret: secret, step: clock.now / 30) }

  /// Six digits that are not the code of any time step around now.
  func wrongCode(_ secret: [UInt8]) -> String {
    let validCodes = (-2...2).map { TOTP.code(secret: secret, step: clock.now / 30 + $0) }
    return ["000000", "111111", "222222", "333333", "444444", "555555"]
      .first { !validCodes.contains($0) } ?? "666666"
  }

  // MARK: Costs

  /// The number of password hashes, changes of the store and emails that a request causes.
  func cost(of request: () async throws -> Void) async throws -> [Int] {
    let before = try await costs()
    try await request()
    return try await zip(costs(), before).map { $0 - $1 }
  }

  private func costs() async throws -> [Int] {
    try await [accounts.passwordHasher.derivationCount, store.changeCount, mailCount()]
  }

  // MARK: Emails and events

  /// All emails to an address, oldest first.
  func emails(to email: String) async throws -> [MailMessage] {
    try await store.inner.read { try $0.dueMail(at: .max, limit: 1000) }
      .filter { $0.to.lowercased() == email.lowercased() }
      .map { try $0.opened(with: accounts.keys) }
  }

  /// The number of emails.
  func mailCount() async throws -> Int {
    try await store.inner.read { try $0.queuedMailSummary().count }
  }

  /// The one-time token of the link in the last email with a link to an address.
  func oneTimeToken(to email: String) async throws -> String {
    let texts = try await emails(to: email).map(\.text)
    let tokens = texts.compactMap { $0.firstMatch(of: /\?link=([0-9A-Za-z]{43})/)?.1 }
    return String(try #require(tokens.last, "no email to \(email) contains a link"))
  }

  /// The actions in a user's event log, oldest first.
  func actions(of user: User) async throws -> [String] {
    try await store.inner.read { try $0.events(of: user.id, before: nil, limit: 1000) }
      .reversed().map(\.action)
  }
}

/// A clock that only tests set and advance.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = 1_800_000_000
  private var elapsed = 0

  var now: Int {
    get { lock.withLock { time } }
    set { lock.withLock { time = newValue } }
  }

  /// The monotonic time, in seconds.
  var uptime: Int { lock.withLock { elapsed } }

  /// Advances the time and the monotonic time together, as a real clock does unless it is set.
  func advance(by seconds: Int) {
    lock.withLock { (time, elapsed) = (time + seconds, elapsed + seconds) }
  }
}

/// A store that counts its changes, and can run an action before one of them.
final class CountingStore: AccountStore, @unchecked Sendable {
  let inner: SQLiteAccounts
  private let lock = NSLock()
  private var count = 0
  private var pendingAction: (change: Int, body: @Sendable () async throws -> Void)?

  init(_ inner: SQLiteAccounts) { self.inner = inner }

  /// The number of changes so far, including failed ones.
  var changeCount: Int { lock.withLock { count } }

  /// Runs an action just before the change with this number, to simulate a race.
  func runBeforeChange(_ change: Int, _ body: @escaping @Sendable () async throws -> Void) {
    lock.withLock { pendingAction = (change, body) }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value {
    try await inner.read(body)
  }

  func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value {
    let action: (@Sendable () async throws -> Void)? = lock.withLock {
      count += 1
      guard let pendingAction, pendingAction.change == count else { return nil }
      self.pendingAction = nil
      return pendingAction.body
    }
    try await action?()
    return try await inner.change(body)
  }
}

extension Client {
  static let office = Client(
    address: "192.0.2.10", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
  static let attacker = Client(
    address: "203.0.113.66", userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/150.0")
}

extension NewSession {
  var signedIn: AuthenticatedSession { AuthenticatedSession(user: user, session: session) }

  /// The renewed session, with the device secrets that its client has kept if it got no new ones.
  func renewed(as new: NewSession) -> NewSession {
    NewSession(
      session: new.session, user: new.user, credential: new.credential,
      deviceSecrets: new.deviceSecrets.isEmpty ? deviceSecrets : new.deviceSecrets)
  }

  /// The value of the browser's cookie.
  var cookie: String {
    get throws {
      guard case .cookie(let cookie) = credential else {
        throw UnexpectedResult("a cookie, but got tokens")
      }
      return cookie
    }
  }

  /// The tokens of an app.
  var tokens: AppTokens {
    get throws {
      guard case .tokens(let tokens) = credential else {
        throw UnexpectedResult("tokens, but got a cookie")
      }
      return tokens
    }
  }
}

extension SignInResult {
  var session: NewSession {
    get throws {
      guard case .signedIn(let session) = self else {
        throw UnexpectedResult("a session, but a second factor is required")
      }
      return session
    }
  }

  var pendingSignIn: PendingSignIn {
    get throws {
      guard case .secondFactor(let pendingSignIn) = self else {
        throw UnexpectedResult("a pending sign-in, but got a session")
      }
      return pendingSignIn
    }
  }
}

struct UnexpectedResult: Error, CustomStringConvertible {
  let description: String
  init(_ expected: String) { description = "expected \(expected)" }
}

/// The code of the thrown error, or nil if none is thrown.
func errorCode<Value>(
  _ body: () async throws -> Value
) async throws -> AccountError.Code? {
  do {
    _ = try await body()
    return nil
  } catch let error as AccountError {
    return error.code
  }
}
