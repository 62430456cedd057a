/// The parsed URL of a mail server.
///
/// Parsed by hand, because providers issue user names with an `@` and passwords with arbitrary
/// characters, and a pasted URL should either work or give a precise error.
struct SMTPURL {
  var security: SMTPSettings.Security
  var host: String
  var port: Int
  var user: String?
  var password: String?

  init(_ url: String) throws(AccountError) {
    guard let separator = url.firstRange(of: "://") else { throw Self.invalid(Self.formatHint) }
    let scheme = url[..<separator.lowerBound].lowercased()
    guard let entry = Self.schemes.first(where: { $0.scheme == scheme }) else {
      throw Self.invalid(Self.formatHint)  // NB: without the input, which may be a password
    }
    security = entry.security

    var rest = url[separator.upperBound...]
    if rest.last == "/" { rest = rest.dropLast() }
    if let at = rest.lastIndex(of: "@") {
      (user, password) = try Self.credentials(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    guard !rest.contains(where: { "/?#".contains($0) }) else {
      throw Self.invalid(
        "The mail server's URL ends with its port. A /, ? or # in the password is written %2F, "
          + "%3F or %23.")
    }
    (host, port) = try Self.hostAndPort(rest, defaultPort: entry.port)
  }

  /// Returns the URL scheme, such as `smtps`, for a security setting.
  static func scheme(_ security: SMTPSettings.Security) -> String {
    switch security {
    case .startTLS: "smtp"
    case .tls: "smtps"
    case .none: "smtp+plain"
    }
  }

  private static let schemes: [(scheme: String, security: SMTPSettings.Security, port: Int)] = [
    ("smtp", .startTLS, 587), ("smtps", .tls, 465), ("smtp+plain", .none, 25),
  ]
  private static let formatHint =
    "Write a mail server as smtp://user:password@host:587, smtps://user:password@host:465, or "
    + "smtp+plain://127.0.0.1:1025 on this machine."

  private static func invalid(_ message: String) -> AccountError {
    AccountError(.invalidInput, message)
  }

  private static func credentials(_ text: Substring) throws(AccountError) -> (String, String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw invalid("The part before the @ must be a user and a password, separated by a colon.")
    }
    guard let user = decoded(parts[0]), let password = decoded(parts[1]) else {
      throw invalid(
        "A % in the mail server's user or password is written %25; other characters can be written "
          + "as % and two hexadecimal digits.")
    }
    guard !(user + password).unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else { throw invalid("The mail server's user or password has a control character in it.") }
    return (user, password)
  }

  private static func hostAndPort(
    _ text: Substring, defaultPort: Int
  ) throws(AccountError) -> (String, Int) {
    var host = text
    var port: Substring?
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else {
        throw invalid("End the mail server's IPv6 address with ], as in [::1]:587.")
      }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else {
        throw invalid("After the ], only a colon and the port may follow.")
      }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    let isIPv6 = text.first == "["
    guard !host.isEmpty, host.utf8.allSatisfy({ isHostByte($0, isIPv6: isIPv6) }) else {
      throw invalid(
        "The mail server's host is a name such as mail.example.com, in ASCII letters, or an "
          + "address; write an IPv6 address in brackets.")
    }
    guard let port else { return (String(host), defaultPort) }
    guard let number = UInt16(port), number > 0, port.first != "+" else {
      throw invalid("The mail server's port must be a number from 1 to 65535, such as 587.")
    }
    return (String(host), Int(number))
  }

  private static func isHostByte(_ byte: UInt8, isIPv6: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."):
      true
    case UInt8(ascii: "-"): !isIPv6
    case UInt8(ascii: ":"): isIPv6
    default: false
    }
  }

  /// Decodes percent escapes; nil if one is incomplete, or the result is not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
