import Accounts
import Foundation

/// The path of a request as it may be logged.
///
/// No route takes a secret in its path, but a caller may have put one there, such as a whole token
/// where its id belongs.
package enum LoggedPath {
  private static let mask = "***"

  /// Replaces each segment with something that looks like an API token, an access token, or the
  /// secret of a link, a session or a refresh token by `***`, also if that was copied incompletely;
  /// ids, public SDK keys and hashes of pictures remain.
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
    guard segment.contains("%") else { return replacement(of: segment) ?? String(segment) }
    // A secret may be encoded, in parts or as a whole, more than once or incorrectly.
    var decoded = String(segment)
    for _ in 0..<3 { decoded = decoded.removingPercentEncoding ?? decoded }
    decoded = decoded.replacing("%", with: "")
    return replacement(of: decoded[...]) == nil ? String(segment) : mask
  }

  /// What is logged instead of a decoded segment; nil if it contains no secret.
  private static func replacement(of segment: Substring) -> String? {
    let parts = segment.split(separator: "_", omittingEmptySubsequences: false)
    // Also a token that was copied incompletely, or with something after it.
    if parts.count > 2, parts[0] == "fm", Secrets.isBase62(parts[1], count: 16) {
      return "fm_\(parts[1])_\(mask)"
    }
    // What follows a key's id is public, too, but only a guess.
    if let id = SDKKeyText.id(String(segment)) { return id == segment ? nil : "\(id).\(mask)" }
    if segment.contains("eyJ"), segment.contains(".") { return mask }
    return segment.unicodeScalars.split { !isLetter($0) }.contains(where: isSecret) ? mask : nil
  }

  /// Whether a word may be a secret, or most of one.
  private static func isSecret(_ word: Substring.UnicodeScalarView) -> Bool {
    guard word.count > longestID else { return false }
    let isHash = word.count == 64 && word.allSatisfy { "0"..."9" ~= $0 || "a"..."f" ~= $0 }
    guard word.count < SecretToken.length else { return !isHash }
    // Names of screens may be as long, but hardly have all of these.
    let kinds: [ClosedRange<Unicode.Scalar>] = ["0"..."9", "A"..."Z", "a"..."z"]
    return kinds.allSatisfy { kind in word.contains { kind.contains($0) } }
  }

  /// The letters of the longest id that is not secret: an SDK key's.
  private static let longestID = 22

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: false
    }
  }
}
