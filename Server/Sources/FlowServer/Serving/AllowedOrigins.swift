/// The web origins whose pages may use SDK keys (CORS).
///
/// This is enforced by browsers and does not restrict other clients: an SDK key is not secret.
/// Pages of other origins can never use a user's session, whatever the setting.
package struct AllowedOrigins: Sendable, Equatable, CustomStringConvertible {
  /// An error about an invalid setting.
  package struct Failure: Error {
    package let message: String
  }

  /// The allowed origins; nil for all.
  private let list: [String]?

  private init(list: [String]?) { self.list = list }

  /// Allows all origins.
  package static let all = AllowedOrigins(list: nil)

  /// Parses `*`, `none`, or a comma-separated list of origins.
  package init(_ text: String) throws(Failure) {
    let parts = text.split(separator: ",").map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
    if parts == ["*"] {
      list = nil
    } else if parts == ["none"] {
      list = []
    } else {
      var origins: [String] = []
      for part in parts { origins.append(try Self.origin(part)) }
      guard !origins.isEmpty, origins.count <= Self.maximumOrigins else {
        throw Failure(message: "name 1 to \(Self.maximumOrigins) origins, or * for all, or none.")
      }
      list = origins
    }
  }

  private static let maximumOrigins = 100

  /// Normalizes an origin as browsers do: lower-case, without the scheme's default port.
  private static func origin(_ text: String) throws(Failure) -> String {
    let text = text.lowercased()
    let invalid = Failure(
      message: "\"\(text)\" is not an origin: write scheme and host, and a port if it is not the "
        + "scheme's, such as https://shop.example.com; without a path. * and none must be alone.")
    guard let end = text.firstRange(of: "://") else { throw invalid }
    let scheme = text[..<end.lowerBound]
    let host = text[end.upperBound...]
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), !host.isEmpty,
      scheme.utf8.allSatisfy({ Self.isLetterOrDigit($0) || "+.-".utf8.contains($0) }),
      host.utf8.allSatisfy({ Self.isLetterOrDigit($0) || ".-:[]".utf8.contains($0) })
    else { throw invalid }
    let port = ["https": ":443", "http": ":80"][scheme] ?? ""
    return !port.isEmpty && host.hasSuffix(port) ? String(text.dropLast(port.count)) : text
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Whether responses depend on the request's origin, so that caches must keep them apart.
  package var variesByOrigin: Bool { list != nil }

  /// The text of the setting.
  package var description: String {
    guard let list else { return "*" }
    return list.isEmpty ? "none" : list.joined(separator: ",")
  }

  /// The value of `Access-Control-Allow-Origin` for an origin; nil if it is not allowed.
  package func allowOriginHeader(for origin: String?) -> String? {
    guard let list else { return "*" }
    return origin.flatMap { list.contains($0) ? $0 : nil }
  }
}

// MARK: Responses of the fast path

extension AllowedOrigins {
  /// Returns the index of an `Origin` in the list; nil if it is not listed, or if all are allowed.
  func index(of origin: UnsafeRawBufferPointer) -> Int? {
    list?.firstIndex { $0.utf8.elementsEqual(origin) }
  }

  /// The header lines for the origin at an index; empty for nil, unless all origins are allowed.
  func headerLines(_ index: Int?) -> String {
    let origin: String
    if let list {
      guard let index else { return "" }
      origin = list[index]
    } else {
      origin = "*"
    }
    return "access-control-allow-origin: \(origin)\r\naccess-control-expose-headers: etag\r\n"
  }

  /// The header lines of a response that refuses a request, which expose `Retry-After` instead.
  func refusalHeaderLines(_ index: Int?) -> String {
    (variesByOrigin ? "vary: origin\r\n" : "")
      + headerLines(index).replacing("expose-headers: etag", with: "expose-headers: retry-after")
  }

  /// The value of `Vary` for responses to SDK keys.
  var vary: String { variesByOrigin ? "authorization, origin" : "authorization" }
}
