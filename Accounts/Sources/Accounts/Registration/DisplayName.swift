/// Validates names of users, organizations, applications, tokens and keys, which others, emails and
/// logs show.
public enum DisplayName {
  /// The maximum length of the names of users and organizations, in characters.
  public static let maximumLength = 100

  /// Returns the name without surrounding spaces.
  ///
  /// - Throws: `.invalidInput` if it has more than `limit` characters or more than four bytes for
  ///   each of these, contains characters that reverse, hide or break text, or is not empty but has
  ///   no visible character.
  public static func checked(
    _ text: String, limit: Int = maximumLength
  ) throws(AccountError) -> String {
    let name = trimmed(text)
    guard name.utf8.count <= limit * 4, name.count <= limit else {
      throw AccountError(.invalidInput, "A name can have at most \(limit) characters.")
    }
    guard name.unicodeScalars.allSatisfy(isPlain), isVisible(name) else {
      throw AccountError(
        .invalidInput, "A name cannot contain line breaks or invisible characters.")
    }
    return name
  }

  /// Returns the name without surrounding spaces, where one is required.
  ///
  /// - Throws: As `checked`, and `.invalidInput` if the name is empty.
  public static func checkedNonEmpty(
    _ text: String, limit: Int = maximumLength
  ) throws(AccountError) -> String {
    let name = try checked(text, limit: limit)
    guard !name.isEmpty else { throw AccountError(.invalidInput, "A name cannot be empty.") }
    return name
  }

  /// A name from an identity provider, reduced to the allowed characters.
  static func sanitized(_ text: String?) -> String {
    guard let text else { return "" }
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1000).filter(isPlain)))
    let name = trimmed(String(trimmed(plain).prefix(maximumLength)))
    return isVisible(name) ? name : ""
  }

  private static func trimmed(_ text: String) -> String {
    let body = text.drop { $0.isWhitespace }
    return String(body.reversed().drop { $0.isWhitespace }.reversed())
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    default: !isBlank(scalar) || scalar.properties.isVariationSelector
    }
  }

  /// Whether a name is empty or has a visible character.
  private static func isVisible(_ name: String) -> Bool {
    name.isEmpty
      || name.unicodeScalars.contains { !$0.properties.isWhitespace && !isBlank($0) }
  }

  /// Whether a character is invisible although it is not a space, such as the Hangul filler and the
  /// blank Braille pattern.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
  }
}
