import Accounts
import Foundation

/// A parsed attestation object, so that a test can change a part and encode it again.
struct TestAttestationObject {
  private let original: PasskeyVectors.Message
  let data: [UInt8]
  private let format: String
  let signature: [UInt8]
  private let algorithm: Int

  init(_ response: PasskeyVectors.Message) throws {
    original = response
    let outer = try CBORReader.read(response["attestationObject"][...])
    data = outer["authData"]?.bytes ?? []
    signature = outer["attStmt"]?["sig"]?.bytes ?? []
    algorithm = outer["attStmt"]?["alg"]?.int ?? 0
    format = outer["fmt"] == .text(Array("none".utf8)) ? "none" : "packed"
  }

  func statement(signature: [UInt8]) -> TestCBOR {
    .map([(.text("alg"), .int(algorithm)), (.text("sig"), .bytes(signature))])
  }

  /// The response with other data, another statement, or another format.
  func response(
    format: String? = nil, statement: TestCBOR? = nil,
    data change: (inout [UInt8]) -> Void = { _ in }
  ) -> PasskeyVectors.Message {
    var data = data
    change(&data)
    let originalStatement =
      self.format == "none" ? TestCBOR.map([]) : self.statement(signature: signature)
    var response = original
    response["attestationObject"] =
      TestCBOR.map([
        (.text("fmt"), .text(format ?? self.format)),
        (.text("attStmt"), statement ?? originalStatement),
        (.text("authData"), .bytes(data)),
      ]).encoded
    return response
  }
}

/// Changes to the client data, each with the check that must fail.
enum ClientDataChange {
  static func all(
    for kind: String, _ vector: PasskeyVectors.Vector
  ) -> [(String, String, PasskeyError)] {
    let origin = "\"origin\":\"https://flows.example.com\""
    let challenge = ByteEncoding.base64URL(vector.challengeBytes)
    let other = kind == "webauthn.create" ? "webauthn.get" : "webauthn.create"
    return [
      (kind, other, .type), (kind, "payment.get", .type), (kind, "", .type),
      (kind, kind.uppercased(), .type), ("\"type\":", "\"typ\":", .clientData),
      (challenge, String(challenge.dropLast()), .challenge), (challenge, "", .challenge),
      (challenge, challenge + "AAAA", .challenge), (challenge, challenge + "=", .challenge),
      (challenge, "A" + challenge.dropFirst(), .challenge),
      ("\"challenge\":", "\"challange\":", .clientData),
      (origin, "\"origin\":\"http://flows.example.com\"", .origin),
      (origin, "\"origin\":\"https://flows.example.com:8443\"", .origin),
      (origin, "\"origin\":\"https://flows.example.com:443\"", .origin),
      (origin, "\"origin\":\"https://flows.example.com/\"", .origin),
      (origin, "\"origin\":\"https://flows.example.com.evil.example\"", .origin),
      (origin, "\"origin\":\"https://evil.flows.example.com\"", .origin),
      (origin, "\"origin\":\"https://Flows.example.com\"", .origin),
      (origin, "\"origin\":\"https://example.com\"", .origin),
      (origin, "\"origin\":\"android:apk-key-hash:AAAA\"", .origin),
      (origin, "\"origin\":\"null\"", .origin), (origin, "\"origin\":null", .clientData),
      (origin, "\"origin\":[\"https://flows.example.com\"]", .clientData),
      ("\"crossOrigin\":false", "\"crossOrigin\":true", .crossOrigin),
      ("\"crossOrigin\":false", "\"topOrigin\":\"https://flows.example.com\"", .crossOrigin),
      ("\"crossOrigin\":false", "\"crossOrigin\":\"no\"", .clientData),
      ("}", "", .clientData), ("}", "}}", .clientData), ("{", "[", .clientData),
      ("}", ",\"more\":\"" + String(repeating: "x", count: 5000) + "\"}", .clientData),
    ]
  }

  static func replacing(
    _ from: String, by to: String, in response: PasskeyVectors.Message
  ) -> [UInt8] {
    let text = String(decoding: response["clientDataJSON"], as: UTF8.self)
    precondition(text.contains(from), "\(text) has no \(from)")
    return Array(text.replacingOccurrences(of: from, with: to).utf8)
  }
}
