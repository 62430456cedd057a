import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PriceDomain
import PriceService
import PriceStore
import PriceWeb
import Testing

/// Changing settings, exporting data and deleting accounts on the site, without a script.
@Suite struct AccountTests {
  private static let password = "violet harbour 71 lanterns"

  /// Adds a user and logs in.
  private func logIn(
    _ name: String, _ service: PriceService, _ browser: inout SiteBrowser
  ) async throws -> User {
    let email = "\(name)@example.com"
    let user = try await service.accounts.administration.addUser(
      email: email, name: name, password: Self.password, isVerified: true,
      by: .operator("test"))
    try await browser.open("/prices/login")
    try await browser.press("logIn", ["email": email, "password": Self.password])
    #expect(browser.path == "/prices/home")
    return user
  }

  /// Logs in, and opens a page of the settings by its button.
  func openSettings(
    _ button: String, _ service: PriceService, _ browser: inout SiteBrowser
  ) async throws -> User {
    let user = try await logIn("ada", service, &browser)
    try await browser.open("/prices/settings")
    try await browser.press(button)
    return user
  }

  /// The fields of the form “delivery” with their initial values.
  var deliveryFields: [String: String] {
    [
      "sendsEmail": "true", "quietFrom": "22", "quietUntil": "7", "timeZone": "Europe/Berlin",
      "dailyLimit": "3",
    ]
  }

  @Test(arguments: [
    ("en", "The password repeats a few characters"), ("de", "Wähl ein anderes Passwort"),
  ])
  func `An account error is shown in the language of the page`(
    language: String, message: String
  ) async throws {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("flow-language", language)
      try await browser.open("/prices/register")
      try await browser.press(
        "register",
        [
          "givenName": "Ada", "nickname": "Ada L.", "email": "ada@example.com",
          "password": "aaaaaaaaaaaa", "terms": "true",
        ])
      #expect(browser.status == 422)
      #expect(browser.page.contains(message))
    }
  }

  @Test func `Pages that emailed links open, and their errors, are in the chosen language`()
    async throws
  {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("flow-language", "de")
      for (path, title, next) in [
        ("/account/verify", "Adresse bestätigen", "/prices/register"),
        ("/account/reset", "Neues Passwort wählen", "/prices/forgot"),
      ] {
        try await browser.open("\(path)?link=none")
        #expect(browser.page.contains(title))
        let response = try await client.execute(
          uri: path, method: .post,
          headers: [
            .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost",
            .cookie: "flow-language=de",
          ], body: ByteBuffer(string: "link=none&password=violet+harbour+71+lanterns"))
        #expect(response.status.code == 422)
        let page = String(buffer: response.body)
        #expect(page.contains("Dieser Link gilt nicht mehr: Er wurde verwendet"))
        #expect(page.contains("href=\"\(next)\"") && !page.contains("<form"))
        try await browser.open(next)
        #expect(browser.path == next)
      }
    }
  }

  @Test func `Quiet hours, time zone and daily limit are saved, and the first two shown again`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("delivery", service, &browser)
      #expect(browser.path == "/prices/delivery")
      var fields = [
        "sendsEmail": "true", "quiet": "true", "quietFrom": "23", "quietUntil": "23",
        "timeZone": "Europe/Berlin", "dailyLimit": "3",
      ]
      try await browser.press("save", fields)
      #expect(browser.status == 422)
      #expect(browser.page.contains("an end of the quiet hours that differs"))
      fields["quietUntil"] = "6"
      try await browser.press("save", fields)
      #expect(browser.path == "/prices/settings")
      let profile = try #require(try await service.store.profile(user.id))
      #expect(profile.preferences.quietHours == QuietHours(begin: 23 * 60, end: 6 * 60))
      #expect(profile.preferences.dailyLimit == 3)
      #expect(profile.sendsEmail)
      #expect(profile.timeZone == "Europe/Berlin")
      try await browser.press("delivery")
      #expect(browser.page.contains(#"<option value="&quot;23&quot;" selected"#))
      #expect(browser.page.contains(#"<option value="&quot;Europe/Berlin&quot;" selected"#))
      fields["dailyLimit"] = "0"
      try await browser.press("save", fields)
      #expect(browser.path == "/prices/settings")
      #expect(try await service.store.profile(user.id)?.preferences.dailyLimit == 0)
    }
  }

  @Test(arguments: [
    ("Asia/Tokyo", "Asia/Tokyo"), ("Nowhere/Else", "UTC"), ("../../etc/passwd", "UTC"), ("", "UTC"),
  ])
  func `A new user gets the browser's time zone, and times in UTC are labeled`(
    storedZone: String, usedZone: String
  ) async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("prices-zone", storedZone)
      try await browser.open("/products/\(book)")
      #expect(browser.page.contains(" UTC") == (usedZone == "UTC"))
      let user = try await logIn("ada", service, &browser)
      #expect(try await service.store.profile(user.id)?.timeZone == usedZone)
      try await browser.open("/products/\(book)")
      #expect(browser.page.contains(" UTC") == (usedZone == "UTC"))
      // A browser elsewhere does not change what is stored.
      browser.setCookie("prices-zone", "America/New_York")
      try await browser.open("/products/\(book)")
      #expect(try await service.store.profile(user.id)?.timeZone == usedZone)
      #expect(browser.page.contains(" UTC") == (usedZone == "UTC"))
    }
  }

  @Test func `Minutes that an app has set stay when other settings are saved`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("delivery", service, &browser)
      _ = try await service.store.updateProfile(user.id, at: service.clock()) {
        $0.preferences.quietHours = QuietHours(begin: 22 * 60 + 30, end: 7 * 60 + 15)
      }
      try await browser.press(
        "save",
        [
          "quiet": "true", "quietFrom": "22", "quietUntil": "8", "timeZone": "UTC",
          "dailyLimit": "5",
        ])
      let profile = try #require(try await service.store.profile(user.id))
      let expected = QuietHours(begin: 22 * 60 + 30, end: 8 * 60)
      #expect(profile.preferences.quietHours == expected)
    }
  }

  @Test func `A percentage that an app has set can be saved on the site, too`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("defaultRule", service, &browser)
      let rule = try PriceRule(.percentage(99))
      _ = try await service.store.updateProfile(user.id, at: service.clock()) { $0.rule = rule }
      try await browser.open("/prices/settings")
      try await browser.press("defaultRule")
      #expect(browser.page.contains(#"max="99""#))
      try await browser.press(
        "save", ["kind": "percentage", "percent": "99"])
      #expect(browser.path == "/prices/settings")
      let profile = try #require(try await service.store.profile(user.id))
      #expect(profile.rule.trigger == .percentage(99))
    }
  }

  @Test func `Without a device and email, a product says so until email is chosen`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await logIn("ada", service, &browser)
      try await browser.open("/products/\(book)")
      try await browser.press("track")
      #expect(browser.path == "/prices/primer")
      try await browser.press("next")
      #expect(browser.page.contains("No device and no email is set up."))
      try await browser.press("setUp")
      #expect(browser.path == "/prices/settings")
      var other = SiteBrowser(client)
      try await other.open("/prices/login")
      try await other.press(
        "logIn", ["email": "ada@example.com", "password": Self.password])
      try await other.open("/products/\(book)")
      try await other.press("untrack")
      try await other.press("track")
      try await other.press("byEmail")
      #expect(other.path == "/prices/product")
      #expect(try await service.store.profile(user.id)?.sendsEmail == true)
      #expect(!other.page.contains("No device and no email"))
      #expect(other.page.contains("You will hear from us every time the price falls."))
    }
  }

  @Test func `A guest returns to a product only after logging in to track it`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      _ = try await service.accounts.administration.addUser(
        email: "ada@example.com", name: "Ada", password: Self.password, isVerified: true,
        by: .operator("test"))
      var browser = SiteBrowser(client)
      try await browser.open("/products/\(book)")
      try await browser.press("trackGuest")
      #expect(browser.page.contains("Log in"))
      try await browser.press("home")
      #expect(browser.path == "/prices/product" && browser.page.contains("Atlas"))
      try await browser.press("trackGuest")
      try await browser.press("logIn", ["email": "ada@example.com", "password": Self.password])
      #expect(browser.path == "/prices/product" && browser.page.contains("Atlas"))
      #expect(browser.page.contains("Track product"))
      try await browser.open("/prices/settings")
      try await browser.press("logOut")
      try await browser.open("/prices/login")
      try await browser.press("logIn", ["email": "ada@example.com", "password": Self.password])
      #expect(browser.path == "/prices/home")
    }
  }

  @Test func `Opening the site again shows the home page, not the last form`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("prices-tutorial", "1")
      _ = try await openSettings("deleteAccount", service, &browser)
      #expect(browser.path == "/prices/delete-account")
      try await browser.open("/")
      #expect(browser.path == "/prices/home")
      #expect(browser.page.contains("Hello"))
    }
  }

  @Test func `Users can download only their own data`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      let guest = try await client.execute(uri: "/account/data", method: .get)
      #expect(guest.headers[.location] == "/prices/login")
      var (ada, eve) = (SiteBrowser(client), SiteBrowser(client))
      _ = try await logIn("ada", service, &ada)
      _ = try await logIn("eve", service, &eve)
      try await ada.open("/products/\(book)")
      try await ada.press("track")
      try await ada.open("/account/data")
      #expect(ada.status == 200)
      #expect(ada.page.contains("ada@example.com"))
      #expect(ada.page.contains("https://shop.example/Atlas"))
      try await eve.open("/account/data")
      #expect(eve.page.contains("eve@example.com"))
      #expect(!eve.page.contains("Atlas"))
      #expect(!eve.page.contains("ada@"))
    }
  }

  @Test func `attack: a password change invalidates copied cookies`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      _ = try await openSettings("changePassword", service, &browser)
      var thief = browser
      let fields = ["currentPassword": Self.password, "newPassword": "amber lighthouse 93 bells"]
      try await browser.press("save", fields)
      #expect(browser.path == "/prices/settings")
      try await browser.open("/account/data")
      #expect(browser.page.contains("ada@example.com"))
      try await thief.open("/account/data")
      #expect(thief.path == "/prices/login")
    }
  }

  @Test func `A password change keeps only this browser's notifications`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await openSettings("changePassword", service, &browser)
      for id in ["own", "other"] {
        _ = try await service.store.register(
          Device(
            id: id, user: user.id, address: .fcm(id: id, isInstallation: false), name: "",
            language: .english, registered: Timestamp(1)))
      }
      browser.setCookie("__Host-prices-push", "own")
      try await browser.press(
        "save", ["currentPassword": Self.password, "newPassword": "amber lighthouse 93 bells"])
      #expect(browser.path == "/prices/settings")
      #expect(try await service.store.devices(of: user.id).map(\.id) == ["own"])
    }
  }

  @Test func `attack: repeating the press that changed the password signs nobody in`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      _ = try await openSettings("changePassword", service, &browser)
      var thief = browser
      let fields = ["currentPassword": Self.password, "newPassword": "amber lighthouse 93 bells"]
      try await browser.press("save", fields)
      try await thief.press("save", fields)
      try await thief.open("/account/data")
      #expect(thief.path == "/prices/login")
    }
  }

  @Test func `Deleting an account needs the password, and removes its profile and tracking`()
    async throws
  {
    let fixture = try SiteFixture()
    let service = fixture.service
    let book = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let user = try await logIn("ada", service, &browser)
      try await browser.open("/products/\(book)")
      try await browser.press("track")
      #expect(try await service.store.product(book)?.trackers == 1)
      try await browser.open("/prices/settings")
      try await browser.press("deleteAccount")
      #expect(browser.page.contains("This cannot be undone."))
      try await browser.press("delete", ["password": "another harbour 72 lanterns"])
      // NB: the status is not tested: it is 200 if checking the password takes so long that
      // progress is shown.
      #expect(browser.path.hasPrefix("/prices/delete-account"))
      #expect(try await service.store.profile(user.id) != nil)
      try await browser.press("delete", ["password": Self.password])
      #expect(browser.path == "/prices/home")
      #expect(try await service.store.profile(user.id) == nil)
      #expect(try await service.store.product(book)?.trackers == 0)
      try await browser.open("/prices/tracking")
      #expect(browser.page.contains("Log in to track products"))
      try await browser.open("/account/data")
      #expect(browser.path == "/prices/login")
    }
  }

  @Test func `All five lists can be opened`() async throws {
    let fixture = try SiteFixture()
    let book = try await fixture.addProduct("Atlas", cents: 3000)
    try await fixture.recordPrice(book, cents: 2000)
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      let lists = [
        "all-share": "Biggest drops in percent", "all-drop": "Biggest drops",
        "all-range": "Widest range between highest and lowest",
        "all-rangeShare": "Widest range in percent", "all-most": "Most tracked",
      ]
      for (button, title) in lists {
        try await browser.open("/prices/explore")
        try await browser.press(button)
        #expect(browser.path == "/prices/see-all")
        #expect(browser.page.contains(title))
        #expect(browser.page.contains("Atlas"))
      }
    }
  }
}
