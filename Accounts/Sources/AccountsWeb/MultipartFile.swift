import Foundation

/// Parses files in `multipart/form-data` bodies.
public enum MultipartFile {
  /// Returns the bytes of the first part with a name.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - body: The body of the request.
  ///   - type: Its `Content-Type`, with the boundary.
  /// - Returns: The bytes of the file; nil if there is no such part, or it does not end.
  public static func first(named name: String, in body: [UInt8], type: String) -> [UInt8]? {
    guard let boundary = HeaderParameters.value(of: "boundary", in: type), !boundary.isEmpty
    else { return nil }
    let data = Data(body)
    let delimiter = Data("--\(boundary)".utf8)
    var from = data.startIndex
    while let begin = data.range(of: delimiter, in: from..<data.endIndex),
      let head = data.range(of: Data("\r\n\r\n".utf8), in: begin.upperBound..<data.endIndex),
      let end = data.range(of: Data("\r\n".utf8) + delimiter, in: head.upperBound..<data.endIndex)
    {
      let fields = String(decoding: data[begin.upperBound..<head.lowerBound], as: UTF8.self)
      if Self.name(in: fields) == name {
        return Array(data[head.upperBound..<end.lowerBound])
      }
      from = end.lowerBound + 2
    }
    return nil
  }

  /// The `name` of the `Content-Disposition` among a part's header fields; nil if there is none.
  private static func name(in fields: String) -> String? {
    for line in fields.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "content-disposition" {
        return HeaderParameters.value(of: "name", in: String(parts[1]))
      }
    }
    return nil
  }
}

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
