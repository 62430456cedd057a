extension AccountError {
  /// Returns the message for the user in a language.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de-AT`. Most German messages depend only on the
  ///   code and on `retryAfter`; ``message``, which all other languages get, is in English and
  ///   often more specific.
  /// - Returns: Sentences that say what to do.
  public func text(in language: String) -> String {
    let tag = language.lowercased()
    return tag == "de" || tag.hasPrefix("de-") ? german : message
  }

  private var german: String { germanForPasskey ?? germanForCode }

  private var germanForPasskey: String? {
    switch self {
    case .wrongPasskey:
      "Dieser Passkey konnte nicht geprüft werden. Versuch es noch einmal, oder melde dich anders "
        + "an."
    case .wrongSecondPasskey:
      "Dieser Passkey konnte nicht geprüft werden. Versuch es noch einmal, oder gib stattdessen "
        + "einen Code ein."
    case .copiedPasskey:
      "Dieser Passkey wurde inzwischen woanders verwendet; vielleicht gibt es eine Kopie davon. "
        + "Melde dich anders an, entferne ihn unter „Sicherheit“ und erstelle einen neuen."
    case .unknownPasskey:
      "Dieser Passkey gehört hier zu keinem Konto, oder er wurde entfernt. Lösch ihn von deinem "
        + "Gerät, und melde dich anders an."
    case .passkeyTooLate:
      "Das hat zu lange gedauert, oder du hast auf einer anderen Seite neu begonnen. Versuch es "
        + "noch einmal."
    case .takenPasskey:
      "Dieser Passkey wird schon verwendet. Nimm ein anderes Gerät oder einen anderen "
        + "Sicherheitsschlüssel."
    case .passkeyNotMade:
      "Der neue Passkey konnte nicht geprüft werden und wurde nicht gespeichert. Versuch es noch "
        + "einmal, oder nimm ein anderes Gerät."
    case .tooManyPasskeys:
      "Dein Konto hat schon so viele Passkeys wie möglich. Entferne zuerst einen."
    default: nil
    }
  }

  private var germanForCode: String {
    switch code {
    case .invalidAddress: "Gib eine gültige E-Mail-Adresse ein, wie name@beispiel.de."
    case .weakPassword:
      "Wähl ein anderes Passwort: mindestens 12 Zeichen, kein häufiges und nicht dein Name oder "
        + "deine Adresse."
    case .invalidInput: "Diese Eingabe ist ungültig. Prüf sie und versuch es noch einmal."
    case .wrongCredentials where self == .wrongCredentialsOrUnverified:
      "Die E-Mail-Adresse oder das Passwort ist falsch. Prüf beides, oder setz das Passwort "
        + "zurück. Wenn dein Konto neu ist, öffne zuerst den Link in der E-Mail, die wir dir "
        + "geschickt haben."
    case .wrongCredentials where self == .wrongCredentials:
      "Die E-Mail-Adresse oder das Passwort ist falsch. Prüf beides, oder setz das Passwort zurück."
    case .wrongCredentials:
      "Das Passwort ist falsch. Prüf es, oder setz es zurück."
    case .disabledAccount: "Dieses Konto ist gesperrt. Wende dich an den Betreiber."
    case .wrongCode: "Dieser Code ist falsch oder wurde schon verwendet. Gib den aktuellen ein."
    case .tooManyAttempts, .tooManyInvitations:
      "Zu viele Versuche. Versuch es \(Self.wait(retryAfter)) noch einmal."
    case .invalidLink where self == .pendingSignInEnded:
      "Das hat zu lange gedauert, oder zu viele Codes waren falsch. Melde dich noch einmal an."
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

  private static func wait(_ seconds: Int?) -> String {
    switch seconds ?? 60 {
    case ...1: "in einer Sekunde"
    case let seconds where seconds < 120: "in \(seconds) Sekunden"
    case let seconds where seconds < 7200: "in \((seconds + 59) / 60) Minuten"
    case let seconds: "in \((seconds + 3599) / 3600) Stunden"
    }
  }
}
