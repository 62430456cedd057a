public import Foundation

/// A link from an email, which the system opens in the app instead of the browser.
public struct EmailLink: Hashable, Sendable, Identifiable {
  /// What the link is for.
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// Confirms the address of a new account; requires its password.
    case verify
    /// Sets a new password.
    case reset
    /// Confirms a changed address; needs the session of the user who requested it.
    case address
  }

  /// What the link is for.
  public let purpose: Purpose
  /// The one-time token that the service verifies.
  public let token: String

  /// The token identifies the link.
  public var id: String { token }

  /// Whether the user must enter a password.
  public var asksForPassword: Bool { purpose != .address }

  /// Parses a link; nil for another URL.
  ///
  /// - Parameters:
  ///   - url: The URL that the system opens.
  ///   - server: The URL of the service; links of other origins are rejected.
  public init?(_ url: URL, from server: URL) {
    guard url.scheme == server.scheme, url.host() == server.host(), url.port == server.port,
      let purpose = Purpose.allCases.first(where: { url.path() == "/account/\($0.rawValue)" }),
      let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems,
      let token = items.first(where: { $0.name == "link" })?.value, !token.isEmpty
    else { return nil }
    (self.purpose, self.token) = (purpose, token)
  }
}
