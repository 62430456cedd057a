import Accounts
import Foundation

/// The path of a request as it may be logged.
///
/// No route takes a secret in its path, but a caller may have put one there, such as a whole token
/// where its id belongs.
package enum LoggedPath {
  private static let mask = "***"

  /// Replaces what looks like an API token, an access token, or the secret of a link, a session or
  /// a refresh token by `***`; ids, public SDK keys and hashes of pictures remain.
  ///
  /// - Parameter path: The path, with percent-encoding.
  /// - Returns: The path without secrets; of an API token, the id remains.
  package static func text(_ path: String) -> String {
    // Nothing shorter is a secret.
    guard path.utf8.count > 20 else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { maskingSecret(of: $0) }.joined(separator: "/")
  }

  private static func maskingSecret(of segment: Substring) -> String {
    // A secret may be encoded, in parts or as a whole.
    if segment.contains("%"), let decoded = segment.removingPercentEncoding,
      maskingWord(in: decoded[...]) != decoded
    {
      return mask
    }
    return maskingWord(in: segment)
  }

  private static func maskingWord(in segment: Substring) -> String {
    let parts = segment.split(separator: "_", omittingEmptySubsequences: false)
    // Also a token that was copied incompletely, or with something after it.
    if parts.count > 2, parts[0] == "fm", Secrets.isBase62(parts[1], count: 16) {
      return "fm_\(parts[1])_\(mask)"
    }
    let dots = segment.utf8.count { $0 == UInt8(ascii: ".") }
    if dots >= 2, segment.contains("eyJ") { return mask }
    return maskingLongWords(of: segment)
  }

  /// Replaces the words that are long enough for a secret.
  private static func maskingLongWords(of segment: Substring) -> String {
    var result = ""
    var rest = segment.unicodeScalars
    while let first = rest.first {
      let isWord = isLetter(first)
      let part = rest.prefix(while: { isLetter($0) == isWord })
      result += isWord && isSecret(part) ? mask : String(part)
      rest = rest.dropFirst(part.count)
    }
    return result
  }

  private static func isSecret(_ word: Substring.UnicodeScalarView) -> Bool {
    guard word.count >= SecretToken.length else { return false }
    let isHash = word.count == 64 && word.allSatisfy { "0"..."9" ~= $0 || "a"..."f" ~= $0 }
    return !isHash
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: false
    }
  }
}
