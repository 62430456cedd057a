import FlowServer
import Foundation
import HTTPTypes
import Testing

/// Mutated form bodies: nothing may crash, and the result must equal that of a reference parser.
@Suite struct FormFuzzTests {
  private static let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
  private static let forms = [
    "token=abc&email=ada%40example.com&password=correct+horse+battery",
    "token=abc&name=Ada+L%C3%B6w&new-email=&flag&a%3Db=%26&return=%2Faccount%3Fx%3D1",
    "credential=%7B%22id%22%3A%22x%22%7D&token=t",
  ]
  private static let pieces = [
    "&", "=", "%", "+", "%00", "%zz", "%4", "%E2%80%AE", "%C3", "&&", "a=1&a=2", "token=", ";",
    "\0",
    "\u{FF}", "%25", "%26", "%3D", "%2B", "%c3%b6", "\r\n", "%0D%0A", "name=",
  ]

  /// The fields of an unambiguous form; nil for any other.
  private static func fields(_ bytes: [UInt8]) -> [String: String]? {
    var fields: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(parts[0]), let value = parts.count == 2 ? text(parts[1]) : "",
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return fields
  }

  /// The text as decoded by Foundation; nil if it is invalid or contains a NUL byte.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let escaped = bytes.map { byte in
      switch byte {
      case UInt8(ascii: "+"): "%20"
      case 0..<128: String(UnicodeScalar(byte))
      default: "%" + String(byte, radix: 16)
      }
    }
    let text = escaped.joined().removingPercentEncoding
    return text?.utf8.contains(0) == true ? nil : text
  }

  @Test func `a mutated form is parsed as by the reference parser, or rejected`() {
    var parsed = 0
    var refused = 0
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(Array(mutator.pick(Self.forms).utf8), Self.pieces)
      let expected = Self.fields(bytes)
      do throws(Problem) {
        let form = try SubmittedForm(bytes, Self.type)
        parsed += 1
        let names = (expected ?? [:]).keys.sorted()
        #expect(expected != nil, "\(bytes)")
        #expect(form.values(named: names) == expected, "\(bytes)")
      } catch {
        refused += 1
        #expect(error.code == .malformedBody)
        #expect(expected == nil || (expected ?? [:]).count > 40, "\(bytes)")
      }
    }
    #expect(parsed > 0 && refused > 0)
  }
}
