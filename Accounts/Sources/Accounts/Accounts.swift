public import Logging

/// People's accounts: who they are, how they show it, and what they may do.
///
/// The rules, without a web server and without a database: pages and routes call these functions,
/// and an `AccountStore` keeps what they decide. Every function takes the time from `clock`.
public struct Accounts: Sendable {
  /// Where everything is kept.
  public let store: any AccountStore
  /// What seals and signs.
  public internal(set) var keys: AccountKeys
  /// Hashes passwords, a few at a time.
  public let passwords: PasswordHasher
  /// The other services that people can sign in with.
  public let external: ExternalSignIn
  /// How it all behaves.
  public let settings: AccountSettings
  /// Seconds since 1970.
  public let clock: @Sendable () -> Int
  /// Gets no secrets.
  public let logger: Logger
  /// Rings when a mail was written, so that a `Outbox` sends it at once.
  public let outboxSignal: OutboxSignal

  /// Makes the accounts of one service.
  public init(
    store: any AccountStore, keys: AccountKeys, passwords: PasswordHasher = PasswordHasher(),
    external: ExternalSignIn? = nil, settings: AccountSettings, logger: Logger,
    outboxSignal: OutboxSignal = OutboxSignal(), clock: @escaping @Sendable () -> Int
  ) {
    self.store = store
    self.keys = keys
    self.passwords = passwords
    self.external = external ?? ExternalSignIn(providers: [], clock: clock)
    self.settings = settings
    self.logger = logger
    self.outboxSignal = outboxSignal
    self.clock = clock
    if let warning = PasswordRules.fullListWarning { logger.warning("\(warning)") }
  }
}

/// How accounts behave in one service.
public struct AccountSettings: Sendable {
  /// Who may make an account.
  public enum Registration: String, Sendable {
    /// Everybody.
    case open
    /// Whoever was invited.
    case invited
  }

  /// What mails and authenticator apps call the service.
  public var serviceName: String
  /// Where people reach it, without a slash at the end: `https://flows.example.com`.
  public var publicURL: String
  /// Who may make an account.
  public var registration: Registration
  /// Whether mails can be sent; without, links are given to the operator.
  public var canSendMail: Bool
  /// The seconds after which an unused browser's session ends.
  public var browserIdle: Int
  /// The seconds after which a browser's session ends anyway.
  public var browserLifetime: Int
  /// The seconds after which an unused app's session ends.
  public var appIdle: Int
  /// The seconds after which an app's session ends anyway.
  public var appLifetime: Int
  /// The seconds that an access token counts.
  public var accessLifetime: Int
  /// The seconds in which changing a password or a factor needs no new sign-in.
  public var recency: Int
  /// Whether a session counts only with a second factor, but for setting one up.
  public var requiresSecondFactor: Bool

  /// Makes settings; the times are 8 hours and 30 days for browsers, 60 days and a year for apps,
  /// 10 minutes for access tokens, 15 minutes for recency.
  public init(
    serviceName: String, publicURL: String, registration: Registration = .invited,
    canSendMail: Bool = false, browserIdle: Int = 8 * 3600, browserLifetime: Int = 30 * 86400,
    appIdle: Int = 60 * 86400, appLifetime: Int = 365 * 86400, accessLifetime: Int = 600,
    recency: Int = 900, requiresSecondFactor: Bool = false
  ) {
    self.serviceName = serviceName
    self.publicURL = publicURL
    self.registration = registration
    self.canSendMail = canSendMail
    self.browserIdle = browserIdle
    self.browserLifetime = browserLifetime
    self.appIdle = appIdle
    self.appLifetime = appLifetime
    self.accessLifetime = accessLifetime
    self.recency = recency
    self.requiresSecondFactor = requiresSecondFactor
  }
}
