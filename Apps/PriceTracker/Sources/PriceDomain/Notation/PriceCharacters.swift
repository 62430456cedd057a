/// Normalizes the characters of prices.
enum PriceCharacters {
  /// The Arabic decimal separator, which is unambiguous.
  static let arabicPoint: Unicode.Scalar = "\u{66B}"

  /// The text with ASCII digits, one kind of space, apostrophe and dash, and no invisible
  /// characters.
  static func normalized(_ text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if let digit = digit(scalar) {
        result.append(digit)
      } else if let other = replacements[scalar] {
        result.append(other)
      } else if isSpace(scalar) {
        result.append(" ")
      } else if !isInvisible(scalar) {
        result.append(scalar)
      }
    }
    return result
  }

  private static let replacements: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2019}": "'", "\u{2BC}": "'", "\u{2032}": "'", "\u{B4}": "'", "`": "'", "\u{2018}": "'",
    "\u{66C}": "'", "\u{FF0E}": ".", "\u{FF0C}": ",", "\u{FFE5}": "¥", "\u{FF04}": "$",
    "\u{FFE1}": "£", "\u{FFE6}": "₩", "\u{2212}": "-", "\u{2010}": "-", "\u{2011}": "-",
    "\u{2012}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{FF0D}": "-", "\u{66A}": "%",
    "\u{FF05}": "%",
  ]

  /// Digits of the scripts that stores use for prices.
  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    for zero: UInt32 in [0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xFF10]
    where (zero..<zero + 10).contains(scalar.value) {
      return Unicode.Scalar(0x30 + scalar.value - zero)
    }
    return nil
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069,
      0xFEFF:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  var isPriceDigit: Bool { ("0"..."9").contains(self) }
}
