import FlowCore

/// Text of strangers in the lines of the log.
///
/// A terminal, an editor or a program that reads the log may end a line at U+0085 or U+2028, too,
/// take U+009B for the start of an escape sequence, and turn the text behind U+202E around.
enum LogText {
  /// The text of a JSON document, with what controls or hides text as `\u` escapes.
  ///
  /// Outside of its strings such a document has no such character.
  static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isHidden) else { return json }
    var text = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if isHidden(scalar) {
        for unit in String(scalar).utf16 { text.append(contentsOf: escape(unit)) }
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// A value as it is if it is one plain word, otherwise as a JSON string.
  static func word(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }
    return isWord && !text.isEmpty ? text : escaped(JSON.string(text).text(.compact))
  }

  /// A message, in which `U+FFFD` stands for what would control or hide text.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? "\u{FFFD}" : $0 }))
  }

  /// Whether a character controls where or how others are shown, or is not seen itself.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func escape(_ unit: UInt16) -> String.UnicodeScalarView {
    let digits = String(unit, radix: 16)
    return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
  }
}
