/// An http or https URL with individually validated parts.
///
/// Its text is always built from its parts, so that two parsers cannot interpret it differently.
public struct WebURL: Hashable, Sendable, CustomStringConvertible {
  /// The reason why a URL is rejected.
  public enum ValidationError: String, Error, Sendable, CaseIterable {
    /// Its syntax is invalid, or it contains a space, a control character or a backslash.
    case malformed
    /// It is not https.
    case notHTTPS
    /// It contains a user name or a password.
    case hasUserInfo
    /// The host is an IP address, or does not end in a top-level domain.
    case numericHost
    /// The port is not that of https.
    case portNotAllowed
    /// More than 2000 bytes.
    case tooLong
  }

  /// Whether it is https.
  public let isSecure: Bool
  /// The host name in lowercase.
  public let host: String
  /// The port.
  public let port: Int
  /// The path, with a leading slash.
  public let path: String
  /// The query, without the question mark.
  public let query: String?

  /// The maximum length of a URL, in bytes.
  static let maximumLength = 2000

  /// Parses a URL.
  ///
  /// - `allowsLoopback`: whether `http://127.0.0.1:8280/…` is allowed, for development and tests.
  public init(_ text: String, allowsLoopback: Bool = false) throws(ValidationError) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .malformed
    }
    guard let colon = text.range(of: "://") else { throw .malformed }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { throw .notHTTPS }
    let afterScheme = text[colon.upperBound...]
    let authority = afterScheme.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw .hasUserInfo }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = parts.first else { throw .numericHost }
    let host = try Self.host(String(name), allowsLoopback: allowsLoopback)
    let isLoopback = host == "127.0.0.1"
    isSecure = scheme == "https"
    guard isSecure || isLoopback else { throw .notHTTPS }
    let defaultPort = isSecure ? 443 : 80
    port = try parts.count == 2 ? Self.port(parts[1]) : defaultPort
    guard port == defaultPort || isLoopback else { throw .portNotAllowed }
    self.host = host
    let remainder = afterScheme.dropFirst(authority.count).prefix { $0 != "#" }
    let target = Self.encoded(remainder)
    let split = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let first = split.first.map(String.init) ?? ""
    path = first.isEmpty ? "/" : Self.removingDotSegments(first)
    query = split.count > 1 ? String(split[1]) : nil
  }

  /// The full URL.
  public var description: String {
    let defaultPort = isSecure ? 443 : 80
    let suffix = port == defaultPort ? "" : ":\(port)"
    return "\(isSecure ? "https" : "http")://\(host)\(suffix)\(target)"
  }

  /// Path and query.
  public var target: String { path + (query.map { "?\($0)" } ?? "") }

  /// Resolves the location of a redirect from this URL.
  public func redirected(
    to location: String, allowsLoopback: Bool = false
  ) throws(ValidationError) -> WebURL {
    let origin = "\(isSecure ? "https" : "http")://\(host):\(port)"
    if location.hasPrefix("//") {
      return try WebURL(
        (isSecure ? "https:" : "http:") + location, allowsLoopback: allowsLoopback)
    }
    if location.hasPrefix("/") {
      return try WebURL(origin + location, allowsLoopback: allowsLoopback)
    }
    if location.hasPrefix("?") {
      return try WebURL(origin + path + location, allowsLoopback: allowsLoopback)
    }
    let scheme = location.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    if location.dropFirst(scheme.count).first == ":" {
      return try WebURL(location, allowsLoopback: allowsLoopback)
    }
    let directory = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try WebURL(origin + directory + location, allowsLoopback: allowsLoopback)
  }

  private static func port(_ text: Substring) throws(ValidationError) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
      (1...65535).contains(port)
    else { throw .malformed }
    return port
  }

  /// Validates a host name of letters, digits and hyphens with a top-level domain.
  ///
  /// NB: this rejects every notation of an IP address: 0x7f.1 ends in a number, and 2130706433 has
  /// no dot.
  private static func host(_ text: String, allowsLoopback: Bool) throws(ValidationError) -> String {
    if allowsLoopback, text == "127.0.0.1" { return text }
    let host = text.lowercased()
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count > 1, host.utf8.count <= 253 else {
      throw text.hasPrefix("[") ? .numericHost : .malformed
    }
    for label in labels {
      let hasValidCharacters = label.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
      guard hasValidCharacters, (1...63).contains(label.utf8.count), label.first != "-",
        label.last != "-"
      else { throw .malformed }
    }
    guard last.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) || last.hasPrefix("xn--") else {
      throw .numericHost
    }
    return host
  }

  /// Resolves the segments `.` and `..` of a path (RFC 3986), also percent-encoded ones.
  ///
  /// libcurl and servers resolve them, so the rules of robots.txt must be compared with the result.
  private static func removingDotSegments(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var result: [Substring] = []
    for (index, segment) in zip(segments.indices, segments) {
      let dots = segment.lowercased().replacing("%2e", with: ".")
      guard dots == "." || dots == ".." else {
        result.append(segment)
        continue
      }
      if dots == ".." { _ = result.popLast() }
      // A path that ends with a dot segment ends with a slash.
      if index == segments.endIndex - 1 { result.append("") }
    }
    return "/" + result.joined(separator: "/")
  }

  /// Percent-encodes bytes that are not allowed in a URL.
  private static func encoded(_ text: Substring) -> String {
    var result = ""
    let hex = Array("0123456789ABCDEF")
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F, !"\"<>`{}|^".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      }
    }
    return result
  }
}

extension String {
  /// Returns the range of the first occurrence of a text, without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
