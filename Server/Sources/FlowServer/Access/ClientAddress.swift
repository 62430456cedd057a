package import Accounts
package import HTTPTypes
import NIOCore

/// Determines the address of a request's client.
package enum ClientAddress {
  /// The client's address, user agent and device secrets, and the language of pages that it
  /// requests.
  ///
  /// Any client may send `X-Forwarded-For`, so only the entries that our own proxies appended
  /// count: each appends the address of its client.
  ///
  /// `peer` is the address of the connection's remote end, `trustedProxies` the number of our own
  /// proxies in front of the server.
  package static func client(
    peer: String, _ headers: HTTPFields, trustedProxies: Int
  ) -> Client {
    Client(
      address: address(peer: peer, headers, trustedProxies: trustedProxies),
      userAgent: headers[.userAgent] ?? "", deviceSecrets: Cookies.deviceSecrets(in: headers),
      language: PageSettings(headers).requestedLanguage.map { EmailLanguage(tag: $0.rawValue) })
  }

  /// The client's address; that of the connection if no trusted proxy states another.
  static func address(
    peer: String, _ headers: HTTPFields, trustedProxies: Int
  ) -> String {
    guard trustedProxies > 0 else { return peer }
    return forwarded(headers[values: .forwardedFor], trustedProxies: trustedProxies) ?? peer
  }

  /// The client's address in the values of `X-Forwarded-For`, as appended by our own proxies.
  ///
  /// Nil if there is none, or if it is not an address: then the number of proxies is misconfigured.
  static func forwarded(_ values: [String], trustedProxies: Int) -> String? {
    let chain = values.flatMap { $0.split(separator: ",") }.map(bareAddress)
    return chain.suffix(trustedProxies).first.flatMap { isAddress($0) ? $0 : nil }
  }

  /// The address without spaces, brackets and port.
  private static func bareAddress(_ text: Substring) -> String {
    let text = text.filter { $0 != " " && $0 != "\t" }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : String(text)
  }

  private static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0)) != nil
  }
}
