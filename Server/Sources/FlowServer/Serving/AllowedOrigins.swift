/// The web origins that may use an SDK key's access in a browser (CORS).
///
/// It instructs browsers, and keeps out no one else: an SDK key is no secret. A session's access is
/// never shared, whatever this setting is.
package struct AllowedOrigins: Sendable, Equatable, CustomStringConvertible {
  /// An error of an invalid setting.
  package struct Invalid: Error {
    package let message: String
  }

  /// Nil for all.
  private let list: [String]?

  private init(list: [String]?) { self.list = list }

  /// Every page's.
  package static let all = AllowedOrigins(list: nil)

  /// Reads `*`, `none`, or origins with commas between.
  package init(_ text: String) throws(Invalid) {
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
      guard !origins.isEmpty, origins.count <= Self.most else {
        throw Invalid(message: "name 1 to \(Self.most) origins, or * for all, or none.")
      }
      list = origins
    }
  }

  private static let most = 100

  /// As browsers write it: in small letters, without the port that the scheme has anyway.
  private static func origin(_ text: String) throws(Invalid) -> String {
    let text = text.lowercased()
    let invalid = Invalid(
      message: "\"\(text)\" is not an origin: write scheme and host, and a port if it is not the "
        + "scheme's, such as https://shop.example.com; without a path. * and none stand alone.")
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

  /// Whether responses depend on who asks, so that caches must keep them apart.
  package var isList: Bool { list != nil }

  /// The setting.
  package var description: String {
    guard let list else { return "*" }
    return list.isEmpty ? "none" : list.joined(separator: ",")
  }

  /// `Access-Control-Allow-Origin` for a page of this origin; nil where it may not read.
  package func header(for origin: String?) -> String? {
    guard let list else { return "*" }
    return origin.flatMap { list.contains($0) ? $0 : nil }
  }
}

// MARK: Answers from bytes

extension AllowedOrigins {
  /// Returns the index of an `Origin` in the list; nil for none of them, and where all are allowed.
  func index(of origin: UnsafeRawBufferPointer) -> Int? {
    list?.firstIndex { $0.utf8.elementsEqual(origin) }
  }

  /// The lines of a head for pages of an origin, by its index.
  func lines(_ index: Int?) -> String {
    let origin: String
    if let list {
      guard let index else { return "" }
      origin = list[index]
    } else {
      origin = "*"
    }
    return "access-control-allow-origin: \(origin)\r\naccess-control-expose-headers: etag\r\n"
  }

  /// The same of a response that refuses a request, with what a page has to know of it.
  func linesOfRefusal(_ index: Int?) -> String {
    (isList ? "vary: origin\r\n" : "")
      + lines(index).replacing("expose-headers: etag", with: "expose-headers: retry-after")
  }

  /// The value of `Vary` for what an SDK key opens.
  var vary: String { isList ? "authorization, origin" : "authorization" }
}
