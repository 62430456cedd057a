import Accounts
import FlowCore

/// How to purge the cache in front of the server after a release.
package struct PurgeSettings: Sendable {
  /// An error about invalid settings.
  package struct Failure: Error {
    package let message: String
  }

  /// The URL of the request; with placeholders, one request for each release.
  package let url: String
  package let method: String
  package let headers: [String: String]
  /// The server's public URL, which begins the URLs of releases in the cache.
  private let publicURL: String

  /// Validates the settings.
  ///
  /// - Throws: `Failure`, whose message contains no header value.
  package init(
    url: String, method: String? = nil, headers lines: [String] = [], publicURL: String
  ) throws(Failure) {
    self.url = url
    self.publicURL = publicURL
    let isBatched = !url.contains("{")
    self.method = method ?? (isBatched ? "POST" : "PURGE")
    headers = try Self.headers(lines)
    try Self.check(url, self.method)
  }

  private static func check(_ url: String, _ method: String) throws(Failure) {
    var remainder = url
    for placeholder in ["{path}", "{host}", "{url}"] {
      remainder = remainder.replacing(placeholder, with: "")
    }
    let isHTTP = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
    guard isHTTP, !authority.isEmpty, !authority.contains("@"),
      remainder.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"{}#".utf8.contains($0) })
    else {
      throw Failure(
        message: "--purge-url must be an http:// or https:// URL without a user, such as "
          + "http://127.0.0.1:6081{path}; the placeholders are {path}, {host} and {url}.")
    }
    guard (1...24).contains(method.utf8.count),
      method.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") })
    else {
      throw Failure(message: "--purge-method must be a method in capital letters, such as PURGE.")
    }
  }

  /// Parses lines such as `Name: value`.
  ///
  /// NB: no value appears in an error, because it may be a secret.
  private static func headers(_ lines: [String]) throws(Failure) -> [String: String] {
    var headers: [String: String] = [:]
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let name = line.prefix { $0 != ":" }
      let value = line.dropFirst(name.count + 1).drop { $0 == " " }
      let isReserved = ["host", "content-length", "connection"].contains(name.lowercased())
      guard name.count < line.count, !name.isEmpty, !value.isEmpty, !isReserved,
        name.utf8.allSatisfy(TokenCharacters.contains),
        value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else {
        throw Failure(
          message: "--purge-headers-file: line \(index + 1) is not an allowed header; write Name: "
            + "value, as in Fastly-Key: ….")
      }
      headers[String(name)] = String(value)
    }
    return headers
  }

  /// The URL for the log, without its query, which may contain a secret.
  package var loggedURL: String { String(url.prefix { $0 != "?" }) }

  /// Whether one request purges several releases, whose URLs its body lists.
  var isBatched: Bool { !url.contains("{") }

  /// The request that purges these paths, or only the first one if ``isBatched`` is false.
  func request(for paths: [String]) -> FetchRequest {
    guard isBatched else { return request(for: paths.first ?? "") }
    let list: JSON = ["files": .array(paths.map { .string(publicURL + $0) })]
    var headers = headers
    headers["Content-Type"] = "application/json"
    return FetchRequest(
      url: url, method: method, body: list.utf8(.compact), headers: headers, limit: Self.limit)
  }

  private func request(for path: String) -> FetchRequest {
    let host = publicURL.drop { $0 != ":" }.dropFirst(3)
    let url = self.url.replacing("{url}", with: QueryString.percentEncoded(publicURL + path))
      .replacing("{host}", with: host).replacing("{path}", with: path)
    return FetchRequest(url: url, method: method, headers: headers, limit: Self.limit)
  }

  /// The maximum number of bytes read of a response, which is ignored.
  private static let limit = 256 << 10
}
