/// The settings of accounts in one service.
public struct AccountSettings: Sendable {
  /// The policy for registering accounts.
  public enum Registration: String, Sendable {
    /// Anyone may register.
    case open
    /// Only someone who was invited may register.
    case invited
  }

  /// The name of the service in emails and authenticator apps.
  public var serviceName: String
  /// The public URL, without a slash at the end: `https://flows.example.com`.
  public var publicURL: String
  /// The URL of the page on which one signs in, or says that one forgot the password, for emails.
  public var signInURL: String
  /// Whether users can set up second factors.
  public var hasSecondFactors = true
  /// Whether users and organizations can have API tokens.
  public var hasAPITokens = true
  /// The policy for registering accounts.
  public var registration: Registration
  /// Whether emails can be sent; if not, inviters see the links of their invitations, and operators
  /// create links to reset passwords.
  public var canSendMail: Bool
  /// The seconds after which a browser's session ends if it is unused.
  public var browserIdleTimeout: Int
  /// The maximum lifetime of a browser's session, in seconds.
  public var browserLifetime: Int
  /// The seconds after which an app's session ends if it is unused.
  public var appIdleTimeout: Int
  /// The maximum lifetime of an app's session, in seconds.
  public var appLifetime: Int
  /// The lifetime of an access token, in seconds.
  public var accessTokenLifetime: Int
  /// The seconds after an authentication within which a password or a factor may be changed.
  public var maximumAuthenticationAge: Int
  /// The seconds after an authentication within which frequent sensitive actions, such as
  /// publishing, are allowed.
  public var maximumAuthenticationAgeToPublish: Int
  /// Whether users must have a second factor; a session without one can then only set one up.
  public var requiresSecondFactor: Bool
  /// The limits of one user and one organization.
  public var limits: AccountLimits

  /// Creates settings; the times are 8 hours and 30 days for browsers, 60 days and a year for apps,
  /// 10 minutes for access tokens, 15 minutes for a recent authentication, 12 hours to publish.
  public init(
    serviceName: String, publicURL: String, registration: Registration = .invited,
    canSendMail: Bool = false, browserIdleTimeout: Int = 8 * 3600,
    browserLifetime: Int = 30 * 86400, appIdleTimeout: Int = 60 * 86400,
    appLifetime: Int = 365 * 86400, accessTokenLifetime: Int = 600,
    maximumAuthenticationAge: Int = 900,
    maximumAuthenticationAgeToPublish: Int = 12 * 3600, requiresSecondFactor: Bool = false,
    limits: AccountLimits = AccountLimits()
  ) {
    self.serviceName = serviceName
    self.publicURL = publicURL
    signInURL = publicURL
    self.registration = registration
    self.canSendMail = canSendMail
    self.browserIdleTimeout = browserIdleTimeout
    self.browserLifetime = browserLifetime
    self.appIdleTimeout = appIdleTimeout
    self.appLifetime = appLifetime
    self.accessTokenLifetime = accessTokenLifetime
    self.maximumAuthenticationAge = maximumAuthenticationAge
    self.maximumAuthenticationAgeToPublish = maximumAuthenticationAgeToPublish
    self.requiresSecondFactor = requiresSecondFactor
    self.limits = limits
  }
}
