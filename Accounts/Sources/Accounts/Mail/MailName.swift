/// Sanitizes user-chosen names for emails: short, on one line, and without anything that an email
/// program turns into a link, because the service's emails must not link to an attacker's page.
enum MailName {
  /// The maximum length of a name in an email, in characters.
  static let maximumLength = 60

  /// The name without links: `evil.com` becomes `evil·com`, `https://` becomes `https: /`, and a
  /// possible telephone number becomes `…`.
  static func sanitized(_ value: String) -> String {
    let start = String(String.UnicodeScalarView(value.unicodeScalars.prefix(maximumLength * 8)))
    let line = EmailContent.oneLine(start, limit: maximumLength * 4)
    return EmailContent.oneLine(withoutNumbers(withoutLinks(line)), limit: maximumLength)
  }

  /// An email address unchanged, because its reader has to recognize it, unless it looks like the
  /// address of a page; any other text as a name.
  static func sanitizedActor(_ name: String) -> String {
    guard let address = try? EmailAddress(name), hasPlainLocalPart(address) else {
      return sanitized(name)
    }
    return address.text
  }

  /// Whether the local part cannot be mistaken for the address of a page.
  private static func hasPlainLocalPart(_ address: EmailAddress) -> Bool {
    guard let at = address.key.lastIndex(of: "@"), !address.key.hasPrefix("www.") else {
      return false
    }
    return address.key[..<at].utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._+-".utf8.contains(byte)
    }
  }

  /// Breaks up domains, schemes, and the beginnings of network paths.
  private static func withoutLinks(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let previous = index > 0 ? scalars[index - 1] : " "
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case _ where isDot(scalar) && previous != " " && isWordPart(next): result.append("·")
      case ":" where previous.properties.isAlphabetic && next != " ":
        result.append(contentsOf: ": ".unicodeScalars)
      case "/", "\\":
        if result.last != "/" { result.append("/") }
      // Our quotation marks delimit user input, so it must not contain them.
      case "“", "”", "„", "‟": result.append("'")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The full stop, and characters that browsers treat as one in a domain (UTS 46).
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    [".", "\u{2024}", "\u{3002}", "\u{FE52}", "\u{FF0E}", "\u{FF61}"].contains(scalar)
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isDigit(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  /// Replaces runs of seven digits or more, which phones offer to call, by `…`.
  private static func withoutNumbers(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var run = String.UnicodeScalarView()
    var digits = 0
    func flushRun() {
      if digits >= 7 {
        result.append(contentsOf: "… ".unicodeScalars)
      } else {
        result.append(contentsOf: run)
      }
      run = String.UnicodeScalarView()
      digits = 0
    }
    for scalar in text.unicodeScalars {
      if isDigit(scalar) {
        digits += 1
        run.append(scalar)
      } else if digits > 0, "+-()./· ".unicodeScalars.contains(scalar) {
        run.append(scalar)
      } else {
        flushRun()
        result.append(scalar)
      }
    }
    flushRun()
    return String(result)
  }
}
