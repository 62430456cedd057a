public import Logging

/// The services for user accounts, built from a store, a set of keys and a clock.
///
/// The services need no web server and no particular database: pages and endpoints call them, and
/// an `AccountStore` stores what they decide.
public final class AccountServices: Sendable {
  /// The store of the accounts.
  public var store: any AccountStore { parts.store }
  /// The keys for encrypting and signing.
  public var keys: AccountKeyring { parts.keys }
  /// Hashes passwords, a few at a time.
  public var passwordHasher: PasswordHasher { parts.hasher }
  /// The client of the identity providers that users can sign in with.
  public var identityProviders: IdentityProviderClient { parts.identityProviders }
  /// The settings of the accounts.
  public var settings: AccountSettings { parts.settings }
  /// Returns the current time, in seconds since 1970.
  public var clock: @Sendable () -> Int { parts.clock }
  /// The logger; it never receives secrets.
  public var logger: Logger { parts.logger }
  /// Wakes the `Outbox` when an email has been written to it.
  public var outboxSignal: OutboxSignal { parts.outboxSignal }

  /// Creates accounts and verifies their addresses.
  public let registration: RegistrationService
  /// Signs users in with password and second factor.
  public let authentication: AuthenticationService
  /// Authenticates requests; lists and ends sessions.
  public let sessions: SessionService
  /// Resets and changes passwords.
  public let passwords: PasswordService
  /// Changes names and addresses, and deletes accounts.
  public let profile: ProfileService
  /// Sets up authenticator apps and recovery codes.
  public let secondFactors: SecondFactorService
  /// Registers passkeys and signs users in with them.
  public let passkeys: PasskeyService
  /// Signs users in with identity providers.
  public let externalSignIn: ExternalSignInService
  /// Invites users to organizations.
  public let invitations: InvitationService
  /// Manages members and their roles.
  public let organizations: OrganizationService
  /// The operations that are reserved for operators.
  public let administration: AdministrationService
  /// Removes expired records.
  public let maintenance: MaintenanceService
  /// Finds the owners of one-time tokens.
  public var oneTimeTokens: OneTimeTokens { parts.oneTimeTokens }
  package var mailer: AccountMailer { parts.mailer }

  private let parts: AccountComponents

  /// Builds the services, and logs a warning in a build without the full list of common passwords.
  ///
  /// `uptime` is a monotonic clock in seconds, which serves to detect jumps of `clock`; nil for the
  /// system's.
  public convenience init(
    store: any AccountStore, keys: AccountKeyring,
    passwordHasher: PasswordHasher = PasswordHasher(),
    identityProviders: IdentityProviderClient? = nil, settings: AccountSettings, logger: Logger,
    outboxSignal: OutboxSignal = OutboxSignal(), clock: @escaping @Sendable () -> Int,
    uptime: (@Sendable () -> Int)? = nil
  ) {
    if let warning = PasswordRules.fullListWarning { logger.warning("\(warning)") }
    self.init(
      AccountComponents(
        store: store, keys: keys, hasher: passwordHasher,
        identityProviders: identityProviders ?? IdentityProviderClient(providers: [], clock: clock),
        settings: settings, clock: clock, clockMonitor: ClockMonitor(uptime: uptime),
        logger: logger, outboxSignal: outboxSignal))
  }

  /// Returns the same services with other keys, such as after a rotation.
  public func with(_ keys: AccountKeyring) -> AccountServices {
    AccountServices(
      AccountComponents(
        store: store, keys: keys, hasher: passwordHasher, identityProviders: identityProviders,
        settings: settings, clock: clock, clockMonitor: parts.clockMonitor, logger: logger,
        outboxSignal: outboxSignal))
  }

  private init(_ parts: AccountComponents) {
    self.parts = parts
    registration = RegistrationService(
      store: parts.store, hasher: parts.hasher, settings: parts.settings, clock: parts.clock,
      events: parts.events, mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens,
      lifecycle: parts.lifecycle, sessionIssuer: parts.sessionIssuer,
      passwordAuthenticator: parts.passwordAuthenticator,
      invitationRegistry: parts.invitationRegistry)
    authentication = AuthenticationService(
      store: parts.store, lifecycle: parts.lifecycle, sessionIssuer: parts.sessionIssuer,
      passwordAuthenticator: parts.passwordAuthenticator,
      secondFactorVerifier: parts.secondFactorVerifier)
    sessions = SessionService(
      store: parts.store, settings: parts.settings, clock: parts.clock, logger: parts.logger,
      events: parts.events, mailer: parts.mailer, sessionValidator: parts.sessionValidator,
      sessionIssuer: parts.sessionIssuer, passwordAuthenticator: parts.passwordAuthenticator,
      secondFactorVerifier: parts.secondFactorVerifier)
    passwords = PasswordService(
      store: parts.store, hasher: parts.hasher, settings: parts.settings, clock: parts.clock,
      events: parts.events, mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens,
      throttle: parts.throttle, lifecycle: parts.lifecycle,
      sessionValidator: parts.sessionValidator, sessionIssuer: parts.sessionIssuer,
      passwordAuthenticator: parts.passwordAuthenticator)
    profile = ProfileService(
      store: parts.store, settings: parts.settings, clock: parts.clock, events: parts.events,
      mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens, lifecycle: parts.lifecycle,
      sessionValidator: parts.sessionValidator, sessionIssuer: parts.sessionIssuer)
    secondFactors = SecondFactorService(
      store: parts.store, settings: parts.settings, clock: parts.clock, events: parts.events,
      mailer: parts.mailer, throttle: parts.throttle, sessionValidator: parts.sessionValidator,
      sessionIssuer: parts.sessionIssuer, secondFactorVerifier: parts.secondFactorVerifier)
    passkeys = PasskeyService(
      store: parts.store, settings: parts.settings, clock: parts.clock, logger: parts.logger,
      events: parts.events, mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens,
      throttle: parts.throttle, sessionValidator: parts.sessionValidator,
      sessionIssuer: parts.sessionIssuer, secondFactorVerifier: parts.secondFactorVerifier)
    externalSignIn = ExternalSignInService(
      store: parts.store, keys: parts.keys, settings: parts.settings, clock: parts.clock,
      logger: parts.logger, identityProviders: parts.identityProviders, events: parts.events,
      mailer: parts.mailer, throttle: parts.throttle, lifecycle: parts.lifecycle,
      sessionValidator: parts.sessionValidator, sessionIssuer: parts.sessionIssuer,
      invitationRegistry: parts.invitationRegistry)
    invitations = InvitationService(
      store: parts.store, settings: parts.settings, clock: parts.clock, events: parts.events,
      mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens, logger: parts.logger,
      sessionValidator: parts.sessionValidator, invitationRegistry: parts.invitationRegistry,
      invitationGuard: parts.invitationGuard)
    organizations = OrganizationService(
      store: parts.store, hasher: parts.hasher, clock: parts.clock, events: parts.events,
      mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens, lifecycle: parts.lifecycle,
      sessionValidator: parts.sessionValidator, sessionIssuer: parts.sessionIssuer,
      invitationRegistry: parts.invitationRegistry)
    administration = AdministrationService(
      store: parts.store, hasher: parts.hasher, clock: parts.clock, events: parts.events,
      mailer: parts.mailer, oneTimeTokens: parts.oneTimeTokens, throttle: parts.throttle,
      lifecycle: parts.lifecycle, invitationRegistry: parts.invitationRegistry)
    maintenance = MaintenanceService(
      store: parts.store, settings: parts.settings, clock: parts.clock,
      clockMonitor: parts.clockMonitor)
  }
}
