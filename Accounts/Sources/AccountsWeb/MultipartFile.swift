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
    guard let parameter = type.range(of: "boundary=") else { return nil }
    let boundary = type[parameter.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
    let data = Data(body)
    let delimiter = Data("--\(boundary)".utf8)
    var from = data.startIndex
    while let begin = data.range(of: delimiter, in: from..<data.endIndex),
      let head = data.range(of: Data("\r\n\r\n".utf8), in: begin.upperBound..<data.endIndex),
      let end = data.range(of: Data("\r\n".utf8) + delimiter, in: head.upperBound..<data.endIndex)
    {
      let fields = String(decoding: data[begin.upperBound..<head.lowerBound], as: UTF8.self)
      if fields.contains("name=\"\(name)\"") {
        return Array(data[head.upperBound..<end.lowerBound])
      }
      from = end.lowerBound + 2
    }
    return nil
  }
}
