/// The paths of one-time links, in emails or from an operator: pages that the service must have
/// below its public URL.
///
/// Each gets the secret as the query parameter `link`, shows what will happen and a button, and
/// changes nothing until the button is pressed, because mail scanners open links too.
public enum AccountPaths {
  /// Verifies a new account's address; its page asks for the password.
  public static let verify = "/account/verify"
  /// Sets a new password.
  public static let reset = "/account/reset"
  /// Verifies an address that a signed-in user wants to change to.
  public static let address = "/account/address"
  /// Shows an invitation.
  public static let invitation = "/account/invitation"
  /// Reports an invitation, and blocks further ones from its organization to the address.
  public static let invitationReport = "/account/invitation/report"
  /// Creates the first owner.
  public static let setUp = "/account/set-up"
}
