import Accounts
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PriceDomain
import PriceService
import PriceStore
import Testing

extension AccountTests {
  @Test func `Emails are in the language of the page or the app that caused them`() async throws {
    let fixture = try SiteFixture()
    let accounts = fixture.service.accounts
    try await fixture.run { client in
      for (language, email) in [("de", "ada@example.com"), ("en", "bob@example.com")] {
        var browser = SiteBrowser(client)
        browser.setCookie("flow-language", language)
        try await browser.open("/prices/register")
        try await browser.press(
          "register",
          [
            "givenName": "Ada", "nickname": "Ada \(language)", "email": email,
            "password": "violet harbour 71 lanterns", "terms": "true",
          ])
      }
      for (language, email) in [("de-AT", "eve@example.com"), ("en", "mia@example.com")] {
        let response = try await client.execute(
          uri: "/api/v1/accounts/password-reset", method: .post,
          headers: [.contentType: "application/json", .acceptLanguage: language],
          body: ByteBuffer(string: #"{"email": "\#(email)"}"#))
        #expect(response.status.code == 202)
      }
      let emails = try await accounts.store.read { try $0.dueMail(at: .max, limit: 10) }
      let subjects = Dictionary(emails.map { ($0.to, $0.subject) }) { first, _ in first }
      let beginnings = [
        "ada@example.com": "Bestätige deine Adresse für",
        "bob@example.com": "Confirm your address for",
        "eve@example.com": "Du hast mit dieser Adresse kein Konto",
        "mia@example.com": "You have no account",
      ]
      #expect(emails.count == beginnings.count)
      for (email, beginning) in beginnings {
        #expect(subjects[email]?.hasPrefix(beginning) == true)
      }
    }
  }

  @Test func `A guest returns to a product only after registering to track it`()
    async throws
  {
    let fixture = try SiteFixture()
    let accounts = fixture.service.accounts
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/products/\(book)")
      try await browser.press("trackGuest")
      try await browser.press("register")
      let link = try await register("ada@example.com", accounts, &browser)
      #expect(browser.path == "/prices/registered-to-track")
      // In another browser, the link leads to the home page.
      var other = SiteBrowser(client)
      try await confirm(link, &other)
      #expect(other.path == "/prices/home")
      // There, the address is confirmed, so the user logs in here.
      try await browser.press("logIn")
      try await browser.press("logIn", ["email": "ada@example.com", "password": Self.newPassword])
      #expect(browser.path == "/prices/product" && browser.page.contains("Atlas"))

      var second = SiteBrowser(client)
      try await second.open("/products/\(book)")
      try await second.press("trackGuest")
      try await second.press("register")
      let secondLink = try await register("bob@example.com", accounts, &second)
      try await confirm(secondLink, &second)
      #expect(second.path == "/prices/product" && second.page.contains("Atlas"))
      #expect(second.page.contains("Track product"))

      var third = SiteBrowser(client)
      try await third.open("/products/\(book)")
      try await third.open("/prices/register")
      let thirdLink = try await register("eve@example.com", accounts, &third)
      try await confirm(thirdLink, &third)
      #expect(third.path == "/prices/home")
    }
  }

  @Test func `A user who confirms an address gets notifications in the language of the page`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    let accounts = service.accounts
    try await fixture.run { client in
      for (code, language) in [("de", Language.german), ("en", .english)] {
        let email = "\(code)@example.com"
        var browser = SiteBrowser(client)
        browser.setCookie("flow-language", code)
        try await browser.open("/prices/register")
        try await confirm(register(email, accounts, &browser), &browser)
        #expect(browser.path == "/prices/home")
        let user = try await accounts.administration.user(email)
        #expect(try await service.store.profile(user.id)?.language == language)
      }
    }
  }

  @Test func `After a login or a logout, a link no longer leads to an earlier product`()
    async throws
  {
    let fixture = try SiteFixture()
    let accounts = fixture.service.accounts
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var (browser, other) = (SiteBrowser(client), SiteBrowser(client))
      try await browser.open("/products/\(book)")
      try await browser.press("trackGuest")
      try await browser.press("register")
      try await confirm(register("ada@example.com", accounts, &browser), &other)
      try await browser.press("logIn")
      try await browser.press("logIn", ["email": "ada@example.com", "password": Self.newPassword])
      #expect(browser.path == "/prices/product")
      var third = SiteBrowser(client)
      try await third.open("/prices/register")
      try await confirm(register("bob@example.com", accounts, &third), &browser)
      #expect(browser.path == "/prices/home")
      browser.setCookie("__Host-prices-product", "\(book)")
      try await browser.open("/prices/settings")
      try await browser.press("logOut")
      try await third.open("/prices/register")
      try await confirm(register("eve@example.com", accounts, &third), &browser)
      #expect(browser.path == "/prices/home")
    }
  }

  @Test func `A form that was opened before emails were turned off leaves them off`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("delivery", service, &browser)
      var fields = deliveryFields
      try await browser.press("save", fields)
      try await browser.press("delivery")
      let url = try service.unsubscribeURL(of: user.id)
      let token = try #require(url.split(separator: "token=").last)
      #expect(try await service.unsubscribe(String(token)) == true)
      fields["dailyLimit"] = "4"
      try await browser.press("save", fields)
      let profile = try #require(try await service.store.profile(user.id))
      #expect(!profile.sendsEmail && profile.preferences.dailyLimit == 4)
      // A form that was opened afterwards turns them on again.
      try await browser.press("delivery")
      try await browser.press("save", fields)
      #expect(try await service.store.profile(user.id)?.sendsEmail == true)
    }
  }

  /// Registers on the page that a browser shows, and returns the secret of the email's link.
  private func register(
    _ email: String, _ accounts: AccountServices, _ browser: inout SiteBrowser
  ) async throws -> String {
    try await browser.press(
      "register",
      [
        "givenName": "Ada", "nickname": "Ada", "email": email, "password": Self.newPassword,
        "terms": "true",
      ])
    let emails = try await accounts.store.read { try $0.dueMail(at: .max, limit: 10) }
    let mail = try #require(emails.first { $0.to == email }).opened(with: accounts.keys)
    let link = try #require(mail.text.firstMatch(of: /\?link=([0-9A-Za-z]{43})/))
    return String(link.1)
  }

  private func confirm(_ link: String, _ browser: inout SiteBrowser) async throws {
    try await browser.submit(["link": link, "password": Self.newPassword], to: "/account/verify")
  }

  private static let newPassword = "violet harbour 71 lanterns"
}
