import Foundation
import HTTPTypes

/// The response to a request for a file, without its body.
struct MediaResponse {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  /// The part of the file in the body; nil for a response without one.
  let bytes: Range<Int>?

  init(to request: HTTPRequest, _ file: MediaFile, _ stamp: FileStamp, caching: String) {
    var headers: HTTPFields = [
      .acceptRanges: "bytes", .cacheControl: caching, .eTag: stamp.entityTag,
      .lastModified: stamp.lastModified, .xContentTypeOptions: "nosniff",
    ]
    guard !Self.isNotModified(stamp, to: request) else {
      (status, self.headers, bytes) = (.notModified, headers, nil)
      return
    }
    headers[.contentType] = file.contentType
    var status = HTTPResponse.Status.ok
    var part = 0..<stamp.size
    if request.method == .get, Self.rangeApplies(to: stamp, in: request) {
      switch ByteRange(request.headerFields[.range], size: stamp.size) {
      case .whole: break
      case .part(let range):
        (status, part) = (.partialContent, range)
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(stamp.size)"
      case .unsatisfiable:
        headers[.contentRange] = "bytes */\(stamp.size)"
        headers[.contentType] = nil
        headers[.contentLength] = "0"
        (self.status, self.headers, bytes) = (.rangeNotSatisfiable, headers, nil)
        return
      }
    }
    headers[.contentLength] = String(part.count)
    bytes = request.method == .head ? nil : part
    (self.status, self.headers) = (status, headers)
  }

  /// Whether the client has this version of the file (`If-None-Match`, `If-Modified-Since`).
  private static func isNotModified(_ stamp: FileStamp, to request: HTTPRequest) -> Bool {
    if let known = request.headerFields[.ifNoneMatch] {
      let tags = known.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return tags.contains { $0 == "*" || $0 == stamp.entityTag || $0 == "W/\(stamp.entityTag)" }
    }
    return request.headerFields[.ifModifiedSince] == stamp.lastModified
  }

  /// Whether `Range` applies: the request has no `If-Range`, or one that matches the file.
  private static func rangeApplies(to stamp: FileStamp, in request: HTTPRequest) -> Bool {
    guard let condition = request.headerFields[.ifRange] else { return true }
    return condition == stamp.entityTag || condition == stamp.lastModified
  }
}
