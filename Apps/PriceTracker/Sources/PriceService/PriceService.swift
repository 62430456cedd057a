public import Accounts
internal import AccountsSQLite
public import AccountsWeb
internal import Foundation
public import Logging
public import PageFetcher
public import PageReader
public import PriceDomain
public import PriceStore
public import Push

/// The operations of the price tracker, used by the API's routes, a web app in the same process and
/// the command-line tool.
public struct PriceService: Sendable {
  /// The settings.
  public struct Settings: Sendable {
    /// The site's public base URL, for links in emails and notifications.
    public var publicURL = "http://127.0.0.1:8095"
    /// The path of a product page, which notifications open; `{id}` is replaced by the product's
    /// ID.
    public var productPath = "/products/{id}"
    /// The rules for reading the stores' pages.
    public var rules: StoreRules
    /// Additional hosts, without rules, whose products may be tracked.
    public var extraHosts: Set<String> = []
    /// Whether pages and webhooks on this machine are allowed, for a demo shop.
    public var allowsLoopback = false
    /// The identity providers for sign-in, such as Google, Apple and Facebook.
    public var identityProviders: [IdentityProvider] = []
    /// The operator's contact for browsers' push services: a `mailto:` or `https:` URL.
    public var contact: String?
    /// The allowed hosts of browsers' push services.
    public var pushHosts = WebPushHosts.browsers

    /// Creates the default settings.
    public init(rules: StoreRules) { self.rules = rules }

    /// The contact, or a default derived from the public URL.
    var pushContact: String {
      contact ?? (publicURL.hasPrefix("https://") ? publicURL : "mailto:prices@localhost")
    }

    /// All hosts whose products may be tracked.
    public var hosts: Set<String> { rules.hosts.union(extraHosts) }
  }

  /// The store.
  public let store: PriceStore
  /// The account services, which use the same file.
  public let accounts: AccountServices
  /// The settings.
  public let settings: Settings
  /// The source of pages.
  public let source: any PageSource
  /// The service's VAPID key for web push; browsers subscribe with its public key.
  public let pushKey: VAPIDKey
  /// Returns the current time.
  public let clock: @Sendable () -> Timestamp
  /// Reads the pages of the update.
  let reader: any PageParsing
  /// Reads the pages of users, which may be hostile and must not hold up the update.
  let lookupReader: any PageParsing
  /// Limits the request bodies of the API and of a web app.
  let bodyBudget = BodyBudget()
  /// Limits the memory of the bodies with pages or pictures.
  let bodyMemory: BodyMemory
  /// Limits the memory of the API's other bodies.
  let shortBodyMemory = BodyMemory()
  let logger: Logger

  /// Opens a service's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - settings: The settings.
  ///   - source: The source of pages.
  ///   - reader: Reads the pages of the update; nil reads them in this process, where a slow
  ///     page cannot be interrupted: a server passes a `PageReaderPool`.
  ///   - lookupReader: Reads the pages that users look up or send; nil for `reader`.
  ///   - identityFetcher: Sends requests to identity providers; replaced only in tests.
  ///   - passwordHasher: The password hasher; replaced only in tests.
  ///   - bodyMemory: The memory of bodies with pages or pictures; replaced only in tests.
  ///   - logger: The logger; no secrets are logged.
  ///   - clock: Returns the current time; replaced only in tests.
  /// - Throws: If the folder's files cannot be opened.
  public init(
    folder: ServiceFolder, settings: Settings, source: any PageSource,
    reader: (any PageParsing)? = nil, lookupReader: (any PageParsing)? = nil,
    identityFetcher: any HTTPFetcher = URLSessionFetcher(),
    passwordHasher: PasswordHasher = PasswordHasher(), bodyMemory: BodyMemory = BodyMemory(),
    logger: Logger,
    clock: @escaping @Sendable () -> Timestamp = Self.now
  ) throws {
    let database = try PriceDatabase(path: folder.file("prices.db"))
    store = PriceStore(database)
    var accountSettings = AccountSettings(
      serviceName: "Price Tracker", publicURL: settings.publicURL, registration: .open,
      canSendMail: true, browserIdleTimeout: 30 * 86_400)
    accountSettings.signInPath = "/prices/login"
    accountSettings.features = []
    accounts = AccountServices(
      store: SQLiteAccounts(database),
      keys: try AccountKeyring(secrets: [folder.key("accounts")]), passwordHasher: passwordHasher,
      identityProviders: IdentityProviderClient(
        providers: settings.identityProviders, fetcher: identityFetcher,
        clock: { Int(clock().seconds) }),
      settings: accountSettings, logger: logger, clock: { Int(clock().seconds) })
    let subject = settings.pushContact
    let secret = try folder.secret("web-push") { try VAPIDKey(subject: subject).encodedPrivateKey }
    pushKey = try VAPIDKey(encodedPrivateKey: secret, subject: subject)
    self.settings = settings
    self.source = source
    self.bodyMemory = bodyMemory
    self.clock = clock
    self.logger = logger
    self.reader = reader ?? PageReader(rules: settings.rules)
    self.lookupReader = lookupReader ?? self.reader
  }

  /// Returns the system time.
  @Sendable public static func now() -> Timestamp { Timestamp(Int64(Date().timeIntervalSince1970)) }

  /// Returns the store for the changes of a session's user, each of which checks in its own
  /// transaction that the session still exists and its credential is still valid.
  ///
  /// A request may have waited since it was authenticated: a change of a session that has ended
  /// meanwhile throws `AccountError` `.noSession` and changes nothing.
  func store(for session: AuthenticatedSession) -> PriceStore {
    let accounts = SQLiteAccounts(store.database)
    let actor = Actor.user(session.user).acting(by: .session(session.session))
    return PriceStore(
      store.database.checking { try accounts.writer(in: $0).requireCredential(of: actor) })
  }

  /// Returns the store for a caller's changes: those of a user check the session, as in
  /// `store(for:)` with a session; those of a guest check nothing.
  func store(for caller: Caller) -> PriceStore {
    caller.session.map { store(for: $0) } ?? store
  }

  /// Returns the user's profile, which is created on first use.
  func profile(_ session: AuthenticatedSession) async throws -> UserProfile {
    try await profile(of: session.user, in: store(for: session))
  }

  /// Returns the profile of a user who has signed in; it is created on first use, with the
  /// language of the account and the browser's time zone.
  public func profile(of user: User, timeZone: String? = nil) async throws -> UserProfile {
    try await profile(of: user, timeZone: timeZone, in: store)
  }

  private func profile(
    of user: User, timeZone: String? = nil, in store: PriceStore
  ) async throws -> UserProfile {
    if let existing = try await store.profile(user.id) { return existing }
    let name = user.name.isEmpty ? "Guest \(user.id.suffix(4))" : user.name
    var profile = UserProfile(user: user.id, nickname: name)
    if let language = user.language.flatMap({ Language(rawValue: $0.rawValue) }) {
      profile.language = language
    }
    if let timeZone { profile.timeZone = timeZone }
    return try await store.createProfileOnFirstUse(
      profile, registration: accounts.registration.completedKey(of: user.id))
  }

  /// Creates the profile of a user who has signed in with an identity provider for the first time.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - givenName: The given name, if the provider sent it separately.
  ///   - surname: The surname, if the provider sent it separately.
  ///   - language: The language of notifications.
  ///   - timeZone: The time zone's name; nil for UTC.
  /// - Throws: Errors of the store.
  public func createProfile(
    of user: User, givenName: String = "", surname: String = "", language: Language? = nil,
    timeZone: String? = nil
  ) async throws {
    guard try await store.profile(user.id) == nil else { return }
    // NB: everyone sees the nickname, so it is not the full name, which the provider sent only for
    // the account.
    let firstName = givenName.isEmpty ? String(user.name.prefix { $0 != " " }) : givenName
    let nickname =
      firstName.isEmpty ? "Guest \(user.id.suffix(4))" : String(firstName.prefix(40))
    var profile = UserProfile(user: user.id, nickname: nickname)
    (profile.givenName, profile.surname) = (firstName, surname)
    if let language { profile.language = language }
    if let timeZone { profile.timeZone = timeZone }
    _ = try await store.createProfileOnFirstUse(
      profile, registration: accounts.registration.completedKey(of: user.id))
  }

  /// Counts an operation of a caller, and throws if it exceeds the rate limit.
  func checkRateLimit(
    _ operation: String, _ caller: Caller, limit: Int, in seconds: Int64 = 3600
  ) async throws {
    let wait = try await store.countUse(
      "\(operation):\(caller.rateLimitKey)", limit: limit, in: seconds, at: clock())
    guard wait == 0 else {
      let (english, german) = (
        AccountError.duration(Int(wait)), AccountError.germanDuration(Int(wait))
      )
      guard caller.session == nil else {
        throw PriceError(
          .tooMany, "You did this too often. Try again in \(english).", retryAfter: Int(wait))
      }
      // Only operations that users may do more often are open to guests.
      throw PriceError(
        .tooMany,
        "You did this too often. Log in to do it more often, or try again in \(english).",
        german: "Das war zu oft. Melde dich an, dann geht es öfter, oder versuche es in \(german)"
          + " noch einmal.",
        retryAfter: Int(wait))
    }
  }
}
