internal import Crypto
internal import Foundation

/// Codes of authenticator apps (RFC 6238): six digits that change every 30 seconds.
///
/// SHA-1 with six digits, since several apps ignore other settings in a link; SHA-1 is still secure
/// in HMAC.
public enum TOTP {
  /// The period of a code, in seconds.
  public static let period = 30
  /// The number of digits of a code.
  public static let digits = 6

  /// A new secret of 20 random bytes, as RFC 4226 recommends.
  public static func newSecret() -> [UInt8] { SecureRandom.bytes(20) }

  /// Returns the time step that contains a time.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Returns: The number of whole periods since 1970.
  public static func step(at now: Int) -> Int { now / period }

  /// Returns the code of a time step.
  ///
  /// - Parameters:
  ///   - secret: The secret shared with the app.
  ///   - step: The time step.
  /// - Returns: Six digits.
  public static func code(secret: [UInt8], step: Int) -> String {
    code(secret: secret, step: step, digits: digits)
  }

  package static func code(secret: [UInt8], step: Int, digits: Int) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
    let mac = Array(
      HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    let offset = Int(mac[mac.count - 1] & 15)
    let number = mac[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
    let text = String(number % (0..<digits).reduce(1) { power, _ in power * 10 })
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// Finds the time step whose code was typed.
  ///
  /// The current step is accepted, and the ones before and after it, for differing clocks and slow
  /// typing; each takes the same time.
  ///
  /// - Parameters:
  ///   - code: The code as entered; spaces in it are ignored.
  ///   - secret: The secret shared with the app.
  ///   - now: Seconds since 1970.
  ///   - lastStep: The step of the last accepted code; it and earlier ones are rejected.
  /// - Returns: The step, to be stored as the last; nil if the code is wrong or was already used.
  public static func matchingStep(
    of code: String, secret: [UInt8], at now: Int, after lastStep: Int
  ) -> Int? {
    guard code.utf8.count <= 32 else { return nil }
    let typed = code.utf8.filter { $0 != UInt8(ascii: " ") }
    let current = step(at: now)
    var matchedStep: Int?
    // Always compares all of them: the timing must not reveal which one matched.
    for step in (current - 1)...(current + 1) {
      let expected = self.code(secret: secret, step: step)
      let isEqual = ConstantTime.areEqual(Array(typed), Array(expected.utf8))
      if isEqual && step > lastStep { matchedStep = step }
    }
    return matchedStep
  }

  /// The URI that an authenticator app reads from a QR code.
  ///
  /// - Parameters:
  ///   - secret: The secret shared with the app.
  ///   - account: The user's address.
  ///   - issuer: The service's name.
  /// - Returns: A URI with the scheme `otpauth`, which contains the secret.
  public static func uri(secret: [UInt8], account: String, issuer: String) -> String {
    // A colon separates issuer and account, so neither may contain one.
    let issuer = FormField.escape(issuer.filter { $0 != ":" })
    let account = FormField.escape(account.filter { $0 != ":" })
    return "otpauth://totp/\(issuer):\(account)?secret=\(base32(secret))&issuer=\(issuer)"
      + "&algorithm=SHA1&digits=\(digits)&period=\(period)"
  }

  /// Base32 without `=` (RFC 4648, section 6), for users who type the secret because they cannot
  /// scan it.
  public static func base32(_ bytes: [UInt8]) -> String {
    base32(bytes, alphabet: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8))
  }

  static func base32(_ bytes: [UInt8], alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xffff
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 31])
      }
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }
}
