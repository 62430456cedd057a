/// The mail server, and the sender of the service's emails.
///
/// Descriptions of these settings contain neither user nor password.
public struct SMTPSettings: Sendable {
  /// The encryption of the connection.
  public enum Security: Sendable {
    /// Upgraded with STARTTLS before a password or an email is sent; a server without it is
    /// rejected.
    case startTLS
    /// Encrypted from the first byte.
    case tls
    /// Unencrypted, allowed for this machine only.
    case none
  }

  /// The server's name or address, without brackets.
  public let host: String
  /// The server's port.
  public let port: Int
  /// The encryption of the connection.
  public let security: Security
  /// The user name for the server, or nil if it needs none.
  public let user: String?
  /// The password for the server, or nil if it needs none.
  public let password: String?
  /// The address that emails come from.
  public let from: String
  /// The name that users see beside it.
  public let fromName: String
  /// The path of a file of certificates to trust instead of the system's; nil for the system's.
  public let caFile: String?
  /// The time limit for sending one email, including connecting.
  public let timeLimit: Duration

  /// Parses settings from their textual form.
  ///
  /// - Parameters:
  ///   - url: `smtp://user:password@host:587` (STARTTLS; 587 if no port is named),
  ///     `smtps://user:password@host:465` (TLS; 465), or `smtp+plain://127.0.0.1:1025` (neither,
  ///     for a server on this machine; 25).
  ///   - from: The address that emails come from.
  ///   - fromName: The name that users see beside it.
  ///   - caFile: A file of certificates to trust instead of the system's.
  ///   - timeLimit: The time limit for sending one email; at least a tenth of a second.
  /// - Throws: `AccountError(.invalidInput)` with a sentence that says what is wrong and never
  ///   shows the password.
  public init(
    url: String, from: String, fromName: String, caFile: String? = nil,
    timeLimit: Duration = .seconds(60)
  ) throws(AccountError) {
    let parsed = try SMTPURL(url)
    guard parsed.security != .none || Self.isLoopback(parsed.host) else {
      throw AccountError(
        .invalidInput,
        "smtp+plain:// sends emails unencrypted and is only for a server on this machine, such as "
          + "127.0.0.1; for \(parsed.host) write smtp:// or smtps://.")
    }
    do {
      _ = try MailField.mailbox("From", from, as: fromName)
    } catch {
      throw AccountError(
        .invalidInput,
        "Emails cannot come from \(EmailContent.oneLine(from)); write an address such as "
          + "flows@example.com, and a name on one line.")
    }
    guard timeLimit >= .milliseconds(100) else {
      throw AccountError(.invalidInput, "The time limit for an email must be at least 0.1 seconds.")
    }
    host = parsed.host
    port = parsed.port
    security = parsed.security
    user = parsed.user
    password = parsed.password
    self.from = from
    self.fromName = fromName
    self.caFile = caFile
    self.timeLimit = timeLimit
  }

  /// The server's URL without secrets, for display and logs: `smtp://mail.example.com:587`.
  public var displayURL: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return "\(SMTPURL.scheme(security))://\(name):\(port)"
  }

  /// Whether a host is this machine: `localhost`, `::1`, or an IPv4 address that begins with 127.
  static func isLoopback(_ host: String) -> Bool {
    if host == "::1" || host.lowercased() == "localhost" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { number in
        number.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(number) != nil
      }
  }
}

extension SMTPSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The server, without a secret.
  public var description: String { "\(displayURL) from \(from)" }
  /// The server, without a secret.
  public var debugDescription: String { description }
  /// The server, without a secret.
  public var customMirror: Mirror { Mirror(self, children: ["server": displayURL, "from": from]) }
}
