import Foundation
import HTTPTypes
import Hummingbird

/// A form submitted by one of the site's own pages.
struct PageForm: Sendable {
  /// The maximum size of a form in bytes.
  static let maximumBytes = 16 << 10
  private let values: [String: String]

  /// Reads a form.
  ///
  /// - Throws: `HTTPError` 413 if the form is too large.
  init(_ request: Request) async throws {
    guard let body = try? await request.body.collect(upTo: Self.maximumBytes) else {
      throw HTTPError(.contentTooLarge, message: "The form is too large.")
    }
    var values: [String: String] = [:]
    for pair in String(buffer: body).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let parts = halves.map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? ""
      }
      values[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    self.values = values
  }

  subscript(name: String) -> String { values[name] ?? "" }

  /// Whether a request was sent by one of the site's own pages, according to the browser's headers;
  /// a request without these headers must not use cookies.
  static func isFromOwnPage(_ headers: HTTPFields, origin: String) -> Bool {
    if let site = headers[.secFetchSite], site != "same-origin" { return false }
    guard let sender = headers[.origin] else { return headers[.secFetchSite] != nil }
    return sender == origin
  }
}
