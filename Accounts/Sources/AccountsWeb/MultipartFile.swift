import Foundation

/// Parses files in `multipart/form-data` bodies.
public enum MultipartFile {
  /// Returns the bytes of the first part with a name.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - body: The body of the request.
  ///   - contentType: The `Content-Type` of the request, with the boundary.
  /// - Returns: The bytes of the file; nil if there is no such part, or it does not end.
  public static func first(
    named name: String, in body: [UInt8], contentType: String
  ) -> [UInt8]? {
    guard let boundary = HeaderParameters.value(of: "boundary", in: contentType), !boundary.isEmpty
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
