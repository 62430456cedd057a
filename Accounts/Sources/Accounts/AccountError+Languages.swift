extension AccountError {
  /// Returns the message for the user in a language.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de-AT`. Most German messages depend only on the
  ///   code and on `retryAfter`; ``message``, which all other languages get, is in English and
  ///   often more specific.
  /// - Returns: Sentences that say what to do.
  public func text(in language: String) -> String {
    EmailLanguage(tag: language) == .german ? german ?? germanForCode : message
  }

  private var germanForCode: String {
    switch code {
    case .invalidAddress: "Gib eine gültige E-Mail-Adresse ein, wie name@beispiel.de."
    case .weakPassword:
      "Wähl ein anderes Passwort: mindestens 12 Zeichen, kein häufiges und nicht dein Name oder "
        + "deine Adresse."
    case .invalidInput: "Diese Eingabe ist ungültig. Prüf sie und versuch es noch einmal."
    case .wrongCredentials:
      "Das Passwort ist falsch. Prüf es, oder setz es zurück."
    case .disabledAccount: "Dieses Konto ist gesperrt. Wende dich an den Betreiber."
    case .wrongCode: "Dieser Code ist falsch oder wurde schon verwendet. Gib den aktuellen ein."
    case .tooManyAttempts, .tooManyInvitations:
      "Zu viele Versuche. Versuch es in \(Self.germanDuration(retryAfter ?? 60)) noch einmal."
    case .invalidLink:
      "Dieser Link gilt nicht mehr: Er wurde verwendet, ist abgelaufen, oder es wurde ein neuerer "
        + "verschickt. Fordere einen neuen an."
    case .noSession: "Du bist nicht mehr angemeldet. Melde dich an."
    case .wrongClock:
      "Die Uhr des Dienstes geht anscheinend falsch. Versuch es später noch einmal; wenn das nicht "
        + "hilft, melde dich ab und wieder an."
    case .notRecent: "Gib noch einmal dein Passwort ein, um das zu ändern."
    case .externalSignIn:
      "Die Anmeldung beim anderen Dienst ist fehlgeschlagen. Versuch es noch einmal."
    case .noVerifiedAddress: "Der andere Dienst hat keine bestätigte Adresse von dir."
    case .addressTaken: "Ein anderes Konto hat diese Adresse."
    case .registrationClosed: "Registrieren kann sich nur, wer eingeladen ist."
    case .notFound: "Das gibt es nicht mehr."
    case .passkeyRequired: "Melde dich mit deinem Passkey an, um das zu ändern."
    case .lastOwner, .lastCredential, .notAllowed, .invitationsBlocked, .invitationRefused:
      "Das ist nicht erlaubt. Wende dich an den Betreiber."
    case .conflict:
      "Das wurde gleichzeitig geändert. Lade die Seite neu und versuch es noch einmal."
    case .limitReached: "Mehr sind nicht möglich. Wende dich an den Betreiber."
    }
  }

  /// Returns a duration in German words, in the dative, such as "90 Sekunden" or "2 Stunden";
  /// minutes and hours are rounded up.
  public static func germanDuration(_ seconds: Int) -> String {
    switch seconds {
    case ...1: "einer Sekunde"
    case ..<120: "\(seconds) Sekunden"
    case ..<7200: "\((seconds + 59) / 60) Minuten"
    default: "\((seconds + 3599) / 3600) Stunden"
    }
  }
}
