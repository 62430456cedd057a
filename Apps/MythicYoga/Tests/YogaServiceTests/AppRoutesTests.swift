import Accounts
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import YogaDomain
import YogaService

/// The API that the iOS app uses.
@Suite(.timeLimit(.minutes(10))) struct AppRoutesTests {
  private static let credentials = Credentials(
    email: "mira@example.com", password: YogaSite.password)

  @Test func `an app registers, logs in once the address is confirmed, and logs out`() async throws
  {
    try await YogaSite.run { site in
      var app = AppClient(site)
      let registration = Registration(
        email: "mira@example.com", password: YogaSite.password, name: "Mira")
      try await app.send(.post, AppPaths.accounts, registration)
      #expect(app.status == 202)
      _ = try await site.mailbox.mail(to: "mira@example.com", "Confirm your address")
      // A login before the address is confirmed sends a new link.
      try await app.send(.post, AppPaths.sessions, Self.credentials)
      #expect(app.status == 403)
      #expect(try app.read(ServiceProblem.self).code == "wrong-credentials")
      var browser = site.browser()
      try await browser.confirm(
        try await site.mailbox.mail(to: "mira@example.com", "Confirm your address"),
        YogaSite.password)

      try await app.logIn(Self.credentials)
      let user = try app.read(SessionMessage.self).user
      #expect(user.name == "Mira" && user.email == "mira@example.com" && user.picture == nil)
      try await app.send(.get, AppPaths.profile)
      #expect(try app.read(Profile.self) == user)
      try await app.send(.post, AppPaths.sessionEnd)
      #expect(app.status == 204)
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 401)
    }
  }

  @Test(arguments: [
    ("", "", "Missing username & password", "Benutzername und Passwort fehlen", 422),
    ("mira@example.com", "", "Missing password", "Das Passwort fehlt", 422),
    (" ", "x", "Missing username/email", "Benutzername/E-Mail fehlt", 422),
    (
      "mira@example.com", "not this one", "Wrong email or password!",
      "E-Mail oder Passwort ist falsch!", 403
    ),
    (
      "nobody", "not this one", "Wrong email or password!",
      "E-Mail oder Passwort ist falsch!", 403
    ),
  ]) func `a failed login has one alert, in the words of the specification`(
    email: String, password: String, english: String, german: String, status: Int
  ) async throws {
    try await YogaSite.run { site in
      _ = try await site.register()
      for (language, text) in [("en", english), ("de", german)] {
        var app = AppClient(site, language: language)
        try await app.send(
          .post, AppPaths.sessions, Credentials(email: email, password: password))
        #expect(app.status == status)
        #expect(try app.read(ServiceProblem.self).detail == text)
      }
    }
  }

  @Test func `a refresh token works once, and a copied one ends the session`() async throws {
    let clock = SettableClock()
    try await YogaSite.run(clock: clock) { site in
      _ = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      let first = try app.read(SessionMessage.self).tokens
      clock.advance(by: 3_600)
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 401)
      try await app.send(
        .post, AppPaths.refresh, RefreshMessage(refreshToken: first.refreshToken))
      let second = try app.read(SessionTokens.self)
      app.token = second.accessToken
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 200)
      clock.advance(by: 60)
      try await app.send(
        .post, AppPaths.refresh, RefreshMessage(refreshToken: first.refreshToken))
      #expect(app.status == 401)
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 401)
    }
  }

  @Test func `a new password ends the other sessions, and this one gets new tokens`() async throws {
    try await YogaSite.run { site in
      var browser = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      try await app.send(
        .put, AppPaths.password,
        PasswordChange(currentPassword: "wrong", newPassword: "nine slow rivers bend"))
      #expect(app.status == 403)
      try await app.send(
        .put, AppPaths.password,
        PasswordChange(currentPassword: YogaSite.password, newPassword: "nine slow rivers bend"))
      #expect(app.status == 200)
      app.token = try app.read(SessionTokens.self).accessToken
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 200)
      try await browser.send(.get, "/account/export")
      #expect(browser.status == 401)
    }
  }

  @Test func `a change of address needs the password, and continues with new tokens`() async throws
  {
    try await YogaSite.run { site in
      _ = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      let old = app.token
      try await app.send(
        .put, AppPaths.email, Credentials(email: "noor@example.com", password: "wrong"))
      #expect(app.status == 403)
      try await app.send(
        .put, AppPaths.email,
        Credentials(email: "noor@example.com", password: YogaSite.password))
      #expect(app.status == 200)
      app.token = try app.read(SessionTokens.self).accessToken
      #expect(app.token != old)
      _ = try await site.mailbox.mail(to: "noor@example.com", "")
      // Nothing changes before the link in the email is opened.
      try await app.send(.get, AppPaths.profile)
      #expect(try app.read(Profile.self).email == "mira@example.com")
    }
  }

  @Test func `progress and pictures belong to the user of the token`() async throws {
    try await YogaSite.run { site in
      _ = try await site.register()
      _ = try await site.register("noor@example.com")
      var mira = AppClient(site)
      var noor = AppClient(site)
      try await mira.logIn(Self.credentials)
      try await noor.logIn(Credentials(email: "noor@example.com", password: YogaSite.password))
      var device = PracticeDevice(id: "mira-phone")
      device.setPosition(7, of: "agni/mantra", now: 1_000)
      try await mira.send(.post, AppPaths.sync, device.request(now: 1_000))
      #expect(mira.status == 200)
      let message = try mira.read(SyncMessage.self)
      #expect(message.response.state.position(of: "agni/mantra") == 7)
      try await mira.send(.get, AppPaths.profile)
      #expect(try mira.read(Profile.self).id == message.user)
      try await mira.send(
        .post, AppPaths.picture, bytes: Array(UserDataTests.png), type: "image/png")
      #expect(mira.status == 200)
      try await noor.send(
        .post, AppPaths.sync, PracticeDevice(id: "noor-phone").request(now: 0))
      #expect(try noor.read(SyncMessage.self).response.state.isEmpty)
      try await noor.send(.get, AppPaths.picture)
      #expect(noor.status == 404)
    }
  }

  @Test func `links to videos need a session and expire`() async throws {
    let clock = SettableClock()
    try await YogaSite.run(clock: clock) { site in
      _ = try await site.register()
      var app = AppClient(site)
      try await app.send(.get, AppPaths.links(of: "agni/mantra"))
      #expect(app.status == 401)
      try await app.logIn(Self.credentials)
      try await app.send(.get, AppPaths.links(of: "agni/mantra"))
      let paths = try app.read(VideoPaths.self)
      #expect(paths.hls.hasSuffix("/agni/mantra/master.m3u8"))
      #expect(paths.expires > clock.now && paths.expires <= clock.now + 7 * 3_600)
      try await app.send(.get, AppPaths.links(of: "agni/none"))
      #expect(app.status == 404)
    }
  }

  @Test func `a link plays without a session, only as it was signed, and until it expires`()
    async throws
  {
    let clock = SettableClock()
    try await YogaSite.run(clock: clock) { site in
      try FileManager.default.createDirectory(
        atPath: site.mediaFolder + "/agni/mantra", withIntermediateDirectories: true)
      for file in ["master.m3u8", "video.mp4"] {
        try Data("#EXTM3U".utf8).write(to: URL(filePath: "\(site.mediaFolder)/agni/mantra/\(file)"))
      }
      var browser = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      try await app.send(.get, AppPaths.links(of: "agni/mantra"))
      let link = try app.read(VideoPaths.self).hls
      // The system's player has neither the app's token nor a cookie.
      var player = AppClient(site)
      try await player.send(.get, link)
      #expect(player.status == 200)
      let video = link.replacing("master.m3u8", with: "video.mp4")
      try await player.send(.get, video)
      #expect(player.status == 200)
      let signature = String(link.split(separator: "/")[1])
      let changed = signature.dropLast() + (signature.hasSuffix("A") ? "Q" : "A")
      for other in [String(changed), "open", "0-x", ""] {
        try await player.send(.get, link.replacing(signature, with: other))
        #expect(player.status == 403 || player.status == 404, "\(other)")
      }
      try await player.send(.get, link.replacing("mantra", with: "mudra"))
      #expect(player.status == 403)
      // A browser's links are those of its user, so it does not play those of an app.
      try await browser.send(.get, link)
      #expect(browser.status == 403)
      clock.advance(by: 7 * 3_600)
      try await player.send(.get, link)
      #expect(player.status == 403)
    }
  }

  @Test func `links in emails are confirmed in the app`() async throws {
    try await YogaSite.run { site in
      var app = AppClient(site)
      try await app.send(
        .post, AppPaths.accounts,
        Registration(email: "mira@example.com", password: YogaSite.password, name: "Mira"))
      let mail = try await site.mailbox.mail(to: "mira@example.com", "Confirm your address")
      let link = try Self.token(in: mail)
      for (password, status) in [("", 422), ("not this one at all", 403)] {
        try await app.send(
          .post, AppPaths.verification, TokenMessage(token: link, password: password))
        #expect(app.status == status)
      }
      let message = TokenMessage(token: link, password: YogaSite.password)
      try await app.send(.post, AppPaths.verification, message)
      #expect(app.status == 200)
      app.token = try app.read(SessionMessage.self).tokens.accessToken
      try await app.send(
        .put, AppPaths.email,
        Credentials(email: "mira@example.org", password: YogaSite.password))
      app.token = try app.read(SessionTokens.self).accessToken
      let change = try await site.mailbox.mail(to: "mira@example.org", "")
      var stranger = AppClient(site)
      let address = TokenMessage(token: try Self.token(in: change), password: "")
      try await stranger.send(.post, AppPaths.emailVerification, address)
      #expect(stranger.status == 401)
      try await app.send(.post, AppPaths.emailVerification, address)
      #expect(app.status == 200)
      app.token = try app.read(SessionTokens.self).accessToken
      try await app.send(.get, AppPaths.profile)
      #expect(try app.read(Profile.self).email == "mira@example.org")
      try await app.send(
        .post, AppPaths.passwordReset, AddressMessage(email: "mira@example.org"))
      let reset = try await site.mailbox.mail(to: "mira@example.org", "password")
      let next = TokenMessage(token: try Self.token(in: reset), password: "nine slow rivers bend")
      try await app.send(.put, AppPaths.passwordReset, next)
      #expect(app.status == 204)
      try await app.send(.put, AppPaths.passwordReset, next)
      #expect(app.status == 422)
      try await app.logIn(
        Credentials(email: "mira@example.org", password: "nine slow rivers bend"))
    }
  }

  private static func token(in mail: OutgoingMail) throws -> String {
    let link = try #require(mail.link)
    let start = try #require(link.firstRange(of: "link="))
    return String(link[start.upperBound...])
  }

  @Test func `the app site association is served only if an app is configured`() async throws {
    let path = "/.well-known/apple-app-site-association"
    try await YogaSite.run { site in
      var client = AppClient(site)
      try await client.send(.get, path)
      #expect(client.status == 404)
    }
    try await YogaSite.run(appleApp: "TEAM123456.dev.flowmagic.yoga") { site in
      var client = AppClient(site)
      try await client.send(.get, path)
      #expect(client.status == 200)
      let file = try client.read(Association.self)
      let details = try #require(file.applinks.details.first)
      #expect(details.appIDs == ["TEAM123456.dev.flowmagic.yoga"])
      let query = ["link": "?*"]
      #expect(
        details.components
          == ["verify", "reset", "address"].map {
            Association.Component(path: "/account/\($0)", query: query)
          })
      #expect(file.webcredentials.apps == details.appIDs)
    }
    for id in ["", "dev.flowmagic.yoga", "team123456.x", "TEAM123456", "TEAM123456.a b"] {
      #expect(YogaServer.problem(withAppleApp: id) != nil)
    }
    #expect(YogaServer.problem(withAppleApp: "TEAM123456.dev.flowmagic.yoga") == nil)
  }

  /// The file as Apple documents it.
  private struct Association: Decodable {
    struct Links: Decodable { let details: [Details] }
    struct Details: Decodable {
      let appIDs: [String]
      let components: [Component]
    }
    struct Component: Decodable, Equatable {
      let path: String
      let query: [String: String]

      enum CodingKeys: String, CodingKey {
        case path = "/"
        case query = "?"
      }

      init(path: String, query: [String: String]) { (self.path, self.query) = (path, query) }
    }
    struct Credentials: Decodable { let apps: [String] }

    let applinks: Links
    let webcredentials: Credentials
  }

  @Test func `the API accepts neither a cookie nor the token of a deleted user`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = try await site.register()
      for path in [AppPaths.profile, AppPaths.links(of: "agni/mantra")] {
        try await browser.send(.get, path)
        #expect(browser.status == 401)
      }
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      try await app.send(
        .post, AppPaths.deletion, PasswordMessage(password: YogaSite.password))
      #expect(app.status == 204)
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 401)
      try await app.send(.post, AppPaths.sessions, Self.credentials)
      #expect(app.status == 403)
    }
  }

  @Test func `requests that cannot be read are rejected`() async throws {
    try await YogaSite.run { site in
      var app = AppClient(site)
      try await app.send(.post, AppPaths.sessions, bytes: Array("{".utf8))
      #expect(app.status == 400)
      try await app.send(
        .post, AppPaths.sessions, bytes: Array(repeating: 0x20, count: 17 << 10))
      #expect(app.status == 400)
      try await app.send(
        .post, AppPaths.sessions, bytes: Array(#"{"email":"","password":""}"#.utf8),
        type: "text/plain")
      #expect(app.status == 400)
    }
  }
}
