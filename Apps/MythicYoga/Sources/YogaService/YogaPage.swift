import AccountsWeb
import CYogaServiceFiles
import FlowMagicWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import YogaDomain

/// Pages outside of the flow.
enum YogaPage {
  /// The path of the style sheet.
  static let stylesPath = "/-yoga/pages.css"

  /// Adds the style sheet's route.
  static func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get(RouterPath(stylesPath)) { _, _ in
      Response(
        status: .ok,
        headers: [
          .contentType: "text/css; charset=utf-8", .cacheControl: "no-cache",
          .xContentTypeOptions: "nosniff",
        ], body: .init(byteBuffer: ByteBuffer(bytes: EmbeddedFile.pages_css.content)))
    }
  }

  static func response(
    _ title: String, _ body: String, _ language: String, _ status: Int = 200
  ) -> Response {
    let html = """
      <!doctype html><html lang="\(language.hasPrefix("de") ? "de" : "en")"><head>\
      <meta charset="utf-8"><title>\(WebBlock.escaped(title)) – Mythic Yoga Flow</title>\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <link rel="stylesheet" href="\(stylesPath)"></head>\
      <body class="yoga-page"><main>\(body)</main></body></html>
      """
    return Response(
      status: .init(code: status), headers: FormPages.headers,
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  /// Returns an alert, which screen readers announce immediately; empty for nil.
  static func alert(_ text: String?) -> String {
    text.map { "<p class=\"yoga-alert\" role=\"alert\">\(WebBlock.escaped($0))</p>" } ?? ""
  }

  /// Returns a page with a message and a link back to the app.
  static func message(_ message: PageMessage, _ language: String, _ status: Int = 200) -> Response {
    self.message(
      message.title.text(in: language), message.text.text(in: language), language, status)
  }

  /// Returns a page with a message that is only known at run time.
  static func message(
    _ title: String, _ text: String, _ language: String, _ status: Int, to path: String = "/"
  ) -> Response {
    response(
      title,
      "<h1>\(WebBlock.escaped(title))</h1><p>\(WebBlock.escaped(text))</p>"
        + button(LocalizedText(en: "Continue", de: "Weiter"), to: path, language),
      language, status)
  }

  /// Returns a link to a path of this site that looks like the page's main button.
  static func button(_ label: LocalizedText, to path: String, _ language: String) -> String {
    "<p><a class=\"yoga-button yoga-primary\" href=\"\(path)\">\(label.text(in: language))</a></p>"
  }

  /// Returns the response to a form that is not known to come from a page of this site.
  static func csrfRejection(_ language: String) -> Response {
    message(.csrfRejection, language, 403)
  }

  static func redirect(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
  }
}

/// The message of a page outside of the flow.
struct PageMessage: Sendable {
  let title: LocalizedText
  let text: LocalizedText

  static let csrfRejection = Self(
    title: LocalizedText(
      en: "Nothing was changed", de: "Nichts wurde geändert"),
    text: LocalizedText(
      en: "Your browser did not report that this form is from this site. Open the page again, or "
        + "the link in the email that led to it.",
      de: "Dein Browser hat nicht gemeldet, dass dieses Formular von dieser Website ist. Öffne "
        + "die Seite noch einmal oder den Link in der Mail, der zu ihr geführt hat."))
  static let passwordChanged = Self(
    title: LocalizedText(en: "Password changed", de: "Passwort geändert"),
    text: LocalizedText(
      en: "You are logged out everywhere. Log in with the new password.",
      de: "Du bist überall abgemeldet. Melde dich mit dem neuen Passwort an."))
  static let addressChanged = Self(
    title: LocalizedText(en: "Address changed", de: "Adresse geändert"),
    text: LocalizedText(
      en: "Other devices are logged out. Log in there with the new address.",
      de: "Andere Geräte sind abgemeldet. Melde dich dort mit der neuen Adresse an."))
  static let logInFirst = Self(
    title: LocalizedText(en: "Log in first", de: "Melde dich zuerst an"),
    text: LocalizedText(
      en: "Log in with this browser, then open the page or the link in the email again.",
      de:
        "Melde dich in diesem Browser an, und öffne dann die Seite oder den Link in der Mail noch "
        + "einmal."))
  static let noSuchPage = Self(
    title: LocalizedText(en: "There is no such page", de: "Diese Seite gibt es nicht"),
    text: LocalizedText(
      en: "Check the address.", de: "Prüf die Adresse."))
  static let loggedOut = Self(
    title: LocalizedText(en: "You are logged out", de: "Du bist nicht angemeldet"),
    text: LocalizedText(
      en: "Log in to export your data.", de: "Melde dich an, um deine Daten herunterzuladen."))
}
