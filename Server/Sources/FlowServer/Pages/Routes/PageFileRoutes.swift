import Accounts
import HTTPTypes

/// The routes of pages' assets and preferences.
enum PageFileRoutes {
  static let all = [readPageFile, setPreferences]

  static let readPageFile = Endpoint(
    "readPageFile", .get, "/assets/{name}", .pages, .anyone, "A static file of the pages",
    responses: [
      ResponseDeclaration(
        200, "The file; the style sheet's name contains a hash of its contents.", .text,
        contentType: "text/css; charset=utf-8", headers: [.cacheControl])
    ], problems: [.unknownPath], problemStyle: .page
  ) { request in
    guard let response = PageFiles.response(request.path("name")) else {
      throw Problem(.unknownPath, "There is no such file.")
    }
    return response
  }

  static let setPreferences = Endpoint.page(
    "setPreferences", .post, "/preferences", "Sets theme and language of the pages in this browser",
    pagePath: "/", fields: ["theme", "language", "return"]
  ) { page in
    if let language = Language(rawValue: page.formValue("language")) {
      page.setCookie(
        PageCookies.cookie(PageCookies.language, language.rawValue, age: PageCookies.year))
    }
    switch page.formValue("theme") {
    case "light", "dark":
      page.setCookie(
        PageCookies.cookie(PageCookies.theme, page.formValue("theme"), age: PageCookies.year))
    case "system": page.setCookie(PageCookies.expiredCookie(PageCookies.theme))
    default: break
    }
    let to = page.returnTo.string
    return page.redirect(to: to)
  }
}
