import Foundation

/// The header fields of an email, and what they may contain.
///
/// A value with a line break is rejected, not sanitized: it is an attempt at header injection.
package enum MailField {
  /// An address for the envelope and the header: ASCII without quoted local parts, comments and
  /// address literals.
  package static func address(_ text: String) throws(MailFailure) -> String {
    let bytes = Array(text.utf8)
    let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let excluded = Set("()<>[]:;,\\\"".utf8)
    guard bytes.count <= 254, halves.count == 2, halves.allSatisfy({ !$0.isEmpty }),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) && !excluded.contains($0) })
    else { throw MailFailure(.permanent, "Emails cannot be sent to this address.") }
    return text
  }

  /// An unstructured field such as `Subject: …`: unchanged if it is short ASCII, otherwise as
  /// encoded words.
  package static func text(_ fieldName: String, _ value: String) throws(MailFailure) -> String {
    try check(value, fieldName)
    guard isPlainASCII(value), fieldName.utf8.count + 2 + value.utf8.count <= lineLength else {
      return "\(fieldName): \(encodedWords(value))"
    }
    return "\(fieldName): \(value)"
  }

  /// `From: "Name" <address>`; without a name only the address.
  package static func mailbox(
    _ fieldName: String, _ address: String, as displayName: String
  ) throws(MailFailure) -> String {
    try check(displayName, fieldName)
    let address = try Self.address(address)
    guard !displayName.isEmpty else { return "\(fieldName): <\(address)>" }
    let isQuotable =
      isPlainASCII(displayName) && !displayName.utf8.contains { "\"\\".utf8.contains($0) }
    guard isQuotable, displayName.utf8.count <= lineLength - fieldName.utf8.count - 4 else {
      return "\(fieldName): \(encodedWords(displayName))\r\n <\(address)>"
    }
    return "\(fieldName): \"\(displayName)\"\r\n <\(address)>"
  }

  /// The fields with which mail programs offer to unsubscribe: `List-Unsubscribe` (RFC 2369) and,
  /// for an https URL, `List-Unsubscribe-Post` (RFC 8058).
  package static func unsubscription(_ url: String) throws(MailFailure) -> [String] {
    let excluded = Set("<>".utf8)
    guard url.utf8.count <= 900,
      url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !excluded.contains($0) })
    else { throw MailFailure(.permanent, "The email's List-Unsubscribe is not a URL.") }
    let field = "List-Unsubscribe: <\(url)>"
    guard url.hasPrefix("https://") else { return [field] }
    return [field, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
  }

  /// Text as encoded words (RFC 2047, `B`), one on each line; a character is never split.
  package static func encodedWords(_ text: String) -> String {
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = UTF8.encode(scalar).map(Array.init) ?? []
      if let last = words.last, last.count + bytes.count > wordBytes { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  /// The maximum length of a header line with a text, so that no server breaks it (RFC 2047, 2); a
  /// line with an address may be longer.
  private static let lineLength = 76
  /// The maximum number of UTF-8 bytes in an encoded word, so that it fits into a line after a
  /// field name of up to 10 characters.
  private static let wordBytes = 39

  private static func check(_ value: String, _ fieldName: String) throws(MailFailure) {
    guard value.unicodeScalars.allSatisfy({ !isControlOrLineBreak($0) }) else {
      throw MailFailure(
        .permanent, "The email's \(fieldName) has a line break or a control character.")
    }
  }

  private static func isControlOrLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func isPlainASCII(_ value: String) -> Bool {
    value.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !value.contains("=?")
  }
}
