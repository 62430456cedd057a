import Foundation

/// Parses and encodes the query of a URL.
package enum QueryText {
  /// The parameters by name; the last one wins.
  package static func parameters(_ query: String?) -> [String: String] {
    guard let query else { return [:] }
    var parameters: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[decoded(pair[0])] = pair.count == 2 ? decoded(pair[1]) : ""
    }
    return parameters
  }

  /// A text, percent-encoded for a query.
  package static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
