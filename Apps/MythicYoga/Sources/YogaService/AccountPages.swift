import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import YogaDomain

/// The pages that links in emails open.
///
/// Each explains the action and has a button; nothing changes before the button is pressed, because
/// mail scanners open links too.
struct AccountPages: Sendable {
  let users: YogaUsers
  let origin: String
  let host: FlowHost

  func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    for page in EmailLinkPage.allCases {
      router.get(RouterPath(page.path)) { request, _ in
        let token = request.uri.queryParameters.get("link").map { String($0) } ?? ""
        return show(page, token: token, host.language(for: request))
      }
      router.post(RouterPath(page.path)) { request, _ in try await submit(page, request) }
    }
    for step: Name in ["start", "register", "forgot"] {
      router.get(RouterPath(Self.path(of: step))) { request, _ in
        await host.redirect(to: step, of: "yoga", for: request)
      }
    }
  }

  /// The path that opens a step for signing in, or for requesting a new email.
  fileprivate static func path(of step: Name) -> String { "/account/\(step.string)" }

  private func submit(_ page: EmailLinkPage, _ request: Request) async throws -> Response {
    let language = host.language(for: request)
    guard FormPages.isSameOrigin(request.headers, origin: origin) else {
      return YogaPage.csrfRejection(language)
    }
    let form = try await PageForm(request)
    let (token, password) = (form["link"], form["password"])
    guard !password.isEmpty || !page.asksForPassword else {
      let alert = AccountAlert.missingPassword.text(language.hasPrefix("de"))
      return show(page, token: token, language, error: alert)
    }
    let client = YogaUsers.client(request.headers, language: language)
    do {
      switch page {
      case .reset:
        try await users.accounts.passwords.reset(token, password: password, client: client)
        var response = YogaPage.message(.passwordChanged, language)
        response.headers.append(restartCookie(request))
        return response
      case .verify: return try await verify(token, password, client, request)
      case .address: return try await changeAddress(token, client, request, language)
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return invalidLinkPage(page, error.text(in: language), language)
    } catch let error as AccountError {
      return show(page, token: token, language, error: error.text(in: language))
    }
  }

  private func verify(
    _ token: String, _ password: String, _ client: Client, _ request: Request
  ) async throws -> Response {
    let result = try await users.accounts.registration.verifyEmail(
      token, password: password, as: .browser, client: client)
    var response = YogaPage.redirect("/")
    if case .signedIn(let session) = result {
      for cookie in SessionCookies.yoga.signInFields(for: session, now: users.accounts.clock()) {
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
      }
      response.headers.append(restartCookie(request))
    }
    return response
  }

  private func changeAddress(
    _ token: String, _ client: Client, _ request: Request, _ language: String
  ) async throws -> Response {
    guard let signedIn = try await users.session(from: request.headers) else {
      return YogaPage.message(.logInFirst, language, 401)
    }
    let renewed = try await users.accounts.profile.finishEmailChange(
      token, signedIn, client: client)
    var response = YogaPage.message(.addressChanged, language)
    for cookie in SessionCookies.yoga.signInFields(for: renewed, now: users.accounts.clock()) {
      response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    response.headers.append(restartCookie(request))
    return response
  }

  /// A cookie that restarts the flow: without it, the page that confirms that an email was sent
  /// would be shown again.
  private func restartCookie(_ request: Request) -> HTTPField {
    HTTPField(name: .setCookie, value: host.cookieRestarting("yoga", for: request))
  }

  /// The page for a link that no longer works, with a link to where one gets a new one; no form
  /// with this link could succeed.
  private func invalidLinkPage(
    _ page: EmailLinkPage, _ problem: String, _ language: String
  ) -> Response {
    let title = LocalizedText(en: "This link no longer works", de: "Dieser Link gilt nicht mehr")
      .text(in: language)
    let (path, label) = page.retry
    return YogaPage.response(
      title,
      "<h1>\(title)</h1>\(YogaPage.alert(problem))\(YogaPage.button(label, to: path, language))",
      language, 422)
  }

  private func show(
    _ page: EmailLinkPage, token: String, _ language: String, error: String? = nil
  ) -> Response {
    let title = page.title.text(in: language)
    let password =
      !page.asksForPassword
      ? ""
      : """
      <p><label for="password">\(page.field.text(in: language))</label>\
      <input id="password" class="yoga-field" type="password" name="password" required \
      autocomplete="\(page == .reset ? "new-password" : "current-password")"></p>
      """
    return YogaPage.response(
      title,
      """
      \(YogaPage.alert(error))<h1>\(title)</h1><p>\(page.lead.text(in: language))</p>\
      <form method="post" action="\(page.path)">\
      <input type="hidden" name="link" value="\(WebBlock.escaped(token))">\(password)\
      <p><button class="yoga-button yoga-primary" type="submit">\
      \(page.button.text(in: language))</button></p></form>
      """, language, error == nil ? 200 : 422)
  }
}

/// A page that a link in an email opens.
private enum EmailLinkPage: CaseIterable {
  case verify, reset, address

  var path: String {
    switch self {
    case .verify: AccountPaths.verify
    case .reset: AccountPaths.reset
    case .address: AccountPaths.address
    }
  }

  /// Whether the page asks for a password; changing the address requires a session instead.
  var asksForPassword: Bool { self != .address }

  /// The path at which a user requests a new link, and the label of a link to it.
  var retry: (path: String, label: LocalizedText) {
    switch self {
    case .verify:
      (
        AccountPages.path(of: "register"),
        LocalizedText(en: "Register again", de: "Noch einmal registrieren")
      )
    case .reset:
      (
        AccountPages.path(of: "forgot"),
        LocalizedText(en: "Request a new link", de: "Neuen Link anfordern")
      )
    case .address: ("/", LocalizedText(en: "Continue", de: "Weiter"))
    }
  }

  var title: LocalizedText {
    switch self {
    case .verify: LocalizedText(en: "Confirm your address", de: "Adresse bestätigen")
    case .reset: LocalizedText(en: "Choose a new password", de: "Neues Passwort wählen")
    case .address: LocalizedText(en: "Change your address", de: "Adresse ändern")
    }
  }

  var lead: LocalizedText {
    switch self {
    case .verify:
      LocalizedText(
        en: "Enter the password that you registered with. Then you are logged in.",
        de: "Gib das Passwort ein, mit dem du dich registriert hast. Dann bist du angemeldet.")
    case .reset:
      LocalizedText(
        en: "At least 12 characters, such as a few words. You are then logged out everywhere.",
        de: "Mindestens 12 Zeichen, zum Beispiel ein paar Wörter. Du wirst dann überall "
          + "abgemeldet.")
    case .address:
      LocalizedText(
        en: "You then log in with the address that this mail was sent to. An email about "
          + "this goes to your old address.",
        de: "Danach meldest du dich mit der Adresse an, an die diese Mail ging. An deine alte "
          + "Adresse geht eine Mail darüber.")
    }
  }

  var field: LocalizedText {
    self == .reset
      ? LocalizedText(en: "New password", de: "Neues Passwort")
      : LocalizedText(en: "Password", de: "Passwort")
  }

  var button: LocalizedText {
    switch self {
    case .verify: LocalizedText(en: "Confirm and log in", de: "Bestätigen und anmelden")
    case .reset: LocalizedText(en: "Change password", de: "Passwort ändern")
    case .address: LocalizedText(en: "Change address", de: "Adresse ändern")
    }
  }
}
