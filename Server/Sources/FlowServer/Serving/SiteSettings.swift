package import Accounts

/// How a server stands among people: where they reach it, who may come, and how it writes to them.
package struct SiteSettings: Sendable {
  /// Whether the server is for work or for trying out.
  package enum Mode: String, Sendable {
    case production
    /// Sample people with known passwords may sign in.
    case development
  }

  /// Where people reach it, without a slash at the end.
  package var publicURL: String
  /// Who may make an account.
  package var registration: AccountSettings.Registration
  /// Whether people need a second factor.
  package var requiresSecondFactor: Bool
  /// Who takes our mails; nil if none are sent.
  package var mail: SMTPSettings?
  /// How many of our own proxies stand in front.
  package var trustedProxies: Int
  package var mode: Mode
  /// A folder with the portal's files, in place of those in the program.
  package var portal: String?
  /// Other services that people may sign in with.
  package var providers: [IdentityProvider]

  package init(
    publicURL: String, registration: AccountSettings.Registration = .invited,
    requiresSecondFactor: Bool = false, mail: SMTPSettings? = nil, trustedProxies: Int = 0,
    mode: Mode = .development, portal: String? = nil, providers: [IdentityProvider] = []
  ) {
    self.publicURL = publicURL
    self.registration = registration
    self.requiresSecondFactor = requiresSecondFactor
    self.mail = mail
    self.trustedProxies = trustedProxies
    self.mode = mode
    self.portal = portal
    self.providers = providers
  }

  /// What the accounts need to know of it.
  package var accounts: AccountSettings {
    AccountSettings(
      serviceName: "FlowMagic", publicURL: publicURL, registration: registration,
      canSendMail: mail != nil, requiresSecondFactor: requiresSecondFactor)
  }
}
