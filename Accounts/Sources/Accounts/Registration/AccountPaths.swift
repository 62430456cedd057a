/// Where the links in mails lead: pages that the service must have below its public URL.
///
/// Each gets the secret as the query's `link`, shows what will happen and a button, and changes
/// nothing before the button is pressed, because mail scanners open links too.
public enum AccountPaths {
  /// Verifies a new account's address; its page asks for the password.
  public static let verify = "/account/verify"
  /// Sets a new password.
  public static let reset = "/account/reset"
  /// Verifies an address that a signed-in person wants to change to.
  public static let address = "/account/address"
  /// Shows an invitation.
  public static let invitation = "/account/invitation"
  /// Makes the first owner.
  public static let setUp = "/account/set-up"
}

extension Accounts {
  /// The address that a mail holds.
  func link(_ path: String, _ secret: SecretText) -> String {
    settings.publicURL + path + "?link=" + secret.text
  }

  /// The seconds that links work.
  enum LinkLifetime {
    static let verify = 86_400
    static let reset = 30 * 60
    static let setUp = 86_400
    static let invitation = 7 * 86_400
    static let secondFactor = 10 * 60
  }

  /// The link with this secret, if it is for this purpose and still works.
  func valid(
    _ link: String, for purpose: OneTimeLink.Purpose, in reader: any AccountReader, at now: Int
  ) throws -> OneTimeLink? {
    guard let secret = SecretText(link), let found = try reader.link(secret.hash),
      found.purpose == purpose, found.expires > now
    else { return nil }
    return found
  }
}
