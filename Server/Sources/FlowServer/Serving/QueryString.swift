import Foundation

/// Parses and encodes the query of a URL.
package enum QueryString {
  /// The parameters by name; the last one wins.
  package static func parameters(_ query: String?) -> [String: String] {
    Dictionary(pairs(query)) { $1 }
  }

  /// The names that occur more than once.
  package static func repeatedNames(_ query: String?) -> Set<String> {
    var names: Set<String> = []
    return Set(pairs(query).map(\.0).filter { !names.insert($0).inserted })
  }

  private static func pairs(_ query: String?) -> [(String, String)] {
    (query ?? "").split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (percentDecoded(pair[0]), pair.count == 2 ? percentDecoded(pair[1]) : "")
    }
  }

  /// A text, percent-encoded for a query.
  package static func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The unreserved characters of RFC 3986.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func percentDecoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
