internal import Accounts
internal import Foundation
internal import PriceStore

extension PriceService {
  /// The path of the page that turns off a user's emails; its query has the link's token.
  package static let unsubscribePath = "/unsubscribe"

  /// Returns the URL that turns off a user's emails about products, without signing in.
  ///
  /// It does not expire, and gives access to nothing else: whoever has an old or forwarded email
  /// can at most turn them off.
  package func unsubscribeURL(of user: String) throws -> String {
    let sealed = try accounts.keys.seal(Array(user.utf8), for: Self.purpose)
    let token = Data(sealed).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
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
    let padding = String(repeating: "=", count: (4 - token.utf8.count % 4) % 4)
    let base64 = token.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let sealed = Data(base64Encoded: base64),
      let user = try? accounts.keys.open(Array(sealed), for: Self.purpose)
    else { return nil }
    return String(decoding: user, as: UTF8.self)
  }
}
