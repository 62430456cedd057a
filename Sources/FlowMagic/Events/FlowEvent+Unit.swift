#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
import FlowCore
import Foundation

extension FlowEvent {
  /// The event as it leaves the device: an exposure identifies its unit by a hash.
  ///
  /// An experiment counts units (users or devices), so the server must know which exposures belong
  /// to the same unit, but not which unit that is. The hash is the same on all devices of a user
  /// and differs between applications; the server hashes it again with a secret that no app has.
  ///
  /// - Parameter application: The application's id.
  /// - Returns: The event with `unit` instead of `value`; other events unchanged.
  package func withHashedUnit(of application: Name) -> FlowEvent {
    guard type == .exposure else { return self }
    var detail = detail
    detail["unit"] = nil
    if let value = detail["value"]?.string {
      let attribute = detail["attribute"]?.string ?? ""
      detail["unit"] = .string(Self.unit(attribute, value, application))
    }
    detail["value"] = nil
    return FlowEvent(type, session: session, release: release, detail: detail)
  }

  /// 128 bits of an HMAC-SHA256 in base64url.
  private static func unit(_ attribute: String, _ value: String, _ application: Name) -> String {
    let key = SymmetricKey(data: Data("flowmagic/exposure/1/\(application.string)".utf8))
    let message = Data(attribute.utf8) + [0] + Data(value.utf8)
    return Base64URL.encode(
      Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(16)))
  }
}
