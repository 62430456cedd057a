import Foundation

/// The URL of an endpoint: `https`, or `http` on this machine or where it is allowed.
struct EndpointURL: Sendable, Equatable {
  /// The original text.
  let string: String
  /// Whether its scheme is `http`.
  let isPlainHTTP: Bool

  /// Parses a URL without user, password and fragment, of at most 2,048 bytes of ASCII; nil for any
  /// other.
  ///
  /// With `allowsPlainHTTP`, `http` to other machines is accepted too.
  init?(_ text: String, allowsPlainHTTP: Bool = false) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.fragment == nil
    else { return nil }
    switch parts.scheme?.lowercased() {
    case "https": isPlainHTTP = false
    case "http" where allowsPlainHTTP || Self.isLocal(host): isPlainHTTP = true
    default: return nil
    }
    string = text
  }

  private static func isLocal(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }

  /// The URL with additional query fields.
  func adding(_ fields: [FormField]) -> String {
    "\(string)\(string.contains("?") ? "&" : "?")\(FormField.encode(fields))"
  }
}
