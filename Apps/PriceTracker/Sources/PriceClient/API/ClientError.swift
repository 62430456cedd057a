internal import AccountsClient
package import PriceDomain

/// The reason why an operation failed, with a sentence for the user.
package enum ClientError: SessionFailure, Sendable, Equatable {
  /// There is no connection, or the server does not respond.
  case offline
  /// The user has to log in, or to log in again.
  case signedOut
  /// The change was not confirmed with the user's current password.
  case wrongPassword
  /// The page is too long to be sent, and the service could not read it itself.
  case pageTooLong
  /// The requesting screen was closed; show nothing.
  case cancelled
  /// The service rejected the request.
  case problem(status: Int, code: String, detail: String, retryAfter: Int?)
  /// The response is not one of this API; with status 0, the app could not encode or store data.
  case invalidResponse(status: Int)

  /// Returns the sentence in a language; the service's reason why a page was not read is in that of
  /// the ``PriceAPI``.
  package func text(in language: Language) -> String {
    let text: ClientText
    switch self {
    case .offline, .cancelled:
      text = ClientText(
        "There is no connection right now. Try again later.",
        "Gerade gibt es keine Verbindung. Versuche es später noch einmal.")
    case .signedOut:
      text = ClientText("Log in to do this.", "Melde dich dafür an.")
    case .wrongPassword:
      text = ClientText(
        "This is not your current password.", "Das ist nicht dein aktuelles Passwort.")
    case .pageTooLong:
      text = ClientText(
        "This page is too large to be sent, and the shop’s page could not be read. Try again "
          + "later.",
        "Diese Seite ist zu groß zum Senden, und die Seite des Shops konnte nicht gelesen "
          + "werden. Versuche es später noch einmal.")
    case .invalidResponse:
      text = ClientText(
        "The service does not work right now. Try again later.",
        "Der Dienst funktioniert gerade nicht. Versuche es später noch einmal.")
    case .problem(_, "page-not-read", let detail, _) where !detail.isEmpty: return detail
    case .problem(_, let code, let detail, let retryAfter):
      guard let mapped = Self.text(forCode: code, retryAfter) else {
        return language == .english && !detail.isEmpty
          ? detail : Self.unexpectedErrorText.text(language)
      }
      text = mapped
    }
    return text.text(language)
  }

  /// The error for a change that the current password confirms: ``wrongPassword`` instead of that
  /// of a login, which mentions the email.
  var forPasswordConfirmation: ClientError {
    guard case .problem(_, "wrong-credentials", _, _) = self else { return self }
    return .wrongPassword
  }

  private static let unexpectedErrorText = ClientText(
    "That did not work. Try again.", "Das hat nicht geklappt. Versuche es noch einmal.")

  private static func text(forCode code: String, _ retryAfter: Int?) -> ClientText? {
    switch code {
    case "wrong-credentials", "invalid-address":
      return ClientText(
        "The email or the password is wrong. If your account is new, first open the link in our "
          + "email.",
        "Die E-Mail oder das Passwort ist falsch. Wenn dein Konto neu ist, öffne zuerst den Link "
          + "in unserer E-Mail.")
    case "weak-password":
      return ClientText(
        "Choose another password: at least 12 characters, not a common one, and not your name or "
          + "address.",
        "Wähle ein anderes Passwort: mindestens 12 Zeichen, kein häufiges und nicht dein Name oder "
          + "deine Adresse.")
    case "not-recent":
      return ClientText(
        "Log out and log in again to do this.", "Melde dich dafür ab und wieder an.")
    case "disabled-account":
      return ClientText("This account is disabled.", "Dieses Konto ist gesperrt.")
    case "url-not-allowed":
      return ClientText(
        "This is not a product page of a shop that we can track.",
        "Das ist kein Produkt eines Shops, den wir beobachten können.")
    case "page-not-read":
      return ClientText(
        "The shop’s page could not be read. Try again later.",
        "Die Seite des Shops konnte nicht gelesen werden. Versuche es später noch einmal.")
    case "too-many", "too-many-attempts":
      let minutes = max(1, ((retryAfter ?? 60) + 59) / 60)
      return ClientText(
        "Too many attempts. Try again in \(minutes) min.",
        "Zu viele Versuche. Versuche es in \(minutes)\u{A0}min noch einmal.")
    case "too-slow":
      return ClientText(
        "The connection is too slow. Try again with a better one.",
        "Die Verbindung ist zu langsam. Versuche es mit einer besseren noch einmal.")
    case "busy":
      return ClientText(
        "Too much is being sent at the moment. Try again in a few minutes.",
        "Gerade wird zu viel gesendet. Versuche es in ein paar Minuten noch einmal.")
    case "not-found":
      return ClientText("This no longer exists.", "Das gibt es nicht mehr.")
    case "not-author":
      return ClientText(
        "Only the author can change a comment.",
        "Nur wer einen Kommentar geschrieben hat, kann ihn ändern.")
    case "limit-reached":
      return ClientText("You have reached the limit.", "Du hast die Höchstzahl erreicht.")
    default: return webhookText(forCode: code)
    }
  }

  /// The sentence for a webhook's URL that the service rejects.
  private static func webhookText(forCode code: String) -> ClientText? {
    switch code {
    case "webhook-not-https":
      return ClientText(
        "A webhook’s address begins with https://.",
        "Die Adresse eines Webhooks beginnt mit https://.")
    case "webhook-host-not-allowed":
      return ClientText(
        "A webhook’s address has a public host name, such as example.com, and no IP address.",
        "Die Adresse eines Webhooks hat einen öffentlichen Hostnamen, zum Beispiel example.com, "
          + "und keine IP-Adresse.")
    case "webhook-url-invalid":
      return ClientText(
        "Enter a whole address, such as https://example.com/prices, without a user name and with "
          + "the usual port.",
        "Gib eine ganze Adresse ein, zum Beispiel https://example.com/preise, ohne Benutzernamen "
          + "und mit dem üblichen Port.")
    default: return nil
    }
  }
}

/// A text in the app's languages.
package struct ClientText: Sendable, Equatable {
  package let english: String
  package let german: String

  package init(_ english: String, _ german: String) {
    self.english = english
    self.german = german
  }

  package func text(_ language: Language) -> String {
    language == .german ? german : english
  }
}
