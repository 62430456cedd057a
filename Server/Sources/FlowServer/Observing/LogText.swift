import FlowCore

/// Escaping of untrusted text in log lines and in messages for the operator.
///
/// Terminals, editors and programs that read the log may also break lines at U+0085 or U+2028, take
/// U+009B as the start of an escape sequence, and reverse the text after U+202E.
package enum LogText {
  /// A JSON document with control characters and invisible ones replaced by `\u` escapes.
  ///
  /// Outside of strings, a JSON document contains no such character.
  static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isHidden) else { return json }
    var text = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if isHidden(scalar) {
        for unit in String(scalar).utf16 { text.append(contentsOf: escapeSequence(of: unit)) }
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The value unquoted if it is a plain word; otherwise as a JSON string.
  static func quotedIfNeeded(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }
    return isWord && !text.isEmpty ? text : escaped(JSON.string(text).text(.compact))
  }

  /// A message with control characters and invisible ones replaced by U+FFFD.
  package static func sanitized(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? "\u{FFFD}" : $0 }))
  }

  /// Whether a character is invisible, or affects how other characters are shown.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func escapeSequence(of unit: UInt16) -> String.UnicodeScalarView {
    let digits = String(unit, radix: 16)
    return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
  }
}
