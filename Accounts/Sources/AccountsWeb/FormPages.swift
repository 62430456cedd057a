internal import Foundation
public import HTTPTypes

/// Forms of a site's own pages, and the requests that send them.
public enum FormPages {
  /// The maximum length of a form without files, in bytes.
  public static let maximumBytes = 16 << 10

  /// The headers of an HTML page with forms, pictures and styles of its site, and no script.
  ///
  /// Its URL, which may contain a link's secret, is not sent to other sites.
  public static let headers: HTTPFields = {
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy:
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
        + " base-uri 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
    return headers
  }()

  /// Returns the fields of a body in `application/x-www-form-urlencoded`; of several with one name,
  /// the last.
  public static func fields(of body: String) -> [String: String] {
    var values: [String: String] = [:]
    for pair in body.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let parts = halves.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      values[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    return values
  }

  /// Whether a request was sent by one of the site's own pages, according to the browser's headers.
  ///
  /// A request without these headers must not use cookies.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - origin: The site's public origin, such as `https://yoga.example.com`.
  /// - Returns: False for another site, and for a request that is not known to come from this one.
  public static func isSameOrigin(_ headers: HTTPFields, origin: String) -> Bool {
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] }
    if let site, site != "same-origin" { return false }
    guard let sender = headers[.origin] else { return site != nil }
    return sender == origin
  }
}
