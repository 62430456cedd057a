internal import Foundation

/// Bytes as hexadecimal, Base64 and Base64url text.
package enum ByteEncoding {
  /// Two lowercase hexadecimal digits for each byte.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes lowercase hexadecimal text; nil for any other text.
  package static func bytes(hex: String) -> [UInt8]? {
    let digits = hex.utf8.map { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Base64 without padding, as in the PHC string format.
  package static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().filter { $0 != "=" }
  }

  /// Decodes `base64`; nil for anything but the canonical encoding.
  package static func bytes(base64 text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding) else { return nil }
    let bytes = Array(data)
    return base64(bytes) == text ? bytes : nil
  }

  /// Base64 with the URL-safe alphabet and no padding (RFC 4648, section 5).
  package static func base64URL(_ bytes: [UInt8]) -> String {
    let letters = base64(bytes).utf8.map { letter -> UInt8 in
      switch letter {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: letter
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Decodes `base64URL`; nil for anything but the canonical encoding.
  package static func bytes(base64URL text: String) -> [UInt8]? {
    var letters: [UInt8] = []
    for letter in text.utf8 {
      switch letter {
      case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
      case UInt8(ascii: "-"): letters.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): letters.append(UInt8(ascii: "/"))
      default: letters.append(letter)
      }
    }
    return bytes(base64: String(decoding: letters, as: UTF8.self))
  }
}
