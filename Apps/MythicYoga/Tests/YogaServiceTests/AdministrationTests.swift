import Accounts
import HTTPTypes
import Testing
import YogaService

/// The administration page, and changing an email address, with emails to the old and the new one.
@Suite(.timeLimit(.minutes(5))) struct AdministrationTests {
  private static let page = "/administration"

  @Test func `only administrators can open the page and change accounts`() async throws {
    try await YogaSite.run(administrators: ["Mira@Example.com"]) { site in
      var mira = try await site.register()
      var noor = try await site.register("noor@example.com")
      var stranger = site.browser()
      for path in [Self.page, Self.page + "/delete?user=x"] {
        try await stranger.open(path)
        #expect(stranger.status == 401)
        try await noor.open(path)
        #expect(noor.status == 404 && !noor.page.contains("mira"))
      }
      for path in ["/change", "/confirm"] {
        let fields = [("user", "x"), ("change", "disable"), ("password", YogaSite.password)]
        try await noor.post(fields, to: Self.page + path)
        #expect(noor.status == 404)
        var forged = mira
        forged.fetchSite = "cross-site"
        try await forged.post(fields, to: Self.page + path)
        #expect(forged.status == 403)
      }
      try await mira.open(Self.page)
      #expect(mira.status == 200 && mira.page.contains("noor@example.com"))
      #expect(mira.headers[.cacheControl] == "no-store")
    }
  }

  @Test func `an invalid address of an administrator is reported, not ignored`() async throws {
    for address in ["", "mira", "mira@", "mira@example.com, noor@example.com"] {
      #expect(YogaServer.problem(withAdministrator: address) != nil, "\(address)")
    }
    #expect(YogaServer.problem(withAdministrator: " Mira@Example.com") == nil)
    await #expect(throws: AccountError.self) {
      try await YogaSite.run(administrators: ["mira@example.com", "noor"]) { _ in }
    }
  }

  @Test func `the password is requested again after an hour`() async throws {
    let clock = SettableClock()
    try await YogaSite.run(administrators: ["mira@example.com"], clock: clock) { site in
      var mira = try await site.register()
      clock.advance(by: 3600)
      try await mira.open(Self.page)
      #expect(mira.heading == "Confirm your identity" && !mira.page.contains("mira@example.com"))
      let old = mira.cookie("__Host-session")
      try await mira.submit(["password": "a wrong one"])
      #expect(mira.status == 422 && mira.alerts.count == 1)
      try await mira.submit(["password": YogaSite.password])
      #expect(mira.heading == "Accounts" && mira.cookie("__Host-session") != old)
    }
  }

  @Test func `accounts can be searched, disabled, enabled, sent a link and deleted`() async throws {
    try await YogaSite.run(administrators: ["mira@example.com"]) { site in
      var mira = try await site.register()
      var noor = try await site.register("noor@example.com")
      _ = try await site.register("ada@example.com")
      let users = site.server.users
      let id = try await users.accounts.administration.user("noor@example.com").id
      func change(_ change: String, of user: String) async throws {
        try await mira.post([("user", user), ("change", change)], to: Self.page + "/change")
      }
      try await mira.open(Self.page + "?search=NOOR")
      #expect(mira.page.contains("noor@example.com") && !mira.page.contains("ada@example.com"))
      try await change("disable", of: id)
      #expect(mira.path == Self.page + "?done=disable")
      try await noor.send(.get, "/account/export")
      #expect(noor.status == 401)
      _ = try await site.mailbox.mail(to: "noor@example.com", "was disabled")
      try await change("enable", of: id)
      _ = try await site.mailbox.mail(to: "noor@example.com", "was enabled")
      try await change("sendResetLink", of: id)
      let mail = try await site.mailbox.mail(to: "noor@example.com", "Set a new password")
      #expect(!mira.page.contains("link="))
      try await noor.confirm(mail, "another long password")
      #expect(noor.heading == "Password changed")
      try await mira.open(Self.page + "/delete?user=\(id)")
      #expect(mira.heading == "Delete this account?" && mira.page.contains("noor@example.com"))
      try await mira.submit()
      #expect(mira.path == Self.page + "?done=delete" && !mira.page.contains("noor@example.com"))
      // Administrators cannot disable or delete their own account, nor change a deleted one.
      let administrator = try await users.accounts.administration.user("mira@example.com").id
      for (action, user) in [
        ("disable", administrator), ("delete", administrator), ("delete", id), ("enable", "x"),
      ] {
        try await change(action, of: user)
        #expect(mira.status == 422, "\(action)")
      }
      try await change("explode", of: id)
      #expect(mira.status == 404)
      #expect(try await users.accounts.administration.user(administrator).disabled == nil)
    }
  }

  @Test func `the page is in the language of the browser`() async throws {
    try await YogaSite.run(administrators: ["mira@example.com"]) { site in
      var mira = try await site.register()
      mira.language = "de-AT,de;q=0.9"
      try await mira.open(Self.page + "?done=enable")
      #expect(mira.heading == "Konten" && mira.page.contains("<html lang=\"de\">"))
      #expect(mira.page.contains("Das Konto ist entsperrt."))
      let administration = site.server.users.accounts.administration
      let administrator = try await administration.user("mira@example.com").id
      try await mira.post(
        [("user", administrator), ("change", "delete")], to: Self.page + "/change")
      #expect(mira.status == 422 && mira.page.contains("Das ist dein eigenes Konto."))
      // The emails are in the language of the user.
      _ = try await site.register("noor@example.com")
      let noor = try await administration.user("noor@example.com").id
      for (change, subject) in [
        ("disable", "was disabled"), ("enable", "was enabled"), ("delete", "was deleted"),
      ] {
        try await mira.post([("user", noor), ("change", change)], to: Self.page + "/change")
        _ = try await site.mailbox.mail(to: "noor@example.com", subject)
      }
    }
  }

  @Test func `a new address is confirmed by email, and the old address is notified`()
    async throws
  {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for press in ["account", "email"] { try await mira.press(press) }
      try await mira.press("changeEmail", ["email": "new@example.com", "password": "a wrong one"])
      #expect(mira.status == 422 && mira.alerts.count == 1)
      try await mira.press("changeEmail", ["email": "", "password": ""])
      #expect(mira.alerts == ["Missing username & password"])
      try await mira.press(
        "changeEmail", ["email": "new@example.com", "password": YogaSite.password])
      #expect(mira.path == "/yoga/email-sent")
      let mail = try await site.mailbox.mail(to: "new@example.com", "Confirm your new address")
      var stranger = site.browser()
      try await stranger.confirm(mail)
      #expect(stranger.status == 401)
      try await mira.confirm(mail)
      #expect(mira.heading == "Address changed")
      let notice = try await site.mailbox.mail(to: "mira@example.com", "has a new address")
      #expect(notice.text.contains("new@example.com"))
      try await stranger.openStart()
      try await stranger.logIn()
      #expect(stranger.alerts == ["Wrong email or password!"])
      try await stranger.logIn("new@example.com")
      #expect(stranger.path == "/yoga/menu")
      try await mira.confirm(mail)
      #expect(mira.status == 422)
    }
  }
}
