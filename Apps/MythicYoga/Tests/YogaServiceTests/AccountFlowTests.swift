import Accounts
import HTTPTypes
import Testing
import YogaDomain

/// Registration, login and passwords: with the specification's texts, one alert at a time.
@Suite(.timeLimit(.minutes(5))) struct AccountFlowTests {
  @Test func `a new user registers, follows the mail's link and gets to the menu`() async throws {
    try await YogaSite.run { site in
      var browser = site.browser()
      try await browser.openStart()
      try await browser.press("register")
      try await browser.press(
        "register", ["name": "Mira", "email": "mira@example.com", "password": YogaSite.password])
      #expect(browser.path == "/yoga/registered")
      #expect(browser.page.contains("Congratulations – You have been registered succesfully!"))
      #expect(browser.cookie("__Host-session") == nil)
      let mail = try await site.mailbox.mail(to: "mira@example.com", "Confirm your address")
      try await browser.confirm(mail, "not what was chosen")
      #expect(browser.status == 422 && browser.alerts.count == 1)
      #expect(browser.cookie("__Host-session") == nil)
      try await browser.submit(["password": YogaSite.password])
      #expect(browser.path == "/yoga/menu" && browser.cookie("__Host-session") != nil)
    }
  }

  @Test func `emails are in the language of the user's last sign-in`() async throws {
    try await YogaSite.run { site in
      var browser = site.browser("de")
      try await browser.openStart()
      try await browser.press("register")
      try await browser.press(
        "register", ["name": "Mira", "email": "mira@example.com", "password": YogaSite.password])
      let mail = try await site.mailbox.mail(to: "mira@example.com", "Bestätige deine Adresse")
      #expect(mail.text.contains("Willkommen!") && mail.html.contains("<html lang=\"de\">"))
      try await browser.confirm(mail, YogaSite.password)
      try await browser.press("account")
      try await browser.press("password")
      try await browser.press(
        "changePassword", ["old": YogaSite.password, "new": "another long password"])
      _ = try await site.mailbox.mail(to: "mira@example.com", "wurde geändert")
      var app = AppClient(site, language: "en")
      try await app.send(
        .post, AppPaths.passwordReset, AddressMessage(email: "mira@example.com"))
      _ = try await site.mailbox.mail(to: "mira@example.com", "Leg ein neues Passwort")
      // An address without an account gets the language of the request.
      try await app.send(.post, AppPaths.passwordReset, AddressMessage(email: "eve@example.com"))
      _ = try await site.mailbox.mail(to: "eve@example.com", "You have no account")
    }
  }

  @Test func `opening the app again shows the menu, not the last form`() async throws {
    try await YogaSite.run { site in
      var browser = try await site.register()
      for press in ["account", "delete"] { try await browser.press(press) }
      #expect(browser.path == "/yoga/delete")
      try await browser.open("/")
      #expect(browser.path == "/yoga/menu")
      var guest = site.browser()
      try await guest.open("/")
      #expect(guest.path == "/yoga/welcome")
    }
  }

  @Test(arguments: [
    ("", "", "Missing username & password", "Benutzername und Passwort fehlen"),
    ("mira@example.com", "", "Missing password", "Das Passwort fehlt"),
    ("", "something", "Missing username/email", "Benutzername/E-Mail fehlt"),
    (
      "mira@example.com", "something", "Wrong email or password!",
      "E-Mail oder Passwort ist falsch!"
    ),
  ])
  func `a failed login gives one alert`(
    email: String, password: String, english: String, german: String
  ) async throws {
    try await YogaSite.run { site in
      for (language, alert) in [("en", english), ("de", german)] {
        var browser = site.browser(language)
        try await browser.openStart()
        try await browser.logIn(email, password)
        #expect(browser.status == 422 && browser.alerts == [alert])
        #expect(browser.cookie("__Host-session") == nil)
      }
    }
  }

  @Test func `an invalid address is rejected at its field, which has the browser's email keyboard`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = site.browser()
      try await browser.openStart()
      #expect(browser.page.contains("type=\"email\""))
      #expect(browser.page.contains("autocomplete=\"email\""))
      try await browser.logIn("no address", "something")
      #expect(browser.status == 422 && !browser.alerts.contains("Wrong email or password!"))
      #expect(browser.page.contains("class=\"fm-error\""))
    }
  }

  @Test(arguments: [
    ("", "", "Missing username & password"), ("mira@example.com", "", "Missing password"),
    ("", YogaSite.password, "Missing username/email"),
  ])
  func `a registration with a missing field gives one alert`(
    email: String, password: String, alert: String
  ) async throws {
    try await YogaSite.run { site in
      var browser = site.browser()
      try await browser.openStart()
      try await browser.press("register")
      try await browser.press("register", ["name": "", "email": email, "password": password])
      #expect(browser.status == 422 && browser.alerts == [alert])
    }
  }

  @Test func `a weak password is rejected in the page's language`() async throws {
    try await YogaSite.run { site in
      for (language, word) in [("en", "at least 12"), ("de", "mindestens 12")] {
        var browser = site.browser(language)
        try await browser.openStart()
        try await browser.press("register")
        try await browser.press(
          "register", ["name": "", "email": "mira@example.com", "password": "short"])
        #expect(browser.status == 422)
        #expect(browser.alerts.count == 1 && browser.alerts.first?.contains(word) == true)
      }
    }
  }

  @Test func `a forgotten password is reset by email, and the new one works`() async throws {
    try await YogaSite.run { site in
      var old = try await site.register()
      var browser = site.browser()
      try await browser.openStart()
      try await browser.press("forgot")
      try await browser.press("sendReset", ["email": ""])
      #expect(browser.alerts == ["Missing username/email"])
      try await browser.press("sendReset", ["email": "mira@example.com"])
      #expect(browser.path == "/yoga/reset-sent")
      let mail = try await site.mailbox.mail(to: "mira@example.com", "Set a new password")
      try await browser.confirm(mail, "another long password")
      #expect(browser.status == 200 && browser.heading == "Password changed")
      _ = try await site.mailbox.mail(to: "mira@example.com", "was reset")

      try await browser.openStart()
      try await browser.logIn()
      #expect(browser.alerts == ["Wrong email or password!"])
      try await browser.logIn("mira@example.com", "another long password")
      #expect(browser.path == "/yoga/menu")
      // Earlier sessions have ended, and the link has been used.
      try await old.send(.get, "/account/export")
      #expect(old.status == 401)
      try await browser.confirm(mail, "a third long password")
      #expect(browser.status == 422 && browser.heading == "This link no longer works")
      #expect(!browser.page.contains("<form"))
      #expect(browser.page.contains("href=\"/account/forgot\""))
      try await browser.open("/account/forgot")
      #expect(browser.path == "/yoga/forgot")
    }
  }

  @Test func `the password is changed with the old one`() async throws {
    try await YogaSite.run { site in
      var browser = try await site.register()
      try await browser.press("account")
      try await browser.press("password")
      try await browser.press("changePassword", ["old": "", "new": ""])
      #expect(browser.alerts == ["Missing password"])
      try await browser.press(
        "changePassword", ["old": "a wrong one", "new": "another long password"])
      #expect(browser.status == 422 && browser.alerts.count == 1)
      try await browser.press(
        "changePassword", ["old": YogaSite.password, "new": "another long password"])
      #expect(browser.path == "/yoga/password-changed")
      _ = try await site.mailbox.mail(to: "mira@example.com", "was changed")
      var other = site.browser()
      try await other.openStart()
      try await other.logIn("mira@example.com", "another long password")
      #expect(other.path == "/yoga/menu")
    }
  }

  @Test func `logging out ends the session, also for a copy of its cookie`() async throws {
    try await YogaSite.run { site in
      var browser = try await site.register()
      var copy = browser
      #expect(copy.heading?.contains("Mira") == true)
      try await browser.press("logOut")
      #expect(browser.path == "/yoga/start" && browser.cookie("__Host-session") == nil)
      try await copy.send(.get, "/account/export")
      #expect(copy.status == 401)
      #expect(!copy.page.contains("mira@example.com"))
      // Nor does the page of its visit show the user.
      try await copy.open("/yoga/menu")
      #expect(copy.heading?.contains("Mira") != true)
    }
  }
}
