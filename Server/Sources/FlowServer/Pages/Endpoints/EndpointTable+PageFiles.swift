import Accounts
import HTTPTypes

extension EndpointTable {
  /// What pages load, and how a browser wants them to be.
  static let pageFiles = [readPageFile, setPreferences]

  static let readPageFile = Endpoint(
    "readPageFile", .get, "/assets/{name}", .pages, .anyone, "A file that pages load",
    answers: [
      AnswerDeclaration(
        200, "The file; its name changes with what is in it.", .text,
        contentType: "text/css; charset=utf-8", headers: [.cacheControl])
    ], problems: [.unknownPath], problemStyle: .page
  ) { call in
    guard let reply = PageFiles.reply(call.path("name")) else {
      throw Problem(.unknownPath, "There is no such file.")
    }
    return reply
  }

  static let setPreferences = Endpoint.page(
    "setPreferences", .post, "/preferences", "Colours and language of this browser's pages",
    here: "/", fields: ["theme", "language", "return"]
  ) { visit in
    if let language = Language(rawValue: visit.sent("language")) {
      visit.set(PageCookies.set(PageCookies.language, language.rawValue, age: PageCookies.year))
    }
    switch visit.sent("theme") {
    case "light", "dark":
      visit.set(PageCookies.set(PageCookies.theme, visit.sent("theme"), age: PageCookies.year))
    case "system": visit.set(PageCookies.remove(PageCookies.theme))
    default: break
    }
    let to = visit.returnTo.text
    return visit.go(to: to)
  }
}
