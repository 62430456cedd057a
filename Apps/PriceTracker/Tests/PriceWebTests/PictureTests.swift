import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PriceService
import PriceStore
import PriceTestSupport
import PriceWeb
import Testing

/// The picture beside a user's comments.
@Suite struct PictureTests {
  /// A PNG of 64 × 64 pixels with a comment.
  static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAE3RFWHRDb21tZW50AFNFQ1JFVFBMQUNFoSLkcQAAAE9J"
    + "REFUeNrtz0EJAAAIBLBLcv2jGMsIvoXBCizTvhYBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
    + "AQEBAQEBgcsCyqdA8b8S248AAAAASUVORK5CYII="

  private static let comment = Data("SECRETPLACE".utf8)

  private func token(_ name: String, _ service: PriceService) async throws -> String {
    let password = "violet harbour 71 lanterns"
    _ = try await service.accounts.administration.addUser(
      email: "\(name)@example.com", name: name, password: password, isVerified: true,
      by: .operator("test"))
    let result = try await service.accounts.authentication.signIn(
      email: "\(name)@example.com", password: password, as: .app,
      client: .init(address: "192.0.2.7", userAgent: "test"))
    guard case .signedIn(let session) = result, case .tokens(let tokens) = session.credential
    else { throw PriceError(.signedOut, "no session") }
    return tokens.accessToken
  }

  /// Adds a user, and returns the cookie of their session in a browser.
  private func browserCookie(_ name: String, _ service: PriceService) async throws -> String {
    _ = try await token(name, service)
    let result = try await service.accounts.authentication.signIn(
      email: "\(name)@example.com", password: "violet harbour 71 lanterns", as: .browser,
      client: .init(address: "192.0.2.7", userAgent: "test"))
    guard case .signedIn(let session) = result, case .cookie(let cookie) = session.credential
    else { throw PriceError(.signedOut, "no session") }
    return cookie
  }

  private struct API {
    let client: any TestClientProtocol
    let token: String

    func send(
      _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, isGuest: Bool = false
    ) async throws -> (status: Int, type: String?, body: Data) {
      var headers: HTTPFields = isGuest ? [:] : [.authorization: "Bearer \(token)"]
      if body != nil { headers[.contentType] = "application/json" }
      let response = try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
      return (
        response.status.code, response.headers[.contentType], Data(response.body.readableBytesView)
      )
    }

    func json(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws
      -> [String: Any]
    {
      let response = try await send(method, path, body)
      #expect((200..<300).contains(response.status), "\(method) \(path)")
      return try #require(
        try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    }
  }

  @Test func `A picture is shown beside its user's comments, without its file's metadata`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    let lamp = try await fixture.addProduct("Lantern")
    #expect(Data(base64Encoded: Self.png)?.range(of: Self.comment) != nil)
    try await fixture.run { client in
      let api = API(client: client, token: try await token("ada", service))
      let comments = "/api/v1/products/\(lamp)/comments"
      #expect(try await api.json(.post, comments, #"{"text": "Good"}"#)["picture"] == nil)
      let upload = #"{"picture": "\#(Self.png)"}"#
      #expect(try await api.send(.put, "/api/v1/me/picture", upload, isGuest: true).status == 401)
      let updatedProfile = try await api.json(.put, "/api/v1/me/picture", upload)
      let path = try #require(updatedProfile["picture"] as? String)
      let items = try #require(try await api.json(.get, comments)["items"] as? [[String: Any]])
      #expect(items.map { $0["picture"] as? String } == [path])
      #expect(try await api.json(.get, "/api/v1/me")["picture"] as? String == path)
      let picture = try await api.send(.get, path, isGuest: true)
      #expect((picture.status, picture.type ?? "") == (200, "image/webp"))
      #expect(picture.body.range(of: Self.comment) == nil)
      // A new picture has a new path, because browsers keep the old one forever.
      let newPath = try await api.json(.put, "/api/v1/me/picture", upload)["picture"] as? String
      #expect(newPath != nil && newPath != path)
      #expect(try await api.send(.get, path).status == 404)
      let export = try await api.json(.get, "/api/v1/me/export")
      #expect((export["picture"] as? String)?.hasPrefix("UklGR") == true)
      #expect(try await api.send(.delete, "/api/v1/me/picture").status == 204)
      #expect(try await api.json(.get, "/api/v1/me")["picture"] == nil)
    }
  }

  @Test func `A picture is deleted with its account`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let api = API(client: client, token: try await token("ada", service))
      let updatedProfile = try await api.json(
        .put, "/api/v1/me/picture", #"{"picture": "\#(Self.png)"}"#)
      let path = try #require(updatedProfile["picture"] as? String)
      let deletion = #"{"password": "violet harbour 71 lanterns"}"#
      #expect(try await api.send(.post, "/api/v1/me/deletion", deletion).status == 204)
      #expect(try await api.send(.get, path, isGuest: true).status == 404)
    }
  }

  @Test(arguments: [
    ("", "picture-empty"), ("R0lGODlhAQABAAAAACw=", "picture-format"),
    ("PHN2Zz48c2NyaXB0Lz48L3N2Zz4=", "picture-format"), ("/9j/4AAQ", "picture-unreadable"),
  ])
  func `A file that is not a picture is rejected with its reason`(
    file: String, code: String
  ) async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let api = API(client: client, token: try await token("ada", service))
      let rejected = try await api.send(.put, "/api/v1/me/picture", #"{"picture": "\#(file)"}"#)
      let problem = try JSONSerialization.jsonObject(with: rejected.body) as? [String: Any]
      #expect(rejected.status == 422)
      #expect(problem?["code"] as? String == code)
    }
  }

  @Test(arguments: [false, true])
  func `A picture that arrives after the session has ended is not used`(
    deletesUser: Bool
  ) async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      _ = try await token("ada", service)
      let result = try await service.accounts.authentication.signIn(
        email: "ada@example.com", password: "violet harbour 71 lanterns", as: .browser,
        client: .init(address: "192.0.2.7", userAgent: "test"))
      guard case .signedIn(let session) = result, case .cookie(let cookie) = session.credential
      else { throw PriceError(.signedOut, "no session") }
      _ = try await service.profile(of: session.user)
      let user = session.user.id
      fixture.bodyHook.beforeBody {
        let administration = service.accounts.administration
        if deletesUser {
          try await administration.deleteUser(user, by: .operator("test"))
        } else {
          try await service.accounts.sessions.signOut(
            session.session.id, of: user, client: .init(address: "192.0.2.8"))
        }
      }
      var body = ByteBuffer(
        string: "--b\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\n")
      body.writeBytes(Data(base64Encoded: Self.png) ?? Data())
      body.writeString("\r\n--b--\r\n")
      let response = try await client.execute(
        uri: "/account/picture", method: .post,
        headers: [
          .cookie: "__Host-prices=\(cookie)", .origin: "http://localhost",
          .contentType: "multipart/form-data; boundary=b",
        ], body: body)
      #expect(response.headers[.location] == "/prices/login")
      #expect(try await service.store.picture(of: user) == nil)
    }
  }

  @Test func `A picture for the page has the API's limits, and counts before it arrives`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let cookie = try await browserCookie("ada", service)
      func page(declaring bytes: Int) async throws -> String {
        let response = try await client.execute(
          uri: "/account/picture", method: .post,
          headers: [
            .cookie: "__Host-prices=\(cookie)", .origin: "http://localhost",
            .contentType: "multipart/form-data; boundary=b", .contentLength: "\(bytes)",
          ])
        return String(buffer: response.body)
      }
      let limit = PriceService.maximumPictureBodyBytes
      #expect(limit <= 9 << 20)
      #expect(try await page(declaring: limit + 1).contains("larger than 8 MB"))
      // A network may send 256 MiB in ten minutes.
      for _ in 0..<(256 << 20) / limit {
        #expect(try await !page(declaring: limit).contains("too much data"))
      }
      #expect(try await page(declaring: limit).contains("too much data"))
    }
  }

  @Test func `A picture for the page takes memory only while its request is processed`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      let cookie = try await browserCookie("ada", service)
      // The bodies of a user may take 9 MiB at a time.
      for _ in 0..<2 {
        let response = try await client.execute(
          uri: "/account/picture", method: .post,
          headers: [
            .cookie: "__Host-prices=\(cookie)", .origin: "http://localhost",
            .contentType: "multipart/form-data",
          ], body: ByteBuffer(repeating: 0, count: 5 << 20))
        #expect(String(buffer: response.body).contains("The file is empty."))
      }
    }
  }

  @Test func `Another site cannot set or remove a picture`() async throws {
    try await SiteFixture().run { client in
      for path in ["/account/picture", "/account/picture/remove"] {
        let response = try await client.execute(
          uri: path, method: .post, headers: [.origin: "https://evil.example"])
        #expect(response.status == .forbidden)
        #expect(String(buffer: response.body).contains("Nothing was changed"))
      }
      let guest = try await client.execute(uri: "/account/picture", method: .get)
      #expect(guest.headers[.location] == "/prices/login")
    }
  }
}
