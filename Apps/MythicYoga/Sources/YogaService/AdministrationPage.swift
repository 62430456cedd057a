import Accounts
import FlowMagicWeb
import Foundation
import Hummingbird
import YogaDomain

/// The HTML of the administration pages.
enum AdministrationPage {
  private static let path = AdministrationRoutes.path

  // MARK: Pages

  /// The page that asks for the password again.
  static func confirmation(_ language: String, error: String? = nil) -> Response {
    let title = LocalizedText(en: "Confirm your identity", de: "Bestätige, dass du es bist")
    let lead = LocalizedText(
      en: "You are about to administer accounts: enter your password again.",
      de: "Du willst Konten verwalten: Gib noch einmal dein Passwort ein.")
    let password = LocalizedText(en: "Password", de: "Passwort")
    return YogaPage.response(
      title.text(in: language),
      """
      \(YogaPage.alert(error))<h1>\(title.text(in: language))</h1><p>\(lead.text(in: language))</p>\
      <form method="post" action="\(path)/confirm"><p><label for="password">\
      \(password.text(in: language))</label><input id="password" class="yoga-field" \
      type="password" name="password" required autocomplete="current-password"></p>\
      <p>\(button(LocalizedText(en: "Continue", de: "Weiter"), "yoga-primary", language))</p></form>
      """, language, error == nil ? 200 : 422)
  }

  /// The page that asks for confirmation before an account is deleted.
  static func deletion(of user: User, _ language: String) -> Response {
    let title = LocalizedText(en: "Delete this account?", de: "Dieses Konto löschen?")
    let lead = LocalizedText(
      en: "Its history, favorites and picture are deleted too. This cannot be undone. Its owner "
        + "is notified by email.",
      de: "Auch Verlauf, Favoriten und Bild werden gelöscht. Das lässt sich nicht rückgängig "
        + "machen. An die Adresse geht eine Mail darüber.")
    let cancel = LocalizedText(en: "Cancel", de: "Abbrechen").text(in: language)
    return YogaPage.response(
      title.text(in: language),
      """
      <h1>\(title.text(in: language))</h1><p><strong>\(WebBlock.escaped(user.email))</strong></p>\
      <p>\(lead.text(in: language))</p><div class="yoga-actions">\
      \(form(.delete, user, LocalizedText(en: "Delete account", de: "Konto löschen"), language))\
      <a class="yoga-button" href="\(path)">\(cancel)</a></div>
      """, language)
  }

  /// The list of accounts.
  static func list(
    _ users: [User], search: String, completedChange: AccountChange?, currentUserID: String,
    nextCursor: String?, _ language: String
  ) -> Response {
    let title = LocalizedText(en: "Accounts", de: "Konten").text(in: language)
    let label = LocalizedText(en: "Address or name", de: "Adresse oder Name").text(in: language)
    let noMatchText = LocalizedText(en: "No account matches.", de: "Kein Konto gefunden.")
      .text(in: language)
    let rows = users.map { row($0, isCurrentUser: $0.id == currentUserID, language) }.joined()
    let status = completedChange.map {
      "<p class=\"yoga-status\" role=\"status\">\(statusText($0, language))</p>"
    }
    let nextPageLink = nextCursor.map { id in
      let query = "search=\(encoded(search))&amp;after=\(encoded(id))"
      let text = LocalizedText(en: "More accounts", de: "Weitere Konten").text(in: language)
      return "<p><a class=\"yoga-button\" href=\"\(path)?\(query)\">\(text)</a></p>"
    }
    return YogaPage.response(
      title,
      """
      <h1>\(title)</h1>\(status ?? "")<form class="yoga-search" role="search" action="\(path)">\
      <div><label for="search">\(label)</label><input id="search" class="yoga-field" type="search" \
      name="search" value="\(WebBlock.escaped(search))"></div>\
      \(button(LocalizedText(en: "Search", de: "Suchen"), "yoga-primary", language))</form>\
      <ul class="yoga-users">\(rows)</ul>\(users.isEmpty ? "<p>\(noMatchText)</p>" : "")\
      \(nextPageLink ?? "")
      """, language)
  }

  // MARK: Parts

  private static func row(_ user: User, isCurrentUser: Bool, _ language: String) -> String {
    let state =
      user.disabled != nil
      ? LocalizedText(en: "disabled", de: "gesperrt")
      : user.verified == nil
        ? LocalizedText(en: "address not confirmed", de: "Adresse nicht bestätigt")
        : LocalizedText(en: "active", de: "aktiv")
    let creationDate = Date(timeIntervalSince1970: TimeInterval(user.created)).formatted(
      .iso8601.year().month().day())
    let details = [user.name, state.text(in: language), creationDate].filter { !$0.isEmpty }
    var actions = ""
    if user.disabled == nil {
      let reset = LocalizedText(en: "Send reset link", de: "Link zum Zurücksetzen senden")
      actions += form(.sendResetLink, user, reset, language)
    }
    if isCurrentUser {
      actions += LocalizedText(en: "<p>Your own account</p>", de: "<p>Dein eigenes Konto</p>")
        .text(in: language)
    } else {
      actions +=
        user.disabled == nil
        ? form(.disable, user, LocalizedText(en: "Disable", de: "Sperren"), language)
        : form(.enable, user, LocalizedText(en: "Enable", de: "Entsperren"), language)
      let delete = LocalizedText(en: "Delete …", de: "Löschen …").text(in: language)
      actions += """
        <a class="yoga-button yoga-danger" href="\(path)/delete?user=\(encoded(user.id))" \
        aria-describedby="\(WebBlock.escaped(user.id))">\(delete)</a>
        """
    }
    return """
      <li><div><h2 id="\(WebBlock.escaped(user.id))">\(WebBlock.escaped(user.email))</h2>\
      <p>\(WebBlock.escaped(details.joined(separator: " · ")))</p></div>\
      <div class="yoga-actions">\(actions)</div></li>
      """
  }

  private static func form(
    _ change: AccountChange, _ user: User, _ title: LocalizedText, _ language: String
  ) -> String {
    let id = WebBlock.escaped(user.id)
    return """
      <form method="post" action="\(path)/change">\
      <input type="hidden" name="user" value="\(id)">\
      <input type="hidden" name="change" value="\(change.rawValue)">\
      \(button(title, change == .delete ? "yoga-danger" : "", about: id, language))</form>
      """
  }

  private static func button(
    _ title: LocalizedText, _ style: String, about: String? = nil, _ language: String
  ) -> String {
    let descriptionAttribute = about.map { " aria-describedby=\"\($0)\"" } ?? ""
    return "<button class=\"yoga-button \(style)\" type=\"submit\"\(descriptionAttribute)>"
      + "\(title.text(in: language))</button>"
  }

  private static func statusText(_ change: AccountChange, _ language: String) -> String {
    switch change {
    case .disable:
      LocalizedText(
        en: "The account is disabled, and its sessions have ended.",
        de: "Das Konto ist gesperrt, und seine Sitzungen sind beendet."
      ).text(in: language)
    case .enable:
      LocalizedText(en: "The account is enabled.", de: "Das Konto ist entsperrt.")
        .text(in: language)
    case .delete:
      LocalizedText(en: "The account is deleted.", de: "Das Konto ist gelöscht.")
        .text(in: language)
    case .sendResetLink:
      LocalizedText(
        en: "An email with a link is sent to the account's address.",
        de: "Eine Mail mit einem Link geht an die Adresse des Kontos."
      ).text(in: language)
    }
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
