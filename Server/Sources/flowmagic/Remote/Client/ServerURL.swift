import Foundation

/// The base URL of a server, such as `https://flows.example.com`.
package struct ServerURL: Equatable, CustomStringConvertible {
  /// The default address of `flowmagic serve`.
  static let standard = "http://127.0.0.1:8080"

  /// The URL without a trailing slash.
  package let description: String

  /// Parses a URL.
  package init(_ text: String) throws {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
    else {
      throw RemoteProblem(
        "invalid-server", "\"\(text)\" is not a valid server URL.",
        fix: "Use a URL such as \(ServerURL.standard) or https://flows.example.com.")
    }
    description = text
  }

  /// Whether requests go unencrypted to another machine.
  package var isUnencrypted: Bool {
    guard let parts = URLComponents(string: description), parts.scheme?.lowercased() == "http",
      let host = parts.host
    else { return false }
    // NB: a host name may begin with 127, too.
    let isLoopback = host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    return !isLoopback && !["localhost", "::1", "[::1]"].contains(host)
  }

  /// The URL of a path on the server, with a query.
  func url(_ path: [String], _ query: [(name: String, value: String)]) throws -> URL {
    var text = description
    for part in path { text += "/" + Self.encoded(part) }
    let pairs = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
    guard let url = URL(string: text) else {
      throw RemoteProblem("invalid-server", "\"\(text)\" is not a valid URL.")
    }
    return url
  }

  /// The unreserved characters of RFC 3986 other than the dot.
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~".utf8)

  /// Percent-encodes a component of a path or of a query.
  ///
  /// NB: also encodes the dots of a component that consists of dots, to prevent path traversal.
  private static func encoded(_ part: String) -> String {
    let isDots = part.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    var text = ""
    for byte in part.utf8 {
      if unreserved.contains(byte) || (byte == UInt8(ascii: ".") && !isDots) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
