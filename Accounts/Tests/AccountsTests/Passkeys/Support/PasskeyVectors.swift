import Accounts
import Foundation
import Testing

/// `Tests/Vectors/passkeys.json`: responses of passkeys that were created without the tested code,
/// by the script beside it.
struct PasskeyVectors: Decodable, Sendable {
  /// A response, and its expected contents.
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let challenge: String
    let response: Message
    let credential: String
    let publicKey: String
    let count: Int
    let before: Int?
    let isBackupEligible: Bool

    var testDescription: String { name }
  }

  /// The browser's message.
  struct Message: Codable, Sendable {
    var id: String
    var rawId: String
    var type: String
    var response: [String: String]

    var json: String {
      get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// The bytes of a member of the response.
    subscript(_ name: String) -> [UInt8] {
      get { response[name].flatMap { ByteEncoding.bytes(base64URL: $0) } ?? [] }
      set { response[name] = ByteEncoding.base64URL(newValue) }
    }
  }

  /// Encoded points of Ed25519, by how they must be treated.
  struct Points: Decodable, Sendable {
    let usable: [String]
    let smallOrder: [String]
    let notOnCurve: [String]
    let nonCanonical: [String]
  }

  let origin: String
  let user: String
  let registrations: [Vector]
  let assertions: [Vector]
  let edwardsPoints: Points

  static let all: PasskeyVectors = file("passkeys.json")

  /// The contents of a file in `Tests/Vectors`.
  static func file<Vectors: Decodable>(_ name: String) -> Vectors {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Vectors/\(name)")
    do {
      return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    } catch { fatalError("Tests/Vectors/\(name) cannot be read: \(error)") }
  }

  /// The relying party of all vectors.
  var site: RelyingParty {
    get throws { try RelyingParty(publicURL: origin) }
  }
}

extension PasskeyVectors.Vector {
  var challengeBytes: [UInt8] { Hex.bytes(challenge) }

  /// The stored passkey for this response.
  var passkey: Passkey {
    Passkey(
      credentialID: Hex.bytes(credential), user: PasskeyVectors.all.user,
      publicKey: Hex.bytes(publicKey), signatureCount: before ?? 0, name: "Phone",
      isBackupEligible: isBackupEligible, created: 100)
  }
}

enum Hex {
  /// The bytes of a hexadecimal text, which may contain spaces.
  static func bytes(_ text: String) -> [UInt8] {
    guard let bytes = ByteEncoding.bytes(hex: text.filter { $0 != " " }) else {
      preconditionFailure("\(text) is not a hexadecimal text")
    }
    return bytes
  }
}
