import Accounts
import Foundation

/// The path of a request as it may be logged.
///
/// No route takes a secret in its path, but a caller may have put one there, such as a whole token
/// where its id belongs.
package enum LoggedPath {
  private static let mask = "***"

  /// Replaces with `***` each segment that seems to contain an API token, an access token, or the
  /// secret of a link, a session or a refresh token, even if it is incomplete or split by slashes;
  /// ids and hashes of pictures remain.
  ///
  /// NB: of a secret that is split by slashes, parts of fewer than eight characters may remain.
  ///
  /// - Parameter path: The path, with percent-encoding.
  /// - Returns: The path without secrets; of an API token and of an SDK key, the id remains.
  package static func masked(_ path: String) -> String {
    // Nothing shorter is a secret.
    guard path.utf8.count > 20 else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var maskedSegments = segments.map { maskingSecret(of: $0) }
    for index in partsOfSecrets(segments) where maskedSegments[index] == segments[index] {
      maskedSegments[index] = mask
    }
    return maskedSegments.joined(separator: "/")
  }

  private static func maskingSecret(of segment: Substring) -> String {
    guard segment.contains("%") else { return replacement(of: segment) ?? String(segment) }
    return replacement(of: decoded(segment)[...]) == nil ? String(segment) : mask
  }

  /// A segment without its percent-encoding: a secret may be encoded, in parts or as a whole, more
  /// than once or incorrectly.
  private static func decoded(_ segment: Substring) -> String {
    guard segment.contains("%") else { return String(segment) }
    var decoded = String(segment)
    for _ in 0..<3 { decoded = decoded.removingPercentEncoding ?? decoded }
    return decoded.replacing("%", with: "")
  }

  /// The indices of neighboring segments that look like parts of one secret.
  private static func partsOfSecrets(_ segments: [Substring]) -> [Int] {
    let lengths = segments.map { randomLength(of: decoded($0)) }
    return lengths.indices.split { lengths[$0] == 0 }
      .filter { run in run.count > 1 && run.reduce(0) { $0 + lengths[$1] } > longestID }
      .flatMap { Array($0) }
  }

  /// The length of a segment's longest word that looks random; 0 if there is none.
  private static func randomLength(of segment: String) -> Int {
    segment.unicodeScalars.split { !isAlphanumeric($0) }.filter(looksRandom).map(\.count).max() ?? 0
  }

  /// Whether digits, capitals and small letters alternate in a word as often as in a part of a
  /// secret, and more often than in a name.
  private static func looksRandom(_ word: Substring.UnicodeScalarView) -> Bool {
    guard (8..<SecretToken.length).contains(word.count) else { return false }
    let classes = word.map { scalar in characterClasses.firstIndex { $0.contains(scalar) } }
    let changes = zip(classes, classes.dropFirst()).count { $0 != $1 }
    return 3 * changes >= word.count
  }

  /// What is logged instead of a decoded segment; nil if it contains no secret.
  private static func replacement(of segment: Substring) -> String? {
    let parts = segment.split(separator: "_", omittingEmptySubsequences: false)
    // An API token, possibly incomplete, or followed by other characters.
    if parts.count > 2, parts[0] == "fm", Secrets.isBase62(parts[1], count: 16) {
      return "fm_\(parts[1])_\(mask)"
    }
    // What follows a key's id should be the public key, but may be anything.
    if let id = SDKKeyFormat.id(String(segment)) { return id == segment ? nil : "\(id).\(mask)" }
    if segment.contains("eyJ"), segment.contains(".") { return mask }
    return segment.unicodeScalars.split { !isAlphanumeric($0) }.contains(where: looksSecret)
      ? mask : nil
  }

  /// Whether a word may be a secret, or most of one.
  private static func looksSecret(_ word: Substring.UnicodeScalarView) -> Bool {
    guard word.count > longestID else { return false }
    let isHash = word.count == 64 && word.allSatisfy { "0"..."9" ~= $0 || "a"..."f" ~= $0 }
    guard word.count < SecretToken.length else { return !isHash }
    // Names of screens may be as long, but rarely contain digits, capitals and small letters.
    return characterClasses.allSatisfy { scalars in word.contains { scalars.contains($0) } }
  }

  private static let characterClasses: [ClosedRange<Unicode.Scalar>] = [
    "0"..."9", "A"..."Z", "a"..."z",
  ]

  /// The number of characters of the longest id that is not secret: an SDK key's.
  private static let longestID = 22

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: false
    }
  }
}
