import Accounts
import FlowCore

/// The rules for texts from clients, in one place.
enum BoundedText {
  /// Returns a text of 1 to `limit` bytes without NUL.
  ///
  /// - Throws: `malformed-body`, whose message refers to the text as `name`.
  static func check(_ text: String?, _ name: String, limit: Int) throws(Problem) -> String {
    guard let text, !text.isEmpty, text.utf8.count <= limit, !text.utf8.contains(0) else {
      throw Problem.malformedBody("\(name) must have 1 to \(limit) bytes, and no NUL.")
    }
    return text
  }

  /// Returns a label, such as the version of a build: a text of 1 to `limit` bytes without control
  /// characters and characters that reverse or hide text.
  ///
  /// Surrounding spaces are kept: apps report their builds with them, too.
  ///
  /// - Throws: `malformed-body`, whose message refers to the text as `name`.
  static func checkLabel(_ text: String?, _ name: String, limit: Int) throws(Problem) -> String {
    let label = try check(text, name, limit: limit)
    let scalars = label.unicodeScalars
    guard scalars.allSatisfy(isPlain), scalars.contains(where: isVisible) else {
      throw Problem.malformedBody(
        "\(name) must have a visible character, and none that break, reverse or hide text.")
    }
    return label
  }

  /// Returns a display name: 1 to `limit` visible characters, without surrounding whitespace.
  ///
  /// - Throws: `malformed-body`, whose message refers to the text as `name`.
  static func checkName(_ text: String, _ name: String, limit: Int) throws(Problem) -> String {
    guard let checked = try? DisplayName.checkedNonEmpty(text, limit: limit) else {
      throw Problem.malformedBody(
        "\(name) must have 1 to \(limit) visible characters, without line breaks and characters "
          + "that reverse or hide text.")
    }
    return checked
  }

  /// Returns a sentence or a label of 1 to `limit` characters on one line, at least one of which is
  /// visible.
  ///
  /// Characters that some languages need inside of words, such as joiners, are allowed.
  ///
  /// - Throws: `malformed-body`, whose message refers to the text as `name`.
  static func checkTitle(_ text: String, _ name: String, limit: Int) throws(Problem) -> String {
    let scalars = text.unicodeScalars
    guard scalars.allSatisfy(isInline), scalars.contains(where: isVisible), scalars.count <= limit
    else {
      throw Problem.malformedBody(
        "\(name) must have 1 to \(limit) characters, at least one of them visible, without control "
          + "characters and characters that reverse text.")
    }
    return text
  }

  /// Whether a character of a label is visible, a space, or a variant of the one before it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    isInline(scalar)
      && (isVisible(scalar) || scalar.properties.generalCategory == .spaceSeparator
        || scalar.properties.isVariationSelector)
  }

  /// Whether a character is visible, as far as known: also one for private use, and one of a newer
  /// version of Unicode, such as an emoji that clients may know before the server.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .spaceSeparator: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a character neither breaks the line, nor controls a terminal, nor changes the
  /// direction of text.
  fileprivate static func isInline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: return false
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension JSONView {
  /// A required text of 1 to `limit` bytes.
  func text(_ name: StaticString, limit: Int) throws -> String {
    try BoundedText.check(try requiredString(name), "`\(name)`", limit: limit)
  }

  /// A required label of 1 to `limit` bytes, without control characters and characters that reverse
  /// or hide text.
  func label(_ name: StaticString, limit: Int) throws -> String {
    try BoundedText.checkLabel(try requiredString(name), "`\(name)`", limit: limit)
  }

  /// An optional text of 1 to `limit` bytes.
  func optionalText(_ name: StaticString, limit: Int) throws -> String? {
    guard let text = try optionalString(name) else { return nil }
    return try BoundedText.check(text, "`\(name)`", limit: limit)
  }

  /// A text of 1 to `limit` bytes on one line, without characters that change its direction; nil if
  /// it is missing or invalid, for values whose errors are ignored.
  func validText(_ name: StaticString, limit: Int) -> String? {
    guard let text = self[name]?.string.flatMap({ try? BoundedText.check($0, "", limit: limit) }),
      text.unicodeScalars.allSatisfy(BoundedText.isInline)
    else { return nil }
    return text
  }
}
