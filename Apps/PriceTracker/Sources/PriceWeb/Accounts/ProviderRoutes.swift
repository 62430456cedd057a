import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import PriceDomain
import PriceService

/// Signing in with an identity provider: the redirect to it, and its callback.
struct ProviderRoutes: Sendable {
  let site: PriceSite

  private var accounts: AccountServices { site.service.accounts }

  /// Returns the path that begins signing in with a provider.
  static func path(_ provider: String) -> String { "/auth/\(provider)" }

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("/auth/:provider") { request, context in
      try await begin(try context.parameters.require("provider"), request)
    }
    router.get("/auth/:provider/callback") { request, context in
      try await finish(try context.parameters.require("provider"), request)
    }
    // NB: Apple's form comes from another site, so the browser sends none of our cookies with it.
    // With the GET request of the redirect it does, and the state and the browser's secret are
    // checked.
    router.post("/auth/:provider/callback") { request, context in
      let provider = try context.parameters.require("provider")
      let form = try await SitePage.form(request)
      let fields = Self.callbackFields.compactMap { name in form[name].map { FormField(name, $0) } }
      return SitePage.redirect("\(Self.path(provider))/callback?\(FormField.encode(fields))")
    }
  }

  private static let callbackFields = [
    "code", "state", "user", "error", "error_description", "iss",
  ]

  private func begin(_ provider: String, _ request: Request) async throws -> Response {
    // Another site must not start a sign-in: a provider that does not ask for confirmation would
    // complete it, and the visitor would be signed in to an account that may not be theirs.
    if let sender = request.headers[.secFetchSite], sender != "same-origin", sender != "none" {
      return SitePage.redirect("/prices/login")
    }
    let cookie = SessionCookies.value(SiteCookies.signInBrowser, in: request.headers)
    let binding = cookie.flatMap { SecretToken($0) } ?? SecretToken()
    do {
      let url = try await accounts.externalSignIn.begin(
        provider, returnTo: "/prices",
        client: SiteVisitors.client(request.headers, site.language(request)),
        binding: binding.string)
      var response = SitePage.redirect(url)
      response.headers[.setCookie] = SiteCookies.signInCookie(binding)
      return response
    } catch let error as AccountError {
      return failurePage(for: error, request)
    }
  }

  private func finish(_ provider: String, _ request: Request) async throws -> Response {
    let language = site.language(request)
    let fields = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    let result: ExternalSignInResult
    do {
      result = try await accounts.externalSignIn.finish(
        provider, parameters: Dictionary(fields) { first, _ in first },
        binding: SessionCookies.value(SiteCookies.signInBrowser, in: request.headers) ?? "",
        client: SiteVisitors.client(request.headers, language))
    } catch let error as AccountError {
      return failurePage(for: error, request)
    }
    guard case .signedIn(let session)? = result.signInResult else {
      return SitePage.message(
        Self.failureTitle, SitePorts.secondFactorUnsupported, language, status: 422,
        next: "/prices/login")
    }
    try await site.service.createProfile(
      of: session.user, language: language, timeZone: SiteCookies.timeZone(in: request.headers))
    var response = SitePage.redirect(SiteCookies.pathAfterLogin(in: request.headers))
    let cookies =
      SessionCookies.prices.signInFields(for: session, now: accounts.clock())
      + [
        site.host.cookieRestarting("prices", for: request), SiteCookies.productToTrackCookie(nil),
      ]
    for cookie in cookies {
      response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    return response
  }

  private func failurePage(for error: AccountError, _ request: Request) -> Response {
    let language = site.language(request)
    let text = SiteText(error.message, error.text(in: "de"))
    return SitePage.message(
      Self.failureTitle, text, language, status: error.code == .notFound ? 404 : 422,
      next: "/prices/login")
  }

  private static let failureTitle = SiteText("You are not logged in", "Du bist nicht angemeldet")
}
