/// An address that mail can be sent to.
///
/// An address identifies an account, so two spellings of one address must be equal and two
/// addresses must not look equal. Hence only common forms are accepted: ASCII, no quoted local
/// part, a domain with a dot. Characters that can break an email's header are not allowed.
public struct EmailAddress: Sendable, Hashable {
  /// The address as entered, without surrounding spaces.
  public let text: String
  /// The key that addresses are compared by: `text` in lowercase.
  ///
  /// NB: strictly, the local part is case-sensitive; but mail providers rarely treat it so, and two
  /// accounts that differ only by case would be a mistake or an attempt to deceive.
  public let key: String

  /// The maximum length of an address in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
  public static let maximumLength = 254

  /// Parses an address.
  ///
  /// - Parameter text: The address as entered; spaces and tabs around it are ignored.
  /// - Throws: `invalid-address`.
  public init(_ text: String) throws(AccountError) {
    // Checked first, so that megabytes of input are rejected at once.
    guard text.utf8.count <= 4 * Self.maximumLength else { throw Self.invalid(Self.tooLong) }
    let bytes = Self.trimmed(Array(text.utf8))
    guard bytes.count <= Self.maximumLength else { throw Self.invalid(Self.tooLong) }
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      throw Self.invalid("it can only contain unaccented letters, digits and punctuation")
    }
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else {
      throw Self.invalid("it has no @")
    }
    guard Self.isLocalPart(bytes[..<at]) else {
      throw Self.invalid("the part before the @ is not valid")
    }
    guard Self.isDomain(bytes[(at + 1)...]) else {
      throw Self.invalid("the part after the @ is not a domain such as example.com")
    }
    self.text = String(decoding: bytes, as: UTF8.self)
    self.key = String(decoding: bytes.map(Self.lowercased), as: UTF8.self)
  }

  /// The key without a subaddress (RFC 5233), `ada@example.com` for `ada+news@example.com`: email
  /// to either usually arrives in the same mailbox.
  ///
  /// Only for limits of what one recipient gets: some servers deliver the two to different people,
  /// so it never identifies an account.
  public var mailbox: String { Self.mailbox(ofKey: key) }

  /// Returns the mailbox of an address's key, see `mailbox`.
  public static func mailbox(ofKey key: String) -> String {
    guard let at = key.lastIndex(of: "@"), let plus = key[..<at].firstIndex(of: "+"),
      plus > key.startIndex
    else { return key }
    return String(key[..<plus] + key[at...])
  }

  private static let tooLong = "it is longer than \(maximumLength) characters"

  private static func invalid(_ reason: String) -> AccountError {
    AccountError(.invalidAddress, "Check the email address: \(reason).")
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let rest = bytes.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
    return Array(rest[...last])
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// A dot-atom of RFC 5322, 3.2.3, of at most 64 bytes.
  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 64 else { return false }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomByte) }
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Two labels or more; the last has at least two characters and is not a number, which excludes
  /// IP addresses.
  private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, last.count >= 2 else { return false }
    return labels.allSatisfy(isLabel) && !last.allSatisfy(isDigit)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
      && label.last != UInt8(ascii: "-")
      && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
  }
}
