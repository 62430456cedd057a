/// The name of a user or an organization as others, e-mails and logs show it.
public enum DisplayName {
  /// The most characters.
  public static let longest = 100

  /// The name without spaces around it.
  ///
  /// - Throws: `.invalidInput` if it is too long, or has characters that turn, hide or break text.
  public static func checked(_ text: String) throws(AccountError) -> String {
    let name = trimmed(text)
    guard name.utf8.count <= longest * 4, name.count <= longest else {
      throw AccountError(.invalidInput, "A name can have at most \(longest) characters.")
    }
    guard name.unicodeScalars.allSatisfy(isPlain) else {
      throw AccountError(
        .invalidInput, "A name cannot contain line breaks or invisible characters.")
    }
    return name
  }

  /// A name from an identity provider, reduced to what is allowed.
  static func cleaned(_ text: String?) -> String {
    guard let text else { return "" }
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1000).filter(isPlain)))
    return trimmed(String(trimmed(plain).prefix(longest)))
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
    default: true
    }
  }
}
