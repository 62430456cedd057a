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
  /// The path of the page on which users sign in or ask for a password reset, for emails.
  public var signInPath = ""
  /// What emails can refer to.
  public var features: Features = [.secondFactors, .apiTokens, .securityPage]
  /// The names of the identity providers with which users can sign in, for emails;
  /// ``AccountServices`` sets them.
  var identityProviderNames: [String] = []
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

  /// The URL of the page on which users sign in or ask for a password reset.
  public var signInURL: String { publicURL + signInPath }

  /// Features of a service that not every service has.
  public struct Features: OptionSet, Sendable {
    /// The features as bits.
    public let rawValue: Int

    /// Creates the features with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Users can set up second factors.
    public static let secondFactors = Features(rawValue: 1)
    /// Users and organizations can have API tokens.
    public static let apiTokens = Features(rawValue: 2)
    /// A page lists the user's sessions and linked accounts.
    public static let securityPage = Features(rawValue: 4)
  }
}
