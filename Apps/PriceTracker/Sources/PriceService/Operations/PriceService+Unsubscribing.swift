internal import Accounts
internal import PriceStore

extension PriceService {
  /// The path of the page that turns off a user's emails; its query has the link's token.
  package static let unsubscribePath = "/unsubscribe"

  /// Returns the URL that turns off a user's emails about products, without signing in.
  ///
  /// It does not expire, and gives access to nothing else: whoever has an old or forwarded email
  /// can at most turn them off.
  package func unsubscribeURL(of user: String) throws -> String {
    let token = try accounts.keys.token(sealing: user, for: Self.purpose)
    return "\(settings.publicURL)\(Self.unsubscribePath)?token=\(token)"
  }

  /// Whether a token is that of a link of ``unsubscribeURL(of:)``.
  package func isUnsubscribeToken(_ token: String) -> Bool { user(of: token) != nil }

  /// Turns off the emails about products of a link's user.
  ///
  /// - Parameter token: The link's token.
  /// - Returns: Whether the emails were on; nil if the token is invalid.
  /// - Throws: Errors of the store.
  package func unsubscribe(_ token: String) async throws -> Bool? {
    guard let user = user(of: token) else { return nil }
    guard try await store.profile(user)?.sendsEmail == true else { return false }
    _ = try await store.updateProfile(user, at: clock()) { $0.sendsEmail = false }
    return true
  }

  private static let purpose = "unsubscribe"

  /// Returns the id of the user of a link's token; nil if the token is invalid.
  private func user(of token: String) -> String? {
    accounts.keys.text(ofToken: token, for: Self.purpose)
  }
}
