internal import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  /// Encodes bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Decodes a text with or without padding, because browsers send both; nil if it is invalid.
  package static func decode(_ text: String) -> [UInt8]? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let trimmed = standard.trimmingSuffix { $0 == "=" }
    let padding = String(repeating: "=", count: (4 - trimmed.utf8.count % 4) % 4)
    return Data(base64Encoded: trimmed + padding).map { Array($0) }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
    var end = endIndex
    while end > startIndex, matches(self[index(before: end)]) { end = index(before: end) }
    return String(self[..<end])
  }
}
