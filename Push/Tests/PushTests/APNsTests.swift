import Crypto
import Foundation
import Push
import Testing

struct APNsTests {
  let privateKey = P256.Signing.PrivateKey()

  func sender() throws -> APNs {
    APNs(
      key: try APNsKey(
        pem: privateKey.pemRepresentation, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"),
      bundleID: "com.example.prices")
  }

  func device() throws -> APNsDevice {
    try APNsDevice(token: String(repeating: "0a", count: 32), environment: .production)
  }

  @Test func `a request has the fields that Apple requires`() async throws {
    let message = PushMessage(
      title: "Lamp", body: "24.99 €", data: ["product": "7"], collapseID: "product-7",
      threadID: "prices", badge: 2, timeToLive: 600, urgency: .high)
    let request = try await sender().request(
      message, to: device(), id: "8A9F0C11-0000-4000-8000-000000000000", now: 1_700_000_000)
    #expect(
      request.url == "https://api.push.apple.com/3/device/" + String(repeating: "0a", count: 32))
    #expect(request.version == .http2)
    #expect(request[header: "apns-topic"] == "com.example.prices")
    #expect(request[header: "apns-push-type"] == "alert")
    #expect(request[header: "apns-priority"] == "10")
    #expect(request[header: "apns-expiration"] == "1700000600")
    #expect(request[header: "apns-collapse-id"] == "product-7")
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(body["product"] as? String == "7")
    let aps = try #require(body["aps"] as? [String: Any])
    #expect(aps["thread-id"] as? String == "prices")
    #expect(aps["badge"] as? Int == 2)
    #expect((aps["alert"] as? [String: String])?["body"] == "24.99 €")
  }

  @Test func `the token names key and team, is signed, and is used for 40 minutes`() async throws {
    let sender = try sender()
    let message = PushMessage(title: "a", body: "b")
    func authorization(at now: Int) async throws -> String {
      let request = try await sender.request(message, to: try device(), id: "a", now: now)
      return try #require(request[header: "authorization"])
    }
    let first = try await authorization(at: 1_700_000_000)
    #expect(try await authorization(at: 1_700_002_399) == first)
    let parts = first.dropFirst("bearer ".count).split(separator: ".").map(String.init)
    let header =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64URL.decode(parts[0])))) as? [String: String]
    #expect(header?["alg"] == "ES256")
    #expect(header?["kid"] == "ABC123DEFG")
    let claims =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64URL.decode(parts[1])))) as? [String: Any]
    #expect(claims?["iss"] as? String == "DEF123GHIJ")
    #expect(claims?["iat"] as? Int == 1_700_000_000)
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: try #require(Base64URL.decode(parts[2])))
    #expect(
      privateKey.publicKey.isValidSignature(
        signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    #expect(try await authorization(at: 1_700_002_400) != first)
  }

  @Test func `a rejected token is renewed, but not sooner than Apple allows`() async throws {
    let sender = try sender()
    let message = PushMessage(title: "a", body: "b")
    func authorization(at now: Int) async throws -> String? {
      try await sender.request(message, to: try device(), id: "a", now: now)[
        header: "authorization"]
    }
    let first = try await authorization(at: 1_000)
    await sender.renewAuthorization(now: 2_199)
    #expect(try await authorization(at: 2_199) == first)
    await sender.renewAuthorization(now: 2_200)
    #expect(try await authorization(at: 2_200) != first)
  }

  @Test func `messages, tokens and keys are validated before a request is sent`() async throws {
    let sender = try sender()
    let device = try device()
    await #expect {
      try await sender.request(
        PushMessage(title: "a", body: String(repeating: "x", count: 4_096)), to: device, id: "a",
        now: 0)
    } throws: {
      ($0 as? PushError)?.code == .payloadTooLarge
    }
    await #expect {
      try await sender.request(
        PushMessage(title: "a", body: "b", data: ["aps": "{}"]), to: device, id: "a", now: 0)
    } throws: {
      ($0 as? PushError)?.code == .invalidMessage
    }
    for token in ["", "zz", "../../etc", String(repeating: "0", count: 63)] {
      #expect(throws: PushError.self) { try APNsDevice(token: token, environment: .sandbox) }
    }
    #expect(throws: PushError.self) { try APNsKey(pem: "x", keyID: "ABC123DEFG", teamID: "T") }
  }

  @Test(arguments: [
    (400, "BadDeviceToken", PushOutcome.unregistered(since: nil)),
    (400, "DeviceTokenNotForTopic", .unregistered(since: nil)),
    (400, "BadCollapseId", .rejected(reason: "APNs: BadCollapseId")),
    (403, "ExpiredProviderToken", .renewAuthorization(reason: "APNs: ExpiredProviderToken")),
    (403, "InvalidProviderToken", .misconfigured(reason: "APNs: InvalidProviderToken")),
    (413, "PayloadTooLarge", .rejected(reason: "APNs: PayloadTooLarge")),
    (429, "TooManyRequests", .retry(after: 60, reason: "APNs: TooManyRequests")),
    (500, "InternalServerError", .retry(after: nil, reason: "APNs: InternalServerError")),
    (503, "Shutdown", .retry(after: nil, reason: "APNs: Shutdown")),
    (503, "SomethingNew", .retry(after: nil, reason: "APNs: SomethingNew")),
  ])
  func `a reason means what Apple documents`(status: Int, reason: String, outcome: PushOutcome) {
    let response = PushResponse(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
    #expect(APNs.outcome(of: response) == outcome)
  }

  @Test func `the response for an unregistered device contains the time`() {
    let body = Array(#"{"reason":"Unregistered","timestamp":1700000000123}"#.utf8)
    #expect(
      APNs.outcome(of: PushResponse(status: 410, body: body))
        == .unregistered(since: 1_700_000_000))
  }

  @Test func `a proxy's error page is retried, and never deletes a device`() {
    let page = Array("<html>Bad Gateway</html>".utf8)
    #expect(
      APNs.outcome(of: PushResponse(status: 502, headers: ["retry-after": "7"], body: page))
        == .retry(after: 7, reason: "APNs: HTTP 502"))
    #expect(
      APNs.outcome(of: PushResponse(status: 404, body: page))
        == .rejected(reason: "APNs: HTTP 404"))
  }
}
