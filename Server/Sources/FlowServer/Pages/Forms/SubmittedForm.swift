import Foundation
package import HTTPTypes

/// The fields of a submitted form: a bounded number, without duplicates.
package struct SubmittedForm: Sendable {
  private let values: [String: String]

  /// The size limit of a form, in bytes; a passkey's credential is the largest value.
  package static let limit = 32 << 10
  private static let maximumFields = 40

  /// Parses a form as browsers send it.
  ///
  /// - Throws: `malformed-body` for another media type, for too many fields, for invalid escapes,
  ///   for invalid UTF-8 and NUL, and for a duplicate field, because two parsers could read it
  ///   differently.
  package init(_ body: [UInt8], _ headers: HTTPFields) throws(Problem) {
    let type = headers[.contentType]?.split(separator: ";").first.map { $0.filter { $0 != " " } }
    guard type?.lowercased() == "application/x-www-form-urlencoded" else {
      throw Problem.malformedBody(
        "Send a form with the content type application/x-www-form-urlencoded.")
    }
    let pairs = body.split(separator: UInt8(ascii: "&"))
    guard pairs.count <= Self.maximumFields else {
      throw Problem.malformedBody("The form has more than \(Self.maximumFields) fields.")
    }
    var values: [String: String] = [:]
    for pair in pairs {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0])
      let value = parts.count == 2 ? try Self.decoded(parts[1]) : ""
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem.malformedBody("A field of the form occurs twice. Send each field once.")
      }
    }
    self.values = values
  }

  /// The value of a field; empty if it was not sent.
  package subscript(_ name: String) -> String { values[name] ?? "" }

  /// The value of a field; nil if it was not sent or is empty.
  package func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The values of the fields among these names that were sent.
  package func values(named names: [String]) -> [String: String] {
    values.filter { names.contains($0.key) }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) throws(Problem) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var remaining = text
    while let byte = remaining.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = remaining.popFirst().flatMap(digit),
          let low = remaining.popFirst().flatMap(digit)
        else {
          throw Problem.malformedBody("The form has a % without two hexadecimal digits after it.")
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard let text = String(bytes: bytes, encoding: .utf8), !bytes.contains(0) else {
      throw Problem.malformedBody("The form is not valid UTF-8, or contains a NUL character.")
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
