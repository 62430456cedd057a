import Accounts
import AccountsWeb
import Foundation
import HTTPTypes

extension SessionCookies {
  /// The cookies of logged-in users.
  static let prices = SessionCookies(session: "prices", device: "prices-device")
}

/// The site's other cookies, such as the device for notifications and what the browser has shown.
enum SiteCookies {
  static let pushDevice = "__Host-prices-push"
  static let signInBrowser = "__Host-prices-sign-in"
  static let productToTrack = "__Host-prices-product"
  static let tutorialShown = "prices-tutorial"
  static let notificationPromptShown = "prices-asked"
  /// The cookie in which the page's script stores the browser's time zone.
  static let zone = "prices-zone"
  private static let secondsPerYear = 365 * 86_400

  /// Returns the name of the browser's time zone; nil if it has stored none that is known here.
  static func timeZone(in headers: HTTPFields) -> String? {
    guard let name = SessionCookies.value(zone, in: headers),
      (1...60).contains(name.utf8.count),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }),
      TimeZone(identifier: name) != nil
    else { return nil }
    return name
  }

  /// Returns a cookie with the browser's device ID, so that the device can be detached at logout;
  /// with an empty ID, the cookie is removed.
  static func pushDeviceCookie(_ id: String) -> String {
    SessionCookies.setCookieField(pushDevice, id, maxAge: id.isEmpty ? 0 : secondsPerYear)
  }

  /// Returns a cookie with the secret to which the response of an identity provider is bound.
  static func signInCookie(_ secret: SecretToken) -> String {
    SessionCookies.setCookieField(signInBrowser, secret.string, maxAge: 600)
  }

  /// Returns a cookie with the id of the product that a guest signs in or registers to track, until
  /// they are logged in; nil removes it.
  static func productToTrackCookie(_ product: Int64?) -> String {
    SessionCookies.setCookieField(
      productToTrack, product.map { "\($0)" } ?? "", maxAge: product == nil ? 0 : 86_400)
  }

  /// Returns the id of the product that the browser's guest wants to track; nil if none.
  static func productToTrack(in headers: HTTPFields) -> Int64? {
    SessionCookies.value(productToTrack, in: headers).flatMap { Int64($0) }
  }

  /// Returns the path to show after a login: the product that the guest wanted to track, or home.
  static func pathAfterLogin(in headers: HTTPFields) -> String {
    productToTrack(in: headers).map { "/products/\($0)" } ?? "/prices"
  }

  /// Returns a cookie that records in the browser that something was shown.
  static func shownCookie(_ name: String) -> String {
    "\(name)=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=\(secondsPerYear)"
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are RFC 9110 tokens; there is no nonfailable initializer.
  /// The client's address, which the server sets, overwriting any value from the client.
  static let peer = Self("Prices-Peer") ?? .via
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .via
}
