import CryptoExtras
import Foundation
import JWTKit
import Push
import Testing

struct FCMTests {
  @Test func `a request has the fields that Firebase requires`() async throws {
    let sender = FCM(account: try FakeGoogle.account(), transport: FakeGoogle())
    let message = PushMessage(
      title: "Lamp", body: "24.99 €", data: ["product": "7"], link: "/products/7",
      collapseID: "product-7", badge: 1, timeToLive: 600, urgency: .high)
    let request = try #require(
      try await sender.request(message, to: FCMDevice("abc", kind: .token), now: 1_700_000_000))
    #expect(
      request.url == "https://fcm.googleapis.com/v1/projects/example-project/messages:send")
    #expect(request[header: "authorization"] == "Bearer token-1")
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: [String: Any]])
    let sent = try #require(body["message"])
    #expect(sent["token"] as? String == "abc")
    #expect(sent["fid"] == nil)
    #expect((sent["data"] as? [String: String]) == ["product": "7", "link": "/products/7"])
    let android = try #require(sent["android"] as? [String: String])
    #expect(android == ["priority": "high", "ttl": "600s", "collapse_key": "product-7"])
    let apns = try #require(sent["apns"] as? [String: Any])
    #expect((apns["headers"] as? [String: String])?["apns-expiration"] == "1700000600")
  }

  @Test func `data named link is kept if the message has no link of its own`() async throws {
    let sender = FCM(account: try FakeGoogle.account(), transport: FakeGoogle())
    let message = PushMessage(title: "a", body: "b", data: ["link": "/lamp"])
    let request = try #require(
      try await sender.request(message, to: FCMDevice("abc", kind: .token), now: 1_000))
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: [String: Any]])
    #expect(body["message"]?["data"] as? [String: String] == ["link": "/lamp"])
  }

  @Test func `one access token serves all requests until it nearly expires`() async throws {
    let google = FakeGoogle()
    let sender = FCM(account: try FakeGoogle.account(), transport: google)
    let message = PushMessage(title: "a", body: "b")
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await sender.request(message, to: FCMDevice("abc", kind: .token), now: 1_000)?[
            header: "authorization"]
        }
      }
      for try await authorization in group { #expect(authorization == "Bearer token-1") }
    }
    #expect(await google.requestCount == 1)
    _ = try await sender.request(message, to: FCMDevice("abc", kind: .installation), now: 4_374)
    #expect(await google.requestCount == 1)
    let renewed = try await sender.request(message, to: FCMDevice("abc", kind: .token), now: 4_375)
    #expect(renewed?[header: "authorization"] == "Bearer token-2")
  }

  @Test func `the assertion is signed and valid for an hour`() async throws {
    let google = FakeGoogle()
    let sender = FCM(account: try FakeGoogle.account(), transport: google)
    _ = try await sender.request(
      PushMessage(title: "a", body: "b"), to: FCMDevice("abc", kind: .token), now: 1_700_000_000)
    let form = try #require(await google.form)
    #expect(form.hasPrefix("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&"))
    let assertion = try #require(form.split(separator: "&assertion=").last)
    let parts = assertion.split(separator: ".").map(String.init)
    let claims =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64URL.decode(parts[1])))) as? [String: Any]
    #expect(claims?["iss"] as? String == "push@example-project.iam.gserviceaccount.com")
    #expect(claims?["aud"] as? String == "https://oauth2.googleapis.com/token")
    #expect(claims?["exp"] as? Int == 1_700_003_600)
    let header =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64URL.decode(parts[0])))) as? [String: String]
    #expect(header?["alg"] == "RS256")
    #expect(header?["kid"] == "key-1")
    let key = try _RSA.Signing.PrivateKey(pemRepresentation: serviceAccountKeyPEM)
    let signature = _RSA.Signing.RSASignature(
      rawRepresentation: Data(try #require(Base64URL.decode(parts[2]))))
    #expect(
      key.publicKey.isValidSignature(
        signature, for: Data("\(parts[0]).\(parts[1])".utf8), padding: .insecurePKCS1v1_5))
  }

  @Test func `while Google is unavailable, there is no request; a rejection throws`() async throws {
    let message = PushMessage(title: "a", body: "b")
    let unavailable = FCM(
      account: try FakeGoogle.account(), transport: FakeGoogle(status: 503, body: "<html></html>"))
    #expect(try await unavailable.request(message, to: FCMDevice("a", kind: .token), now: 0) == nil)
    let rejecting = FCM(
      account: try FakeGoogle.account(),
      transport: FakeGoogle(status: 400, body: #"{"error":"invalid_grant"}"#))
    await #expect {
      try await rejecting.request(message, to: FCMDevice("a", kind: .token), now: 0)
    } throws: {
      ($0 as? PushError)?.code == .accessTokenRejected
    }
  }

  @Test(arguments: ["from", "gcm.notification", "google.c.a", "message_type"])
  func `reserved keys are rejected`(key: String) async throws {
    let sender = FCM(account: try FakeGoogle.account(), transport: FakeGoogle())
    await #expect {
      try await sender.request(
        PushMessage(title: "a", body: "b", data: [key: "x"]), to: FCMDevice("a", kind: .token),
        now: 0)
    } throws: {
      ($0 as? PushError)?.code == .invalidMessage
    }
  }

  @Test(arguments: [
    (404, "UNREGISTERED", PushOutcome.unregistered(since: nil)),
    (403, "SENDER_ID_MISMATCH", .unregistered(since: nil)),
    (400, "INVALID_ARGUMENT", .rejected(reason: "FCM: INVALID_ARGUMENT")),
    (401, "THIRD_PARTY_AUTH_ERROR", .misconfigured(reason: "FCM: THIRD_PARTY_AUTH_ERROR")),
    (429, "QUOTA_EXCEEDED", .retry(after: 60, reason: "FCM: QUOTA_EXCEEDED")),
    (500, "INTERNAL", .retry(after: nil, reason: "FCM: INTERNAL")),
    (503, "UNAVAILABLE", .retry(after: nil, reason: "FCM: UNAVAILABLE")),
  ])
  func `an error code means what Firebase documents`(
    status: Int, code: String, outcome: PushOutcome
  ) {
    let body = """
      {"error":{"code":\(status),"message":"m","status":"NOT_FOUND","details":[
      {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\(code)"}]}}
      """
    #expect(FCM.outcome(of: PushResponse(status: status, body: Array(body.utf8))) == outcome)
  }

  @Test func `an invalid token means an unregistered device`() {
    let body = """
      {"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT","details":[
      {"@type":"type.googleapis.com/google.rpc.BadRequest",
      "fieldViolations":[{"field":"message.token","description":"Invalid registration token"}]}]}}
      """
    #expect(
      FCM.outcome(of: PushResponse(status: 400, body: Array(body.utf8)))
        == .unregistered(since: nil))
  }

  @Test func `statuses without an error code are interpreted`() {
    func outcome(_ status: Int, _ body: String) -> PushOutcome {
      FCM.outcome(of: PushResponse(status: status, body: Array(body.utf8)))
    }
    #expect(outcome(502, "<html></html>") == .retry(after: nil, reason: "FCM: HTTP 502"))
    #expect(outcome(404, "<html></html>") == .rejected(reason: "FCM: HTTP 404"))
    #expect(outcome(401, "") == .renewAuthorization(reason: "FCM: HTTP 401"))
    #expect(
      outcome(200, #"{"name":"projects/p/messages/1"}"#) == .accepted(id: "projects/p/messages/1"))
  }
}

/// A fake of Google's token endpoint.
private actor FakeGoogle: PushTransport {
  private let status: Int
  private let body: String?
  private(set) var requestCount = 0
  private(set) var form: String?

  init(status: Int = 200, body: String? = nil) {
    self.status = status
    self.body = body
  }

  func send(_ request: PushRequest) -> PushResponse {
    requestCount += 1
    form = String(decoding: request.body, as: UTF8.self)
    let granted = #"{"access_token":"token-\#(requestCount)","expires_in":"3600"}"#
    return PushResponse(status: status, body: Array((body ?? granted).utf8))
  }

  static func account() throws -> ServiceAccount {
    let file = [
      "project_id": "example-project", "private_key_id": "key-1",
      "private_key": serviceAccountKeyPEM,
      "client_email": "push@example-project.iam.gserviceaccount.com",
      "token_uri": "https://oauth2.googleapis.com/token",
    ]
    return try ServiceAccount(json: Array(JSONEncoder().encode(file)))
  }
}
