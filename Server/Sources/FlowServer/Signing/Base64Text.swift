import Foundation

/// Base64 for URLs, without padding (RFC 4648, section 5).
package enum Base64Text {
  package static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Nil unless the text is base64url.
  package static func bytes(_ text: String) -> [UInt8]? {
    guard !text.contains(where: { $0 == "+" || $0 == "/" || $0 == "=" }) else { return nil }
    let padded = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
    return Data(base64Encoded: padded + padding).map { [UInt8]($0) }
  }
}
