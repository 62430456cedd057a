import Crypto
import Foundation
import Push
import Testing

/// The example of RFC 8291, appendix A, the size limit, and invalid keys.
struct WebPushEncryptionTests {
  let text = Array("When I grow up, I want to be a watermelon".utf8)
  let subscription = WebPushSubscription(
    endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    keys: .init(
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg"))

  @Test func `the example of RFC 8291 is reproduced byte for byte`() throws {
    let sender = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    let body = try WebPushEncryption.body(
      text, to: subscription, sender: sender, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      Base64URL.encode(body)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
        + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWG"
        + "NWQexSgSxsj_Qulcy4a-fN")
  }

  @Test func `each body has its own salt and sender key`() throws {
    let first = try WebPushEncryption.body(text, to: subscription)
    let second = try WebPushEncryption.body(text, to: subscription)
    #expect(first != second)
    #expect(first.prefix(16) != second.prefix(16))
    #expect(first[21..<86] != second[21..<86])
  }

  @Test func `the largest text fits into the size that every push service accepts`() throws {
    let largest = [UInt8](repeating: 0x61, count: WebPushEncryption.plaintextLimit)
    #expect(
      try WebPushEncryption.body(largest, to: subscription).count == WebPushEncryption.bodyLimit)
    #expect {
      try WebPushEncryption.body(largest + [0x61], to: subscription)
    } throws: {
      ($0 as? PushError)?.code == .payloadTooLarge
    }
  }

  @Test(arguments: [
    ("", "BTBZMqHH6r4Tts7J_aSIgg"),
    ("BCVxsr7N", "BTBZMqHH6r4Tts7J_aSIgg"),
    // A point that is not on the curve.
    (
      "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE",
      "BTBZMqHH6r4Tts7J_aSIgg"
    ),
    (
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      "BTBZMqHH"
    ),
    (
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      "!!!!"
    ),
  ])
  func `invalid keys are rejected`(p256dh: String, auth: String) {
    let forged = WebPushSubscription(
      endpoint: "https://fcm.googleapis.com/fcm/send/a", keys: .init(p256dh: p256dh, auth: auth))
    #expect {
      try forged.validate()
    } throws: {
      ($0 as? PushError)?.code == .invalidDevice
    }
  }

  private func bytes(_ text: String) throws -> [UInt8] {
    try #require(Base64URL.decode(text))
  }
}
