import Crypto
import Foundation
import JWTKit
import Push
import Testing

struct WebPushTests {
  let browser = P256.KeyAgreement.PrivateKey()

  func subscription(
    _ endpoint: String = "https://fcm.googleapis.com/fcm/send/abc"
  ) -> WebPushSubscription {
    WebPushSubscription(
      endpoint: endpoint,
      keys: .init(
        p256dh: Base64URL.encode(browser.publicKey.x963Representation),
        auth: Base64URL.encode([UInt8](repeating: 7, count: 16))))
  }

  @Test func `a request has the fields that RFC 8030 and RFC 8292 require`() async throws {
    let key = try VAPIDKey(subject: "mailto:push@example.com")
    let message = PushMessage(
      title: "Lamp", body: "24.99 €", collapseID: "product-7", timeToLive: 600, urgency: .high)
    let request = try await WebPush(key: key).request(
      message, to: subscription(), now: 1_700_000_000)
    #expect(request.url == "https://fcm.googleapis.com/fcm/send/abc")
    #expect(request[header: "ttl"] == "600")
    #expect(request[header: "urgency"] == "high")
    #expect(request[header: "topic"] == "product-7")
    #expect(request[header: "content-encoding"] == "aes128gcm")
    let authorization = try #require(request[header: "authorization"])
    #expect(authorization.hasPrefix("vapid t="))
    #expect(authorization.hasSuffix(", k=\(key.encodedPublicKey)"))
  }

  @Test func `the token is signed for the service's origin, and valid for 12 hours`() async throws {
    let key = try VAPIDKey(subject: "mailto:push@example.com")
    let request = try await WebPush(key: key).request(
      PushMessage(title: "a", body: "b"), to: subscription(), now: 1_700_000_000)
    let authorization = try #require(request[header: "authorization"])
    let token = try #require(authorization.dropFirst("vapid t=".count).split(separator: ",").first)
    let parts = token.split(separator: ".")
    let claims =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64URL.decode(String(parts[1]))))) as? [String: Any]
    #expect(claims?["aud"] as? String == "https://fcm.googleapis.com")
    #expect(claims?["exp"] as? Int == 1_700_043_200)
    #expect(claims?["sub"] as? String == "mailto:push@example.com")
    let publicKey = try P256.Signing.PublicKey(
      x963Representation: try #require(Base64URL.decode(key.encodedPublicKey)))
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: try #require(Base64URL.decode(String(parts[2]))))
    #expect(publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
  }

  @Test func `a key can be restored from its private part`() throws {
    let key = try VAPIDKey(subject: "https://example.com")
    let restored = try VAPIDKey(
      encodedPrivateKey: key.encodedPrivateKey, subject: "https://example.com")
    #expect(restored.encodedPublicKey == key.encodedPublicKey)
  }

  @Test(arguments: ["", "abc", "____", String(repeating: "A", count: 43)])
  func `a text that is not a key is rejected`(text: String) {
    #expect {
      try VAPIDKey(encodedPrivateKey: text, subject: "mailto:a@example.com")
    } throws: {
      ($0 as? PushError)?.code == .invalidKey
    }
  }

  @Test(arguments: [
    "http://fcm.googleapis.com/fcm/send/a",
    "https://fcm.googleapis.com.evil.example/a",
    "https://evil.example/?fcm.googleapis.com",
    "https://user:password@fcm.googleapis.com/a",
    "https://fcm.googleapis.com:8443/a",
    "https://evilpush.services.mozilla.com.example/a",
    "https://push.services.mozilla.com@10.0.0.1/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://localhost/a",
    "file:///etc/passwd",
    "https://fcm.googleapis.com/a#b",
    "",
    "https://fcm.googleapis.com/" + String(repeating: "a", count: 2_048),
  ])
  func `requests go to the browsers' push services only`(endpoint: String) async throws {
    #expect {
      try subscription(endpoint).validate()
    } throws: {
      ($0 as? PushError)?.code == .endpointNotAllowed
    }
    let sender = WebPush(key: try VAPIDKey(subject: "mailto:a@example.com"))
    await #expect(throws: PushError.self) {
      try await sender.request(
        PushMessage(title: "a", body: "b"), to: subscription(endpoint), now: 0)
    }
  }

  @Test(arguments: [
    "https://fcm.googleapis.com/fcm/send/a", "https://updates.push.services.mozilla.com/wpush/v2/a",
    "https://db5p.notify.windows.com/w/?token=a", "https://web.push.apple.com/a",
  ])
  func `the services of today's browsers are allowed`(endpoint: String) throws {
    try subscription(endpoint).validate()
  }

  @Test(arguments: [
    (201, PushOutcome.accepted(id: nil)), (404, .unregistered(since: nil)),
    (410, .unregistered(since: nil)), (413, .rejected(reason: "web push: HTTP 413")),
    (403, .misconfigured(reason: "web push: HTTP 403")),
    (429, .retry(after: 60, reason: "web push: HTTP 429")),
    (503, .retry(after: nil, reason: "web push: HTTP 503")),
    (302, .rejected(reason: "web push: HTTP 302")),
  ])
  func `a status means what RFC 8030 specifies`(status: Int, outcome: PushOutcome) {
    #expect(WebPush.outcome(of: PushResponse(status: status)) == outcome)
  }

  @Test func `a long topic is shortened, and an invalid or empty one is replaced`() {
    let long = String(repeating: "product", count: 20)
    #expect(WebPush.topic(long).utf8.count == 32)
    #expect(WebPush.topic("product-7") == "product-7")
    #expect(WebPush.topic("ü") != "ü")
    #expect(WebPush.topic("") != "")
  }
}
