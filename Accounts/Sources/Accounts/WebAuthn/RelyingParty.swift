import Crypto
import Foundation

/// The relying party: passkeys are bound to its domain, so that no other site can obtain a response
/// that is valid here.
package struct RelyingParty: Sendable, Equatable {
  /// The host of the service's public URL.
  ///
  /// NB: passkeys are bound to it and stop working if the service moves to another name.
  package let id: String
  /// The origin: scheme, host, and the port unless it is the default.
  package let origin: String

  /// Derives the relying party from a public URL.
  ///
  /// - Throws: `AccountError` `.notAllowed` with the reason why passkeys are unavailable at this
  ///   address.
  package init(publicURL: String) throws(AccountError) {
    guard publicURL.utf8.allSatisfy({ $0 < 128 }), let parts = URLComponents(string: publicURL),
      let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost?.lowercased(),
      parts.user == nil, parts.password == nil, Self.isDomainName(host)
    else { throw .passkeysNeedName }
    guard scheme == "https" || (scheme == "http" && Self.isLocal(host)) else {
      throw .passkeysNeedTLS
    }
    let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" }
    id = host
    origin = "\(scheme)://\(host)\(port ?? "")"
  }

  /// The hash with which authenticators identify the site.
  package var idHash: [UInt8] { Array(SHA256.hash(data: Array(id.utf8))) }

  /// Whether a host is a domain name and not an IP address, which ends in a number (WHATWG URL,
  /// "host parsing").
  private static func isDomainName(_ host: String) -> Bool {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard host.utf8.count <= 253, let last = labels.last,
      !last.allSatisfy(isDigit), !last.starts(with: "0x".utf8)
    else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != 45 && label.last != 45
        && label.allSatisfy { isDigit($0) || (97...122).contains($0) || $0 == 45 }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Whether a name is that of this machine, the only one that browsers trust without TLS.
  private static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost")
  }
}
