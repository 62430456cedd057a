package import Accounts

/// The settings of one installation, such as its URL, who may register, and how it sends email.
package struct SiteSettings: Sendable {
  /// Whether the server is for production or for development.
  package enum Mode: String, Sendable {
    case production
    /// For development: the sample users may sign in.
    case development
  }

  /// The public URL, without a trailing slash.
  package var publicURL: String
  /// The policy for registering accounts.
  package var registration: AccountSettings.Registration
  /// Whether every user needs a second factor.
  package var requiresSecondFactor: Bool
  /// The number of hours after a sign-in during which publishing to a protected environment needs
  /// no new one.
  package var publishSignInHours: Int
  /// The mail server; nil if no email can be sent.
  package var mail: SMTPSettings?
  /// Whether emails are queued although the mail server is not known, as by a command on the store.
  package var queuesMail = false
  /// The number of our own proxies in front of the server.
  package var trustedProxies: Int
  package var mode: Mode
  /// A folder with the portal's files, instead of those in the binary.
  package var portal: String?
  /// The Git repository from which apps add FlowMagic, as the portal shows it to developers; nil if
  /// not configured.
  package var packageURL: String?
  /// The identity providers that users may sign in with.
  package var providers: [IdentityProvider]
  /// The limits for users and organizations.
  package var limits = AccountLimits()
  /// The limits and retention of apps' events.
  package var intake = IntakeLimits()
  /// The origins of web pages that may use SDK keys.
  package var origins = AllowedOrigins.all
  /// The policy for the ids of new applications.
  package var applicationIDs = ApplicationIDPolicy.chosen

  package init(
    publicURL: String, registration: AccountSettings.Registration = .invited,
    requiresSecondFactor: Bool = false, publishSignInHours: Int = 12, mail: SMTPSettings? = nil,
    trustedProxies: Int = 0,
    mode: Mode = .development, portal: String? = nil, providers: [IdentityProvider] = []
  ) {
    self.publicURL = publicURL
    self.registration = registration
    self.requiresSecondFactor = requiresSecondFactor
    self.publishSignInHours = publishSignInHours
    self.mail = mail
    self.trustedProxies = trustedProxies
    self.mode = mode
    self.portal = portal
    self.providers = providers
  }

  /// The settings of the account services.
  package var accounts: AccountSettings {
    AccountSettings(
      serviceName: "FlowMagic", publicURL: publicURL, registration: registration,
      canSendMail: mail != nil || queuesMail,
      maximumAuthenticationAgeToPublish: publishSignInHours * 3600,
      requiresSecondFactor: requiresSecondFactor, limits: limits)
  }
}
