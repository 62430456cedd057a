import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PriceService
import PriceStore
import PriceWeb
import Testing

/// Signing in with an identity provider: on the site, and with an app's ID token.
@Suite struct ProviderTests {
  private func user(_ service: PriceService, _ name: String) async throws -> User? {
    try await service.accounts.store.read { try $0.user(emailKey: "\(name)@example.com") }
  }

  @Test func `Only providers that are set up are offered`() async throws {
    let url = #"href="/auth/example""#
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/prices/login")
      #expect(browser.status == 200)
      #expect(!browser.page.contains("/auth/"))
      try await browser.open("/auth/example")
      #expect(browser.status == 404)
    }
    try await SiteFixture(issuer: FakeIssuer()).run { client in
      var browser = SiteBrowser(client)
      for page in ["/prices/login", "/prices/register"] {
        try await browser.open(page)
        #expect(browser.page.contains(url))
        #expect(browser.page.contains("Continue with Example"))
      }
      browser.setCookie("flow-language", "de")
      try await browser.open("/prices/login")
      #expect(browser.page.contains("Weiter mit Example"))
    }
  }

  @Test func `A newcomer signs in with a provider, and deletes the account without a password`()
    async throws
  {
    let issuer = FakeIssuer()
    let fixture = try SiteFixture(issuer: issuer)
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/auth/example")
      #expect(browser.externalRedirect?.hasPrefix("\(FakeIssuer.url)/authorize?") == true)
      try await browser.open(issuer.consent(to: browser.externalRedirect ?? ""))
      #expect(browser.path == "/prices/home")
      #expect(browser.page.contains("Hello Grace,"))
      let grace = try #require(try await user(service, "grace"))
      // Others see the first name, not the whole name that the provider reports.
      #expect(try await service.store.profile(grace.id)?.nickname == "Grace")
      try await browser.open("/prices/settings")
      #expect(!browser.page.contains("Change the password"))
      try await browser.press("deleteAccount")
      #expect(!browser.page.contains(#"type="password""#))
      try await browser.press("delete")
      #expect(try await user(service, "grace") != nil)
      try await browser.press("delete", ["confirmed": "true"])
      #expect(browser.path == "/prices/home")
      #expect(try await user(service, "grace") == nil)
    }
  }

  @Test func `A guest who signs in with a provider to track a product returns to it`()
    async throws
  {
    let issuer = FakeIssuer()
    let fixture = try SiteFixture(issuer: issuer)
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      for (button, page) in [("register", "/prices/product"), ("home", "/prices/home")] {
        try await browser.open("/products/\(book)")
        try await browser.press("trackGuest")
        try await browser.press(button)
        try await browser.open("/auth/example")
        try await browser.open(issuer.consent(to: browser.externalRedirect ?? ""))
        #expect(browser.path == page)
        try await browser.open("/prices/settings")
        try await browser.press("logOut")
      }
    }
  }

  @Test func `A callback in another browser signs nobody in, and cannot be used again`()
    async throws
  {
    let issuer = FakeIssuer()
    let fixture = try SiteFixture(issuer: issuer)
    try await fixture.run { client in
      var (victim, attacker) = (SiteBrowser(client), SiteBrowser(client))
      try await attacker.open("/auth/example")
      let callback = issuer.consent(to: attacker.externalRedirect ?? "")
      // The attacker's callback in the victim's browser would sign the victim in to the
      // attacker's account.
      try await victim.open(callback)
      #expect(victim.status == 422)
      #expect(victim.page.contains("You are not logged in"))
      try await victim.open("/account/data")
      #expect(victim.path == "/prices/login")
      try await attacker.open(callback)
      #expect(attacker.status == 422)
    }
  }

  @Test func `Another site cannot start a sign-in`() async throws {
    let fixture = try SiteFixture(issuer: FakeIssuer())
    try await fixture.run { client in
      let headers: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Site")): "cross-site"]
      let response = try await client.execute(uri: "/auth/example", method: .get, headers: headers)
      #expect(response.headers[.location] == "/prices/login")
      #expect(response.headers[.setCookie] == nil)
    }
  }

  @Test func `A callback by POST is redirected to the same callback by GET`() async throws {
    try await SiteFixture(issuer: FakeIssuer()).run { client in
      let response = try await client.execute(
        uri: "/auth/example/callback", method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: "code=a%26b&state=s&other=x"))
      #expect(response.status == .seeOther)
      #expect(response.headers[.location] == "/auth/example/callback?code=a%26b&state=s")
    }
  }

  @Test func `An app signs in with an ID token, once, and the names it sends are kept`()
    async throws
  {
    let issuer = FakeIssuer(subject: "alan", name: "")
    let fixture = try SiteFixture(issuer: issuer)
    let service = fixture.service
    try await fixture.run { client in
      let token = try issuer.token(for: "app", nonce: "n")
      let body = ByteBuffer(
        string: #"{"idToken": "\#(token)", "nonce": "n", "name": "Alan", "surname": "Turing"}"#)
      let send = {
        try await client.execute(
          uri: "/api/v1/sessions/with/example", method: .post,
          headers: [.contentType: "application/json"], body: body)
      }
      #expect(try await send().status == .ok)
      let alan = try #require(try await user(service, "alan"))
      #expect(alan.name == "Alan Turing")
      let profile = try #require(try await service.store.profile(alan.id))
      let names = [profile.givenName, profile.surname, profile.nickname]
      #expect(names == ["Alan", "Turing", "Alan"])
      #expect(try await send().status != .ok)
    }
  }
}
