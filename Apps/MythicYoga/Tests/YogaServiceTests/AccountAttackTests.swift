import Accounts
import Foundation
import HTTPTypes
import NIOCore
import Testing
import YogaWeb

/// Attacks on accounts: forged requests, large bodies, session fixation, account enumeration.
@Suite(.timeLimit(.minutes(5))) struct AccountAttackTests {
  @Test(
    arguments: [("cross-site", nil), ("same-site", nil), (nil, nil), (nil, "https://evil.example")]
      as [(String?, String?)])
  func `forms of other or unknown sites, and requests of other sites, are rejected`(
    site: String?, origin: String?
  ) async throws {
    try await YogaSite.run { yoga in
      var mira = try await yoga.register()
      (mira.fetchSite, mira.origin) = (site, origin)
      let form = "application/x-www-form-urlencoded"
      for path in [AccountPaths.verify, AccountPaths.reset, AccountPaths.address] {
        let body = ByteBuffer(string: "link=x&password=seven+calm+tigers")
        try await mira.send(.post, path, type: form, body: body)
        #expect(mira.status == 403)
      }
      let picture = ByteBuffer(string: "not a picture")
      try await mira.send(.post, "/account/picture", type: "image/png", body: picture)
      #expect(mira.status == 403)
      if site != nil || origin != nil {
        let changes = ByteBuffer(string: "{}")
        try await mira.send(.post, SyncRoutes.path, type: "application/json", body: changes)
        #expect(mira.status == 403)
        // The flow: the state of the page does not help a page of another site.
        try await mira.open("/yoga")
        try await mira.press("myths")
        #expect(mira.status == 403 && mira.path == "/yoga/menu")
      }
    }
  }

  @Test func `bodies that are too large are rejected`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for (path, type, bytes) in [
        (AccountPaths.verify, "application/x-www-form-urlencoded", 17 << 10),
        (AccountPaths.reset, "application/x-www-form-urlencoded", 17 << 10),
        ("/yoga/welcome", "application/x-www-form-urlencoded", 65 << 10),
        (SyncRoutes.path, "application/json", SyncRoutes.maximumBytes + 1),
        ("/account/picture", "image/png", 32 << 20),
      ] {
        let body = ByteBuffer(repeating: UInt8(ascii: "a"), count: bytes)
        try await mira.send(.post, path, type: type, body: body)
        #expect(mira.status == 413, "\(path)")
      }
    }
  }

  @Test func `a login does not use a planted session`() async throws {
    try await YogaSite.run { site in
      _ = try await site.register()
      var attacker = try await site.register("noor@example.com")
      let planted = try #require(attacker.cookie("__Host-session"))
      var victim = site.browser()
      try await victim.openStart()
      victim.setCookie("__Host-session", planted)
      try await victim.logIn()
      let ownCookie = try #require(victim.cookie("__Host-session"))
      #expect(ownCookie != planted)
      try await victim.send(.get, "/account/export")
      #expect(victim.page.contains("mira@example.com"))
      try await attacker.send(.get, "/account/export")
      #expect(!attacker.page.contains("mira@example.com"))
      // Two different cookies with the same name: neither is accepted.
      victim.setCookie("__Host-session", planted, path: "/account")
      try await victim.send(.get, "/account/export")
      #expect(victim.status == 401)
    }
  }

  @Test func `responses do not reveal which addresses have accounts`() async throws {
    try await YogaSite.run { site in
      _ = try await site.register()
      var responses: [[String]] = []
      for email in ["mira@example.com", "nobody@example.com"] {
        var browser = site.browser()
        var seen: [String] = []
        func record() {
          let page = browser.page.replacing(email, with: "ADDRESS")
          let heading = browser.heading ?? ""
          seen.append("\(browser.status) \(browser.path) \(heading) \(browser.alerts)")
          #expect(!page.contains("exist"))
        }
        try await browser.openStart()
        try await browser.logIn(email, "something else")
        record()
        try await browser.press("forgot")
        try await browser.press("sendReset", ["email": email])
        record()
        try await browser.press("start")
        try await browser.press("register")
        try await browser.press(
          "register", ["name": "Mira", "email": email, "password": "another long password"])
        record()
        responses.append(seen)
      }
      #expect(responses[0] == responses[1] && responses[0].count == 3)
      // Each address got one email for each request, which only its owner can read.
      for (email, reset, registered) in [
        ("mira@example.com", "Set a new password", "You already have an account"),
        ("nobody@example.com", "You have no account", "Confirm your address"),
      ] {
        _ = try await site.mailbox.mail(to: email, reset)
        _ = try await site.mailbox.mail(to: email, registered)
      }
      var mira = site.browser()
      try await mira.openStart()
      try await mira.logIn()
      #expect(mira.path == "/yoga/menu", "Registering again changed the password.")
    }
  }

  @Test func `links in emails work for one purpose, and their parameters are escaped`() async throws
  {
    try await YogaSite.run { site in
      _ = try await site.register()
      var browser = site.browser()
      try await browser.openStart()
      try await browser.press("forgot")
      try await browser.press("sendReset", ["email": "mira@example.com"])
      let mail = try await site.mailbox.mail(to: "mira@example.com", "Set a new password")
      let link = try #require(mail.link)
      // Opening it, like a mail scanner, changes nothing.
      for _ in 0..<2 { try await browser.open(link) }
      #expect(browser.status == 200 && browser.headers[.cacheControl] == "no-store")
      try await browser.open(link.replacing(AccountPaths.reset, with: AccountPaths.verify))
      try await browser.submit(["password": YogaSite.password])
      #expect(browser.status == 422 && browser.cookie("__Host-session") == nil)
      try await browser.open(AccountPaths.reset + "?link=%22%3E%3Cscript%3E")
      #expect(!browser.page.contains("<script") && browser.page.contains("&lt;script"))
      try await browser.submit(["password": "short"])
      #expect(browser.status == 422 && !browser.page.contains("<script"))
      try await browser.confirm(mail, "another long password")
      #expect(browser.heading == "Password changed")
    }
  }
}
