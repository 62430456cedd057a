import Foundation

/// Parses the parameters of header fields such as `Content-Type` (RFC 9110, 5.6.6).
enum HeaderParameters {
  /// Returns the value of the first parameter with a name.
  ///
  /// - Parameters:
  ///   - name: The name, in lowercase.
  ///   - field: The value of the header field.
  /// - Returns: The value, without quotes and escapes; nil if there is no such parameter.
  static func value(of name: String, in field: String) -> String? {
    // NB: scalars, because a combining mark after a quote would hide the quote.
    var rest = field.unicodeScalars.drop { $0 != ";" }
    while rest.popFirst() != nil {
      let key = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[key.endIndex...]
      if rest.first == "=" {
        rest.removeFirst()
        let value = takeValue(from: &rest)
        if trimmed(key).lowercased() == name { return value }
      }
      rest = rest.drop { $0 != ";" }
    }
    return nil
  }

  /// Removes a quoted string or a token from the beginning, and returns its value.
  private static func takeValue(from rest: inout Substring.UnicodeScalarView) -> String {
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" }
      rest = rest[token.endIndex...]
      return trimmed(token)
    }
    rest.removeFirst()
    var value = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      value.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
    }
    return String(value)
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    String(text).trimmingCharacters(in: .whitespaces)
  }
}
