import Hummingbird
import PriceDomain
import PriceService

/// The page that turns off a user's emails about products, and the request with which mail programs
/// do so (RFC 8058).
///
/// Only the link's token identifies the user. Nothing changes before the button is pressed, because
/// mail scanners open links too.
struct UnsubscribePage: Sendable {
  let site: PriceSite

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    let path = RouterPath(PriceService.unsubscribePath)
    router.get(path) { request, _ in page(request) }
    // NB: the origin is not checked: a mail program's request has none, and no cookie is used.
    router.post(path) { request, _ in try await unsubscribe(request) }
  }

  private func token(_ request: Request) -> String {
    request.uri.queryParameters.get("token") ?? ""
  }

  private func page(_ request: Request) -> Response {
    let (token, language) = (token(request), site.language(request))
    guard site.service.isUnsubscribeToken(token) else { return invalidLinkPage(language) }
    let title = SiteText("Turn off emails?", "E-Mails abbestellen?").text(language)
    let text = SiteText(
      "You then get no more emails about prices and comments. Notifications on your devices stay.",
      "Du bekommst dann keine E-Mails mehr zu Preisen und Kommentaren. Mitteilungen auf deinen "
        + "Geräten bleiben.")
    let button = SiteText("Turn off emails", "E-Mails abbestellen")
    return SitePage.response(
      title,
      """
      <h1>\(title)</h1><p>\(text.text(language))</p>\
      <form method="post" action="\(PriceService.unsubscribePath)?token=\(token)">\
      <button class="pt-primary" type="submit">\(button.text(language))</button></form>
      """, language)
  }

  private func unsubscribe(_ request: Request) async throws -> Response {
    let language = site.language(request)
    guard let isChanged = try await site.service.unsubscribe(token(request)) else {
      return invalidLinkPage(language)
    }
    if isChanged { site.dataChanged() }
    return SitePage.message(
      SiteText("Emails are turned off", "E-Mails sind abbestellt"),
      SiteText(
        "You can turn them on again in the settings.",
        "In den Einstellungen kannst du sie wieder einschalten."), language)
  }

  private func invalidLinkPage(_ language: Language) -> Response {
    SitePage.message(
      SiteText("This link is not complete", "Dieser Link ist nicht vollständig"),
      SiteText(
        "Open it in the email again, or log in and turn emails off in the settings.",
        "Öffne ihn noch einmal in der E-Mail, oder melde dich an und schalte E-Mails in den "
          + "Einstellungen ab."), language, status: 422, next: "/prices/settings")
  }
}
