import Crypto
import FlowCore
import FlowMagic

/// The secret of a browser: 32 random bytes in a cookie, from which the keys for its states are
/// derived.
struct VisitorSecret: Sendable, Equatable {
  let value: String
  let bytes: [UInt8]

  /// Generates a new secret.
  init() {
    bytes = RandomBytes.make(32)
    value = Base64URL.encode(bytes)
  }

  /// Reads a cookie's value; nil unless it has the format of a secret.
  init?(_ value: String) {
    guard value.utf8.count == 43, let bytes = Base64URL.decode(value) else { return nil }
    self.value = value
    self.bytes = bytes
  }

  /// A pseudonym of the visitor, which does not reveal the cookie; splits assign visitors by it.
  var pseudonym: String { Base64URL.encode(Array(digest("visitor").prefix(16))) }

  /// The id of a press, the same for each repeated request.
  func pressID(for page: String) -> String {
    Base64URL.encode(Array(digest("press " + page).prefix(18)))
  }

  /// A text that identifies a user in this browser's states, but does not reveal who it is.
  func userDigest(_ id: JSON) -> String {
    Base64URL.encode(Array(digest("user " + id.text()).prefix(9)))
  }

  /// A new id for a visit or a restart.
  static func randomID() -> String { Base64URL.encode(RandomBytes.make(12)) }

  private func digest(_ purpose: String) -> [UInt8] {
    Array(
      HMAC<SHA256>.authenticationCode(
        for: Array(("flowmagic web " + purpose).utf8), using: SymmetricKey(data: bytes)))
  }
}

/// Bytes from the system's random number generator.
enum RandomBytes {
  static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
