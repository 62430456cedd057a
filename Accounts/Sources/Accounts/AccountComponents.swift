import Logging

/// The dependencies shared by the services, each created once.
struct AccountComponents: Sendable {
  let store: any AccountStore
  let keys: AccountKeyring
  let hasher: PasswordHasher
  let identityProviders: IdentityProviderClient
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let clockMonitor: ClockMonitor
  let logger: Logger
  let outboxSignal: OutboxSignal
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let knownDevices: KnownDevices
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let invitationRegistry: InvitationRegistry
  let invitationGuard: InvitationGuard
  let lifecycle: AccountLifecycle
  let passwordAuthenticator: PasswordAuthenticator
  let secondFactorVerifier: SecondFactorVerifier

  init(
    store: any AccountStore, keys: AccountKeyring, hasher: PasswordHasher,
    identityProviders: IdentityProviderClient, settings: AccountSettings,
    clock: @escaping @Sendable () -> Int, clockMonitor: ClockMonitor,
    logger: Logger, outboxSignal: OutboxSignal
  ) {
    var settings = settings
    settings.identityProviderNames = identityProviders.providers.map(\.name)
    self.store = store
    self.keys = keys
    self.hasher = hasher
    self.identityProviders = identityProviders
    self.settings = settings
    self.clock = clock
    self.clockMonitor = clockMonitor
    self.logger = logger
    self.outboxSignal = outboxSignal
    events = SecurityEventLog(
      clock: clock)
    mailer = AccountMailer(
      settings: settings, keys: keys, clock: clock, outboxSignal: outboxSignal)
    oneTimeTokens = OneTimeTokens(
      store: store, settings: settings, clock: clock)
    throttle = Throttle(
      keys: keys, clock: clock)
    knownDevices = KnownDevices(
      clock: clock)
    sessionValidator = SessionValidator(
      settings: settings, clock: clock)
    sessionIssuer = SessionIssuer(
      store: store, keys: keys, settings: settings, clock: clock, events: events,
      knownDevices: knownDevices, mailer: mailer)
    invitationRegistry = InvitationRegistry(
      clock: clock, events: events, limits: settings.limits)
    invitationGuard = InvitationGuard(
      keys: keys, limits: settings.limits, clock: clock)
    lifecycle = AccountLifecycle(
      store: store, settings: settings, clock: clock, events: events, mailer: mailer,
      oneTimeTokens: oneTimeTokens, throttle: throttle, invitationRegistry: invitationRegistry)
    passwordAuthenticator = PasswordAuthenticator(
      store: store, hasher: hasher, events: events, mailer: mailer, throttle: throttle,
      knownDevices: knownDevices,
      reauthenticationAttempts: ReauthenticationAttempts(
        events: events, mailer: mailer, knownDevices: knownDevices))
    secondFactorVerifier = SecondFactorVerifier(
      store: store, keys: keys, clock: clock, events: events, mailer: mailer,
      oneTimeTokens: oneTimeTokens, throttle: throttle, knownDevices: knownDevices,
      sessionIssuer: sessionIssuer)
  }
}
