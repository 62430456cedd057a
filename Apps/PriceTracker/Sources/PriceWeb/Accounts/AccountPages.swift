import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import PriceDomain
import PriceService

/// The pages that links in emails open.
///
/// Each explains the action and has a button; nothing changes before the button is pressed, because
/// mail scanners open links too.
struct AccountPages: Sendable {
  let site: PriceSite

  private var accounts: AccountServices { site.service.accounts }

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    for path in [AccountPaths.verify, AccountPaths.reset] {
      router.get(RouterPath(path)) { request, _ in
        page(path, link: request.uri.queryParameters.get("link") ?? "", request)
      }
      router.post(RouterPath(path)) { request, _ in try await submit(path, request) }
    }
  }

  private func submit(_ path: String, _ request: Request) async throws -> Response {
    let language = site.language(request)
    guard site.isSameOrigin(request.headers) else {
      return SitePage.crossSiteFormMessage(
        retry: SiteText(
          "Open the link in your email again.", "Öffne den Link in deiner E-Mail noch einmal."),
        language)
    }
    let form = try await SitePage.form(request)
    let (link, password) = (form["link"] ?? "", form["password"] ?? "")
    guard !password.isEmpty else {
      let missing = SiteText("Enter the password.", "Gib das Passwort ein.")
      return page(path, link: link, request, error: missing.text(language))
    }
    let client = SiteVisitors.client(request.headers, language)
    do {
      guard path == AccountPaths.verify else {
        try await accounts.passwords.reset(link, password: password, client: client)
        return SitePage.message(
          SiteText("Password changed", "Passwort geändert"),
          SiteText(
            "You are logged out everywhere, and devices and a webhook get no more notifications."
              + " Log in with the new password, and turn them on again in the settings.",
            "Du bist überall abgemeldet, und Geräte und ein Webhook bekommen keine Mitteilungen"
              + " mehr. Melde dich mit dem neuen Passwort an, und schalte sie in den"
              + " Einstellungen wieder ein."), language)
      }
      let result = try await accounts.registration.verifyEmail(
        link, password: password, as: .browser, client: client)
      var response = SitePage.redirect(SiteCookies.pathAfterLogin(in: request.headers))
      response.headers.append(
        HTTPField(name: .setCookie, value: SiteCookies.productToTrackCookie(nil)))
      if case .signedIn(let session) = result {
        try await site.visitors.setLanguage(
          language, of: session.user, timeZone: SiteCookies.timeZone(in: request.headers))
        for cookie in SessionCookies.prices.signInFields(for: session, now: accounts.clock()) {
          response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        // Otherwise the page that confirms that an email was sent would be shown again.
        response.headers.append(
          HTTPField(
            name: .setCookie, value: site.host.cookieRestarting("prices", for: request)))
      }
      return response
    } catch let error as AccountError where error.code == .invalidLink {
      return invalidLinkPage(path, error.text(in: language.rawValue), language)
    } catch let error as AccountError {
      return page(path, link: link, request, error: error.text(in: language.rawValue))
    }
  }

  /// The page for a link that no longer works, with links to where one gets a new one; no form
  /// with this link could succeed.
  private func invalidLinkPage(
    _ path: String, _ problem: String, _ language: Language
  ) -> Response {
    let isReset = path == AccountPaths.reset
    let title = SiteText("This link no longer works", "Dieser Link gilt nicht mehr")
    let button =
      isReset
      ? SiteText("Request a new link", "Neuen Link anfordern")
      : SiteText("Register again", "Noch einmal registrieren")
    return SitePage.response(
      title.text(language),
      """
      <h1>\(title.text(language))</h1><p class="pt-alert" role="alert">\(problem)</p>\
      <p><a class="pt-primary" href="/prices/\(isReset ? "forgot" : "register")">\
      \(button.text(language))</a></p>\
      <p><a href="/prices/login">\(SiteText("Log in", "Anmelden").text(language))</a></p>
      """, language, status: 422)
  }

  private func page(
    _ path: String, link: String, _ request: Request, error: String? = nil
  ) -> Response {
    let language = site.language(request)
    let isReset = path == AccountPaths.reset
    let title =
      isReset
      ? SiteText("Choose a new password", "Neues Passwort wählen")
      : SiteText("Confirm your address", "Adresse bestätigen")
    let text =
      isReset
      ? SiteText(
        "At least 12 characters, such as a few words. You are then logged out everywhere.",
        "Mindestens 12 Zeichen, zum Beispiel ein paar Wörter. Du bist dann überall abgemeldet.")
      : SiteText(
        "Enter the password that you registered with. You are then logged in.",
        "Gib das Passwort ein, mit dem du dich registriert hast. Dann bist du angemeldet.")
    let label =
      isReset ? SiteText("New password", "Neues Passwort") : SiteText("Password", "Passwort")
    let button =
      isReset
      ? SiteText("Change the password", "Passwort ändern")
      : SiteText("Confirm and log in", "Bestätigen und anmelden")
    let alert: HTML =
      error.map { "<p class=\"pt-alert\" role=\"alert\">\($0)</p>" as HTML } ?? ""
    return SitePage.response(
      title.text(language),
      """
      \(alert)<h1>\(title.text(language))</h1><p>\(text.text(language))</p>\
      <form method="post" action="\(path)"><input type="hidden" name="link" value="\(link)">\
      <label for="password">\(label.text(language))</label>\
      <input id="password" type="password" name="password" required \
      autocomplete="\(isReset ? "new-password" : "current-password")">\
      <button class="pt-primary" type="submit">\(button.text(language))</button></form>
      """, language, status: error == nil ? 200 : 422)
  }
}
