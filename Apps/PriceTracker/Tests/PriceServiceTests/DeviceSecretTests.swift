import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PriceService
import Testing

/// Secrets in responses: the one by which a device is recognized, and the webhook's key.
@Suite struct DeviceSecretTests {
  private struct API {
    let client: any TestClientProtocol

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ body: [String: String]? = nil,
      token: String? = nil
    ) async throws -> (status: Int, json: [String: Any]) {
      var headers: HTTPFields = [.contentType: "application/json"]
      if let token { headers[.authorization] = "Bearer \(token)" }
      let response = try await client.execute(
        uri: "/api/v1" + path, method: method, headers: headers,
        body: try body.map { ByteBuffer(bytes: try JSONEncoder().encode($0)) })
      let json = try? JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
      return (response.status.code, json as? [String: Any] ?? [:])
    }

    func signIn(
      _ name: String, _ password: String = ServiceFixture.password, device: String? = nil
    ) async throws -> (status: Int, json: [String: Any]) {
      var body = ["email": "\(name)@example.com", "password": password]
      body["deviceSecret"] = device
      return try await send(.post, "/sessions", body)
    }
  }

  private func withAPI(
    _ body: @escaping @Sendable (API, ServiceFixture) async throws -> Void
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    for name in ["ada", "eve"] { _ = try await fixture.addUser(name) }
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "192.0.2.7" }
    try await Application(router: router).test(.router) { client in
      try await body(API(client: client), fixture)
    }
  }

  @Test func `a device stays known when its user changes the password`() async throws {
    try await withAPI { api, _ in
      let first = try await api.signIn("ada")
      let device = try #require(first.json["deviceSecret"] as? String)
      let access = try #require(first.json["accessToken"] as? String)
      let newPassword = "another horse battery"
      let change = try await api.send(
        .put, "/me/password",
        [
          "currentPassword": ServiceFixture.password, "newPassword": newPassword,
          "deviceSecret": device,
        ],
        token: access)
      #expect(change.status == 200)
      let renewedSecret = try #require(change.json["deviceSecret"] as? String)
      for _ in 0..<7 { _ = try await api.signIn("ada", "a stranger's guess") }
      #expect(try await api.signIn("ada", newPassword).status == 429)
      #expect(
        try await api.signIn("ada", newPassword, device: device).status == 429,
        "it may have been copied")
      let signedIn = try await api.signIn("ada", newPassword, device: renewedSecret)
      #expect(signedIn.status == 200)
    }
  }

  @Test func `attack: wrong passwords of strangers do not delay a known device`()
    async throws
  {
    try await withAPI { api, _ in
      let first = try #require(try await api.signIn("ada").json["deviceSecret"] as? String)
      let other = try #require(try await api.signIn("eve").json["deviceSecret"] as? String)
      for _ in 0..<7 { _ = try await api.signIn("ada", "a stranger's guess") }
      #expect(try await api.signIn("ada").status == 429)
      for token in [other, "none", ""] {
        #expect(try await api.signIn("ada", device: token).status == 429)
      }
      let signedIn = try await api.signIn("ada", device: first)
      #expect(signedIn.status == 200)
      let second = try #require(signedIn.json["deviceSecret"] as? String)
      #expect(second != first)
    }
  }

  @Test func `a refresh has no device secret, because the app keeps that of its sign-in`()
    async throws
  {
    try await withAPI { api, _ in
      let refresh = try #require(try await api.signIn("ada").json["refreshToken"] as? String)
      let renewed = try await api.send(
        .post, "/sessions/refresh", ["refreshToken": refresh])
      #expect(renewed.status == 200)
      #expect(renewed.json["deviceSecret"] == nil)
    }
  }

  @Test func `the webhook's key is only in responses about the webhook`() async throws {
    try await withAPI { api, _ in
      let token = try #require(try await api.signIn("ada").json["accessToken"] as? String)
      let webhookChange = try await api.send(
        .patch, "/me", ["webhook": "https://hook.example/"], token: token)
      let key = try #require(webhookChange.json["webhookSecret"] as? String)
      #expect(key.hasPrefix("whsec_"))
      let renameResponse = try await api.send(.patch, "/me", ["nickname": "Ada"], token: token)
      #expect(renameResponse.json["webhook"] as? String == "https://hook.example/")
      let profile = try await api.send(.get, "/me", token: token)
      let export = try await api.send(.get, "/me/export", token: token)
      for json in [
        renameResponse.json, profile.json, export.json["profile"] as? [String: Any] ?? [:],
      ] {
        #expect(json["email"] as? String == "ada@example.com")
        #expect(json["webhookSecret"] == nil)
      }
      let webhook = try await api.send(.get, "/me/webhook", token: token)
      #expect(webhook.json["secret"] as? String == key)
    }
  }
}
