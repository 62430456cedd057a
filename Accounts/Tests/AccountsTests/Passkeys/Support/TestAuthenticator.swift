import Accounts
import Crypto
import Foundation

/// A simulated authenticator with one passkey, which can misbehave.
struct TestAuthenticator {
  private let key = P256.Signing.PrivateKey()
  let credential: [UInt8]
  var site: RelyingParty
  var count: Int
  /// User present and user verified.
  var flags: UInt8 = 0x05
  /// The browser's origin; nil for the site's own.
  var origin: String?

  init(site: RelyingParty, count: Int = 0, credential: [UInt8]? = nil) {
    self.site = site
    self.count = count
    self.credential = credential ?? (0..<16).map { _ in UInt8.random(in: 0...255) }
  }

  /// The passkey as stored by the service.
  func passkey(of user: String, count: Int = 0, created: Int = 100) -> Passkey {
    Passkey(
      credentialID: credential, user: user, publicKey: publicKey, signatureCount: count,
      name: "Phone", isBackupEligible: flags & 8 != 0, created: created)
  }

  private var publicKey: [UInt8] {
    let point = Array(key.publicKey.x963Representation)
    return TestCBOR.map([
      (.int(1), .int(2)), (.int(3), .int(-7)), (.int(-1), .int(1)),
      (.int(-2), .bytes(Array(point[1...32]))), (.int(-3), .bytes(Array(point[33...64]))),
    ]).encoded
  }

  // MARK: Responses

  /// The response that registers the passkey, for the challenge in `options`.
  func create(_ options: String) throws -> String {
    let options = try Options(options)
    let length = [UInt8(credential.count >> 8), UInt8(credential.count & 255)]
    let attested = [UInt8](repeating: 0, count: 16) + length + credential + publicKey
    let object = TestCBOR.map([
      (.text("fmt"), .text("none")), (.text("attStmt"), .map([])),
      (.text("authData"), .bytes(data(flags | 0x40) + attested)),
    ])
    return try message([
      "clientDataJSON": clientData("webauthn.create", options.challenge),
      "attestationObject": object.encoded,
    ])
  }

  /// The response that signs in, for the challenge in `options`.
  func use(_ options: String, userHandle: String?) throws -> String {
    try response(to: Options(options).challenge, userHandle: userHandle)
  }

  /// The response that signs in, for a challenge.
  func response(to challenge: [UInt8], userHandle: String?) throws -> String {
    let clientData = clientData("webauthn.get", challenge)
    let data = data(flags)
    let signature = try key.signature(for: data + Array(SHA256.hash(data: clientData)))
    var response = [
      "clientDataJSON": clientData, "authenticatorData": data,
      "signature": Array(signature.derRepresentation),
    ]
    response["userHandle"] = userHandle.map { Array($0.utf8) }
    return try message(response)
  }

  private func data(_ flags: UInt8) -> [UInt8] {
    let counter = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
    return site.idHash + [flags] + counter
  }

  private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    let text = ByteEncoding.base64URL(challenge)
    let origin = origin ?? site.origin
    return Array(#"{"type":"\#(type)","challenge":"\#(text)","origin":"\#(origin)"}"#.utf8)
  }

  private func message(_ response: [String: [UInt8]]) throws -> String {
    let id = ByteEncoding.base64URL(credential)
    return try PasskeyVectors.Message(
      id: id, rawId: id, type: "public-key", response: response.mapValues(ByteEncoding.base64URL)
    ).json
  }

  /// The options as parsed by a device.
  private struct Options: Decodable {
    private let text: String

    enum CodingKeys: String, CodingKey { case text = "challenge" }

    var challenge: [UInt8] { ByteEncoding.bytes(base64URL: text) ?? [] }

    init(_ json: String) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
  }
}
