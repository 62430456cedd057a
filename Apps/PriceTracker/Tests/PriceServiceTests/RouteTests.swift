import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

@Suite struct RouteTests {
  /// The routes of a service, and their responses.
  struct API {
    let fixture: ServiceFixture
    let client: any TestClientProtocol

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String? = nil
    ) async throws -> (status: Int, json: [String: Any]) {
      var headers: HTTPFields = [:]
      if body != nil { headers[.contentType] = "application/json" }
      if let token { headers[.authorization] = "Bearer \(token)" }
      let response = try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
      let json = try? JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
      return (response.status.code, json as? [String: Any] ?? [:])
    }
  }

  private func withAPI(_ body: @escaping @Sendable (API) async throws -> Void) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "192.0.2.7" }
    try await Application(router: router).test(.router) { client in
      try await body(API(fixture: fixture, client: client))
    }
  }

  @Test func `a user registers, signs in, renews the session and signs out`() async throws {
    try await withAPI { api in
      let registration =
        #"{"email": "ada@example.com", "password": "correct horse battery", "nickname": "Ada", "#
        + #""givenName": "Ada", "surname": "L", "acceptsTerms": TERMS}"#
      let rejected = try await api.send(
        .post, "/api/v1/accounts", registration.replacing("TERMS", with: "false"))
      #expect(rejected.status == 422)
      let acceptedRegistration = registration.replacing("TERMS", with: "true")
      #expect(try await api.send(.post, "/api/v1/accounts", acceptedRegistration).status == 202)
      // The same response for an existing address.
      #expect(try await api.send(.post, "/api/v1/accounts", acceptedRegistration).status == 202)
      let credentials = #"{"email": "ada@example.com", "password": "correct horse battery"}"#
      // As with a wrong password.
      #expect(try await api.send(.post, "/api/v1/sessions", credentials).status == 401)
      let registered = try await api.fixture.service.accounts.store.read {
        try $0.user(emailKey: "ada@example.com")
      }
      let user = try #require(registered)
      try await api.fixture.service.accounts.store.change { writer in
        var verified = user
        verified.verified = 1
        try writer.put(verified)
      }
      let signedIn = try await api.send(.post, "/api/v1/sessions", credentials)
      #expect(signedIn.status == 200)
      let token = try #require(signedIn.json["accessToken"] as? String)
      let profile = try await api.send(.get, "/api/v1/me", token: token)
      #expect(profile.json["nickname"] as? String == "Ada")
      #expect(profile.json["surname"] as? String == "L")
      let refresh = try #require(signedIn.json["refreshToken"] as? String)
      let renewed = try await api.send(
        .post, "/api/v1/sessions/refresh", #"{"refreshToken": "\#(refresh)"}"#)
      #expect(renewed.status == 200)
      let newToken = try #require(renewed.json["accessToken"] as? String)
      #expect(
        try await api.send(.post, "/api/v1/sessions/end", "{}", token: newToken).status == 204)
      #expect(try await api.send(.get, "/api/v1/me", token: newToken).status == 401)
    }
  }

  @Test func `only its author can change a comment, and a guest cannot write one`() async throws {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      _ = try await api.fixture.addUser("bob")
      let ada = try await api.fixture.signIn("ada").tokens.accessToken
      let bob = try await api.fixture.signIn("bob").tokens.accessToken
      api.fixture.shop.set("/lamp", cents: 2499)
      let added = try await api.send(
        .post, "/api/v1/products", #"{"url": "https://shop.example/lamp"}"#, token: ada)
      #expect(added.status == 200)
      let commentBody = #"{"text": "<script>alert(1)</script>\u202e"}"#
      #expect(try await api.send(.post, "/api/v1/products/1/comments", commentBody).status == 401)
      let comment = try await api.send(
        .post, "/api/v1/products/1/comments", commentBody, token: ada)
      #expect(comment.status == 201)
      #expect(comment.json["text"] as? String == "<script>alert(1)</script>")
      let editBody = #"{"text": "mine now"}"#
      for (token, status) in [(bob, 403), (nil as String?, 401)] {
        #expect(
          try await api.send(.put, "/api/v1/comments/1", editBody, token: token).status == status)
        #expect(try await api.send(.delete, "/api/v1/comments/1", token: token).status == status)
      }
      let comments = try await api.send(.get, "/api/v1/products/1/comments", token: bob)
      let items = try #require(comments.json["items"] as? [[String: Any]])
      #expect(items.map { $0["isOwn"] as? Bool } == [false])
      #expect(try await api.send(.delete, "/api/v1/comments/1", token: ada).status == 204)
    }
  }

  @Test func `errors are problem documents with a code and a message`() async throws {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      let token = try await api.fixture.signIn("ada").tokens.accessToken
      let rows: [(HTTPRequest.Method, String, String?, Int, String)] = [
        (.get, "/api/v1/products/99", nil, 404, "not-found"),
        (.get, "/api/v1/products/x", nil, 422, "invalid-input"),
        (.get, "/api/v1/lists/none", nil, 422, "invalid-input"),
        (.get, "/api/v1/lists/mostTracked?limit=0", nil, 422, "invalid-input"),
        (.get, "/api/v1/lists/mostTracked/pages?cursor=x", nil, 422, "invalid-cursor"),
        (.post, "/api/v1/products", "{", 422, "invalid-input"),
        (.post, "/api/v1/products", "{}", 422, "invalid-input"),
        (
          .post, "/api/v1/products", #"{"url": "https://10.0.0.1/"}"#, 422,
          "url-not-allowed"
        ),
        (
          .put, "/api/v1/products/1/tracking", #"{"rule": {"kind": "percentage"}}"#, 422,
          "invalid-input"
        ),
        (.patch, "/api/v1/me", #"{"timeZone": "Mars"}"#, 422, "invalid-input"),
        (.patch, "/api/v1/me", #"{"preferences": {"dailyLimit": 1000}}"#, 422, "invalid-input"),
        (.post, "/api/v1/devices", "{}", 422, "invalid-input"),
        (.post, "/api/v1/me/test-notification", "{}", 404, "not-found"),
        (.post, "/api/v1/me/webhook/test-notification", nil, 404, "not-found"),
        (.patch, "/api/v1/me", #"{"webhook": "http://hook.example/"}"#, 422, "webhook-not-https"),
        (.post, "/api/v1/sessions/with/google", #"{"idToken": "x"}"#, 404, "not-found"),
        (
          .post, "/api/v1/sessions", #"{"email": "ada@example.com", "password": "no"}"#, 401,
          "wrong-credentials"
        ),
        (
          .put, "/api/v1/me/password",
          #"{"currentPassword": "no", "newPassword": "correct horse battery 2"}"#, 401,
          "wrong-credentials"
        ),
      ]
      for (method, path, body, status, code) in rows {
        let response = try await api.send(method, path, body, token: token)
        #expect(response.status == status, "\(method) \(path)")
        #expect(response.json["code"] as? String == code, "\(method) \(path)")
        #expect((response.json["detail"] as? String)?.isEmpty == false)
      }
    }
  }

  @Test func `attack: a password change invalidates copied tokens, and its new tokens work`()
    async throws
  {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      let stolenTokens = try await api.fixture.signIn("ada").tokens
      let otherToken = try await api.fixture.signIn("ada").tokens.accessToken
      func profile(_ token: String?) async throws -> Int {
        try await api.send(.get, "/api/v1/me", token: token).status
      }
      func refresh(_ token: String) async throws -> (status: Int, json: [String: Any]) {
        try await api.send(.post, "/api/v1/sessions/refresh", #"{"refreshToken": "\#(token)"}"#)
      }
      #expect(try await profile(stolenTokens.accessToken) == 200)
      let passwordChange = try await api.send(
        .put, "/api/v1/me/password",
        #"{"currentPassword": "\#(ServiceFixture.password)", "#
          + #""newPassword": "another horse battery"}"#,
        token: stolenTokens.accessToken)
      #expect(passwordChange.status == 200)
      for token in [stolenTokens.accessToken, otherToken] {
        #expect(try await profile(token) == 401)
      }
      #expect(try await refresh(stolenTokens.refreshToken).status == 401)
      #expect(try await profile(passwordChange.json["accessToken"] as? String) == 200)
      let refreshResponse = try await refresh(
        try #require(passwordChange.json["refreshToken"] as? String))
      #expect(refreshResponse.status == 200)
      #expect(try await profile(refreshResponse.json["accessToken"] as? String) == 200)
    }
  }

  @Test func `a user's data is exported, and removed with the account`() async throws {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      let token = try await api.fixture.signIn("ada").tokens.accessToken
      api.fixture.shop.set("/lamp", cents: 2499)
      _ = try await api.send(
        .post, "/api/v1/products", #"{"url": "https://shop.example/lamp"}"#, token: token)
      _ = try await api.send(
        .post, "/api/v1/products/1/comments", #"{"text": "Good"}"#, token: token)
      let html = TestShop.html("/sofa", .price(cents: 2000))
      _ = try await api.fixture.service.add(
        "https://shop.example/sofa", page: SentPage(Array(html.utf8), charset: "utf-8"),
        by: try await api.fixture.signIn("ada").caller)
      let export = try await api.send(.get, "/api/v1/me/export", token: token)
      let sentPages = try #require(export.json["sentPages"] as? [[String: Any]])
      #expect(sentPages.map { $0["url"] as? String } == ["https://shop.example/sofa"])
      #expect(sentPages.first?["name"] as? String == "Product /sofa")
      #expect(sentPages.first?["category"] as? [String] == ["Books"])
      #expect(sentPages.first?["images"] as? [String] == ["https://shop.example/a.png"])
      let prices = (sentPages.first?["periods"] as? [[String: Any]])?.map {
        ($0["price"] as? [String: Any])?["minorUnits"] as? Int
      }
      #expect(prices == [2000])
      #expect((export.json["tracked"] as? [Any])?.count == 2)
      #expect((export.json["comments"] as? [Any])?.count == 1)
      // The sign-in is recent, which is not enough for an account with a password.
      for body in [#"{"password": "no"}"#, "{}"] {
        let rejected = try await api.send(.post, "/api/v1/me/deletion", body, token: token)
        #expect(rejected.status == 401)
        #expect(rejected.json["code"] as? String == "wrong-credentials")
      }
      let deletion = #"{"password": "\#(ServiceFixture.password)"}"#
      #expect(
        try await api.send(.post, "/api/v1/me/deletion", deletion, token: token).status == 204)
      #expect(try await api.send(.get, "/api/v1/me", token: token).status == 401)
      let product = try await api.send(.get, "/api/v1/products/1")
      #expect(product.json["trackers"] as? Int == 0)
      let comments = try await api.send(.get, "/api/v1/products/1/comments")
      #expect((comments.json["items"] as? [Any])?.isEmpty == true)
    }
  }

  @Test func `a device of another user is not found`() async throws {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      _ = try await api.fixture.addUser("eve")
      let ada = try await api.fixture.signIn("ada").tokens.accessToken
      let eve = try await api.fixture.signIn("eve").tokens.accessToken
      let body = #"{"fcm": "0123456789abcdef0123456789abcdef", "name": "Phone"}"#
      let device = try await api.send(.post, "/api/v1/devices", body, token: ada)
      let id = try #require(device.json["id"] as? String)
      #expect(try await api.send(.delete, "/api/v1/devices/\(id)", token: eve).status == 404)
      let test = #"{"device": "\#(id)"}"#
      #expect(
        try await api.send(.post, "/api/v1/me/test-notification", test, token: eve).status == 404)
      #expect(
        try await api.send(.post, "/api/v1/me/test-notification", test, token: ada).status == 202)
      let devices = try await api.send(.get, "/api/v1/me/devices", token: ada)
      #expect((devices.json["items"] as? [Any])?.count == 1)
      #expect(try await api.send(.delete, "/api/v1/devices/\(id)", token: ada).status == 204)
    }
  }

  @Test func `a removed device is not renewed, but can be registered again`() async throws {
    try await withAPI { api in
      func register(renewing id: String? = nil) async throws -> (status: Int, json: [String: Any]) {
        let member = id.map { #", "id": "\#($0)""# } ?? ""
        return try await api.send(
          .post, "/api/v1/devices", #"{"fcm": "0123456789abcdef0123456789abcdef"\#(member)}"#)
      }
      let registered = try await register()
      let id = try #require(registered.json["id"] as? String)
      let renewed = try await register(renewing: id)
      #expect(renewed.json["id"] as? String == id)
      #expect(try await api.send(.delete, "/api/v1/devices/\(id)").status == 204)
      let rejected = try await register(renewing: id)
      #expect(rejected.status == 410)
      #expect(rejected.json["code"] as? String == "device-removed")
      let newRegistration = try await register()
      #expect(newRegistration.status == 200)
      #expect(newRegistration.json["id"] as? String != id)
    }
  }

  @Test func `a guest's device belongs to no user, and to the user after a sign-in`() async throws {
    try await withAPI { api in
      _ = try await api.fixture.addUser("ada")
      let ada = try await api.fixture.signIn("ada").tokens.accessToken
      let body = #"{"fcm": "0123456789abcdef0123456789abcdef", "name": "Phone"}"#
      let guestDevice = try await api.send(.post, "/api/v1/devices", body)
      let id = try #require(guestDevice.json["id"] as? String)
      let stored = try #require(try await api.fixture.service.store.device(id))
      #expect(stored.user == nil)
      let devicesBefore = try await api.send(.get, "/api/v1/me/devices", token: ada)
      #expect((devicesBefore.json["items"] as? [Any])?.isEmpty == true)
      let userDevice = try await api.send(.post, "/api/v1/devices", body, token: ada)
      #expect(userDevice.json["id"] as? String == id)
      let devices = try await api.send(.get, "/api/v1/me/devices", token: ada)
      #expect((devices.json["items"] as? [Any])?.count == 1)
    }
  }
}
