import Foundation

/// The URL of an endpoint: `https`, or `http` on this machine or where it is allowed.
struct EndpointURL: Sendable, Equatable {
  /// The original text.
  let text: String
  /// Whether it is `http`.
  let isPlain: Bool

  /// Accepts a URL without user, password and fragment, of at most 2,048 bytes of ASCII.
  ///
  /// With `allowsPlainHTTP`, `http` to other machines is accepted too.
  init?(_ text: String, allowsPlainHTTP: Bool = false) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.fragment == nil
    else { return nil }
    switch parts.scheme?.lowercased() {
    case "https": isPlain = false
    case "http" where allowsPlainHTTP || Self.isLocal(host): isPlain = true
    default: return nil
    }
    self.text = text
  }

  private static func isLocal(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }

  /// The URL with additional query fields.
  func adding(_ fields: [FormField]) -> String {
    "\(text)\(text.contains("?") ? "&" : "?")\(FormField.encode(fields))"
  }
}
