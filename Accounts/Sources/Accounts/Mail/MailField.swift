import Foundation

/// The header fields of an email, and what they may contain.
///
/// A value that could start a new line is rejected, never cleaned up: a line break in a value is an
/// attempt at header injection.
package enum MailField {
  /// An address for the envelope and the header (a subset of RFC 5321's grammar: no quoted local
  /// parts, no comments, no address literals).
  package static func address(_ text: String) throws(MailFailure) -> String {
    let bytes = Array(text.utf8)
    let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let refused = Set("()<>[]:;,\\\"".utf8)
    guard bytes.count <= 254, halves.count == 2, halves.allSatisfy({ !$0.isEmpty }),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) && !refused.contains($0) })
    else { throw MailFailure(.permanent, "Emails cannot be sent to this address.") }
    return text
  }

  /// An unstructured field such as `Subject: …`: unchanged if it is short ASCII, otherwise as
  /// encoded words.
  package static func text(_ name: String, _ value: String) throws(MailFailure) -> String {
    try check(value, name)
    guard isPlain(value), name.utf8.count + 2 + value.utf8.count <= lineLength else {
      return "\(name): \(encodedWords(value))"
    }
    return "\(name): \(value)"
  }

  /// `From: "Name" <address>`; without a name only the address.
  package static func mailbox(_ name: String, _ address: String, as phrase: String)
    throws(MailFailure)
    -> String
  {
    try check(phrase, name)
    let address = try Self.address(address)
    guard !phrase.isEmpty else { return "\(name): <\(address)>" }
    let isQuotable = isPlain(phrase) && !phrase.utf8.contains { "\"\\".utf8.contains($0) }
    guard isQuotable, phrase.utf8.count <= lineLength - name.utf8.count - 4 else {
      return "\(name): \(encodedWords(phrase))\r\n <\(address)>"
    }
    return "\(name): \"\(phrase)\"\r\n <\(address)>"
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

  /// The maximum length of a header line, so that no server breaks it (RFC 2047, 2).
  private static let lineLength = 76
  /// The bytes of an encoded word that fit after a name of up to 10 characters.
  private static let wordBytes = 39

  private static func check(_ value: String, _ name: String) throws(MailFailure) {
    guard value.unicodeScalars.allSatisfy({ !isBreaking($0) }) else {
      throw MailFailure(.permanent, "The mail's \(name) has a line end or a control character.")
    }
  }

  private static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !value.contains("=?")
  }
}
