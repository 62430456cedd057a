import Accounts
import HTTPTypes
import Testing
import YogaDomain

/// A change of the password or the address renews the session in which it is made, so that copies
/// of its cookie or tokens are worthless.
@Suite(.timeLimit(.minutes(10))) struct SessionRenewalTests {
  private static let credentials = Credentials(
    email: "mira@example.com", password: YogaSite.password)

  // MARK: Apps

  /// Expects that the tokens before the last response are rejected, and those in it accepted.
  private func expectRenewal(of stolen: SessionTokens, in app: inout AppClient) async throws {
    #expect(app.status == 200)
    let newTokens = try app.read(SessionTokens.self)
    try await app.send(.get, AppPaths.profile)
    #expect(app.status == 401)
    let copy = RefreshMessage(refreshToken: stolen.refreshToken)
    try await app.send(.post, AppPaths.refresh, copy)
    #expect(app.status == 401)
    app.token = newTokens.accessToken
    try await app.send(.get, AppPaths.profile)
    #expect(app.status == 200)
    try await app.send(
      .post, AppPaths.refresh, RefreshMessage(refreshToken: newTokens.refreshToken))
    #expect(app.status == 200)
    app.token = try app.read(SessionTokens.self).accessToken
    try await app.send(.get, AppPaths.profile)
    #expect(app.status == 200)
  }

  @Test func `attack: an app's copied tokens do not survive a change of the password`()
    async throws
  {
    try await YogaSite.run { site in
      _ = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      let stolen = try app.read(SessionMessage.self).tokens
      try await app.send(
        .put, AppPaths.password,
        PasswordChange(currentPassword: YogaSite.password, newPassword: "nine slow rivers bend"))
      try await expectRenewal(of: stolen, in: &app)
    }
  }

  @Test func `attack: an app's copied tokens do not survive a change of the address`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      try await app.send(
        .put, AppPaths.email, Credentials(email: "new@example.com", password: YogaSite.password))
      let stolen = try app.read(SessionTokens.self)
      app.token = stolen.accessToken
      let mail = try await site.mailbox.mail(to: "new@example.com", "Confirm your new address")
      let link = try #require(mail.link?.split(separator: "link=").last)
      try await app.send(
        .post, AppPaths.emailVerification, TokenMessage(token: String(link), password: ""))
      try await expectRenewal(of: stolen, in: &app)
      try await browser.send(.get, AppPaths.export)
      #expect(browser.status == 401)
    }
  }

  /// Requests changes of the address until the limit of emails to the new one is reached.
  private func exhaustMailLimit(_ app: inout AppClient) async throws {
    for _ in 0..<20 where app.status != 429 {
      try await app.send(
        .put, AppPaths.email, Credentials(email: "new@example.com", password: YogaSite.password))
      if app.status == 200 { app.token = try app.read(SessionTokens.self).accessToken }
    }
    #expect(app.status == 429)
  }

  @Test func `a change of the address over the limit of emails does not sign the user out`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Self.credentials)
      try await exhaustMailLimit(&app)
      try await app.send(.get, AppPaths.profile)
      #expect(app.status == 200)
      for button in ["account", "email"] { try await browser.press(button) }
      try await browser.press(
        "changeEmail", ["email": "new@example.com", "password": YogaSite.password])
      try await browser.send(.get, AppPaths.export)
      #expect(browser.status == 200)
    }
  }

  // MARK: Browsers

  private func openPasswordForm(_ site: YogaSite) async throws -> YogaBrowser {
    var browser = try await site.register()
    for button in ["account", "password"] { try await browser.press(button) }
    return browser
  }

  private static let change = ["old": YogaSite.password, "new": "another long password"]

  @Test func `attack: copied cookies do not survive a change of the password`() async throws {
    try await YogaSite.run { site in
      var browser = try await openPasswordForm(site)
      var thief = browser
      try await browser.press("changePassword", Self.change)
      #expect(browser.path == "/yoga/password-changed")
      try await browser.send(.get, AppPaths.export)
      #expect(browser.status == 200)
      try await thief.send(.get, AppPaths.export)
      #expect(thief.status == 401)
    }
  }

  @Test func `attack: the press that has changed the password gives no session when repeated`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = try await openPasswordForm(site)
      var thief = browser
      try await browser.press("changePassword", Self.change)
      try await thief.press("changePassword", Self.change)
      try await thief.send(.get, AppPaths.export)
      #expect(thief.status == 401)
      try await browser.send(.get, AppPaths.export)
      #expect(browser.status == 200)
    }
  }

  @Test func `attack: copied cookies do not survive a change of the address`() async throws {
    try await YogaSite.run { site in
      var browser = try await site.register()
      for button in ["account", "email"] { try await browser.press(button) }
      try await browser.press(
        "changeEmail", ["email": "new@example.com", "password": YogaSite.password])
      var thief = browser
      let mail = try await site.mailbox.mail(to: "new@example.com", "Confirm your new address")
      try await browser.confirm(mail)
      #expect(browser.heading == "Address changed")
      try await browser.send(.get, AppPaths.export)
      #expect(browser.status == 200)
      try await thief.send(.get, AppPaths.export)
      #expect(thief.status == 401)
    }
  }
}
