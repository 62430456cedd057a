import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
  /// Encodes bytes.
  public static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Decodes a text; nil unless it is base64url without padding, as `text(_:)` writes it.
  public static func bytes(_ text: String) -> [UInt8]? {
    guard !text.contains(where: { $0 == "+" || $0 == "/" || $0 == "=" }) else { return nil }
    let padded = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded + padding) else { return nil }
    // NB: bits behind the last whole byte would give one signature several spellings.
    let bytes = [UInt8](data)
    return Self.text(bytes) == text ? bytes : nil
  }
}
