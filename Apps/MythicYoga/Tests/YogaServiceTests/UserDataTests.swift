import Accounts
import Foundation
import HTTPTypes
import NIOCore
import Testing
import YogaDomain
import YogaService
import YogaWeb

/// Isolation of users' data: synchronization, pictures, export, deletion.
@Suite(.timeLimit(.minutes(5))) struct UserDataTests {
  /// The request of a device with a position in a video and a favorite.
  private func practiceRequest() throws -> ByteBuffer {
    var device = PracticeDevice(id: "device-1")
    device.setPosition(7, of: "agni/mantra", now: 1_000)
    device.setFavorite(true, "kali/mantra", now: 1_000)
    return ByteBuffer(bytes: try JSONEncoder().encode(device.request(now: 1_000)))
  }

  private func emptyRequest() throws -> ByteBuffer {
    ByteBuffer(bytes: try JSONEncoder().encode(PracticeDevice(id: "device-2").request(now: 0)))
  }

  /// Returns the URL in the response to setting a picture.
  private func pictureURL(in browser: YogaBrowser) throws -> String {
    let response = try JSONDecoder().decode([String: String].self, from: Data(browser.page.utf8))
    return try #require(response["url"])
  }

  /// A gray picture, 96 pixels wide, as PNG.
  static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAAAAADH8yjkAAAAO0lEQVR42u3NMQ0AAAwDoEqv9KrYsQQMkB6L"
        + "QCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAg+BoMVB0BDwvUQvEAAAAASUVORK5CYII=") ?? Data()

  @Test func `a user's practices and picture are invisible to other users and guests`()
    async throws
  {
    try await YogaSite.run { site in
      var mira = try await site.register()
      var noor = try await site.register("noor@example.com")
      var guest = site.browser()
      let json = "application/json"
      try await mira.send(.post, SyncRoutes.path, type: json, body: practiceRequest())
      #expect(mira.status == 200 && mira.page.contains("mantra"))
      try await mira.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      #expect(mira.status == 200)
      let miraURL = try pictureURL(in: mira)
      try await mira.send(.get, miraURL)
      #expect(mira.status == 200)
      #expect(mira.headers[.cacheControl] == "private, max-age=31536000")

      try await noor.send(.post, SyncRoutes.path, type: json, body: emptyRequest())
      #expect(noor.status == 200 && !noor.page.contains("mantra"))
      try await noor.send(.get, miraURL)
      #expect(noor.status == 404)
      try await noor.send(.get, "/account/export")
      #expect(noor.page.contains("noor@example.com") && !noor.page.contains("mira@example.com"))
      #expect(!noor.page.contains("mantra"))
      // A browser that both use must not show one user the picture of the other from its cache.
      try await noor.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      #expect(noor.status == 200)
      #expect(try pictureURL(in: noor) != miraURL)
      for url in ["/account/picture", "/account/picture?v=1", miraURL] {
        try await noor.send(.get, url)
        #expect(noor.status == 200 && noor.headers[.cacheControl] == "no-store", "\(url)")
      }
      // The URL of a replaced picture.
      try await mira.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      #expect(try pictureURL(in: mira) != miraURL)
      try await mira.send(.get, miraURL)
      #expect(mira.status == 200 && mira.headers[.cacheControl] == "no-store")

      try await guest.send(.post, SyncRoutes.path, type: json, body: emptyRequest())
      #expect(guest.status == 401)
      try await guest.send(.get, miraURL)
      #expect(guest.status == 404)
      try await guest.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      #expect(guest.status == 401)
      try await guest.send(.get, "/account/export")
      #expect(guest.status == 401 && !guest.page.contains("mira"))
    }
  }

  @Test func `errors of the picture form are pages`() async throws {
    try await YogaSite.run { site in
      func form(_ file: Data) -> ByteBuffer {
        let head = "--b\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\n"
        return ByteBuffer(bytes: Data(head.utf8) + file + Data("\r\n--b--\r\n".utf8))
      }
      func expectPage(_ browser: YogaBrowser, _ status: Int, _ text: String) {
        #expect(browser.status == status)
        #expect(browser.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(browser.page.contains(text), "\(browser.page)")
      }
      let path = "/account/picture"
      let type = "multipart/form-data; boundary=b"
      var guest = site.browser()
      try await guest.send(.post, path, type: type, body: form(Self.png))
      expectPage(guest, 401, "Log in to set a picture.")
      var mira = try await site.register()
      try await mira.send(.post, path, type: type, body: form(Data("text".utf8)))
      expectPage(mira, 422, "This picture cannot be used")
      try await mira.send(.post, path, type: type, body: form(Data(count: 9 << 20)))
      expectPage(mira, 413, "The picture is too large.")
      try await mira.send(.post, path, type: type, body: form(Self.png))
      #expect(mira.status == 303)
      mira.fetchSite = "cross-site"
      try await mira.send(.post, path, type: type, body: form(Self.png))
      expectPage(mira, 403, "Nothing was changed")
    }
  }

  @Test func `the export contains all stored data of a user`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      try await mira.send(.post, SyncRoutes.path, type: "application/json", body: practiceRequest())
      try await mira.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      try await mira.send(.get, "/account/export")
      #expect(
        mira.status == 200 && mira.headers[.contentDisposition]?.contains("attachment") == true)
      struct Export: Decodable {
        let email: String
        let name: String
        let registered: String
        let practice: PracticeState
        let picture: Data
      }
      let export = try JSONDecoder().decode(Export.self, from: Data(mira.page.utf8))
      #expect(export.email == "mira@example.com" && export.name == "Mira")
      let user = try await site.server.users.accounts.administration.user("mira@example.com")
      let stored = try await site.server.users.store.practice(of: user.id).state
      #expect(export.practice == stored && !stored.isEmpty)
      #expect(try await site.server.users.store.picture(of: user.id) == export.picture)
    }
  }

  @Test func `deleting the account requires the password, and removes all data`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      try await mira.send(.post, SyncRoutes.path, type: "application/json", body: practiceRequest())
      try await mira.send(
        .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
      let users = site.server.users
      let user = try await users.accounts.administration.user("mira@example.com").id
      try await mira.open("/")
      try await mira.press("account")
      try await mira.press("delete")
      try await mira.press("deleteAccount", ["password": "a wrong one"])
      #expect(mira.status == 422 && mira.alerts.count == 1)
      #expect(try await users.accounts.administration.user(user).email == "mira@example.com")
      try await mira.press("deleteAccount", ["password": YogaSite.password])
      #expect(mira.path == "/yoga/start" && mira.cookie("__Host-session") == nil)
      // With this cookie, the page's script removes the user's data from the browser.
      #expect(mira.cookie("yoga-deleted") == user)
      await #expect(throws: (any Error).self) {
        try await users.accounts.administration.user("mira@example.com")
      }
      #expect(try await users.store.practice(of: user).state.isEmpty)
      #expect(try await users.store.picture(of: user) == nil)
      try await mira.logIn()
      #expect(mira.alerts == ["Wrong email or password!"])
    }
  }

  @Test func `data of a deleted account left by a killed process is removed`() async throws {
    try await YogaSite.run { site in
      let users = site.server.users
      var ids: [String] = []
      for name in ["mira", "noor"] {
        var browser = try await site.register("\(name)@example.com")
        try await browser.send(
          .post, SyncRoutes.path, type: "application/json", body: practiceRequest())
        try await browser.send(
          .post, "/account/picture", type: "image/png", body: ByteBuffer(bytes: Self.png))
        ids.append(try await users.accounts.administration.user("\(name)@example.com").id)
      }
      #expect(try await users.removeDataOfDeletedAccounts() == 0)
      // The first of the two steps of a deletion.
      try await users.accounts.administration.deleteUser(ids[0], by: .operator("test"))
      #expect(try await users.store.picture(of: ids[0]) != nil)
      #expect(try await users.removeDataOfDeletedAccounts() == 1)
      #expect(try await users.store.practice(of: ids[0]).state.isEmpty)
      #expect(try await users.store.picture(of: ids[0]) == nil)
      #expect(try await !users.store.practice(of: ids[1]).state.isEmpty)
      #expect(try await users.store.picture(of: ids[1]) != nil)
    }
  }

  @Test func `a page has no links to videos once its session has ended`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for press in ["myths", "agni"] { try await mira.press(press) }
      #expect(mira.path == "/yoga/agni" && mira.page.contains("/video.mp4"))
      let administration = site.server.users.accounts.administration
      let user = try await administration.user("mira@example.com").id
      try await administration.disable(user, by: .operator("test"))
      try await mira.open("/yoga/agni")
      #expect(mira.path == "/yoga/agni" && mira.page.contains("/media/open/"))
      #expect(!mira.page.contains("/video.mp4"))
    }
  }

  @Test func `disabling an account ends its sessions and prevents login`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      let administration = site.server.users.accounts.administration
      let user = try await administration.user("mira@example.com").id
      try await administration.disable(user, by: .operator("test"))
      try await mira.send(.get, "/account/export")
      #expect(mira.status == 401)
      try await mira.send(.post, SyncRoutes.path, type: "application/json", body: practiceRequest())
      #expect(mira.status == 401)
      var browser = site.browser()
      try await browser.openStart()
      try await browser.logIn()
      #expect(browser.status == 422 && browser.cookie("__Host-session") == nil)
      #expect(browser.alerts.first?.contains("disabled") == true)
      try await administration.enable(user, by: .operator("test"))
      try await browser.logIn()
      #expect(browser.path == "/yoga/menu")
    }
  }
}
