/// The host's own texts.
///
/// A document's string tables may replace those on the pages of screens, also in more languages,
/// under `web.` and the case's name.
enum WebText: String, CaseIterable {
  case problem, problems, connectionLost, changedPress, failedPress, cancelledPress, unknownResult
  case cancel, languages, startAgain, resume, goToStart, finishedTitle, finishedText
  case notFoundTitle, notFoundText, crossOriginTitle, crossOriginText, noCookieTitle, noCookieText
  case invalidFormTitle, invalidFormText, expiredTitle, expiredText, flowChangedTitle,
    flowChangedText
  case tooLargeTitle, tooLargeText, timedOutTitle, timedOutText, rateLimitedTitle, rateLimitedText
  case inProgressTitle, inProgressText, internalErrorTitle, internalErrorText

  func text(isGerman: Bool) -> String { isGerman ? german : english }

  private var english: String {
    switch self {
    case .problem: "There is a problem with your entry"
    case .problems: "There are problems with your entries"
    case .connectionLost:
      "There is no connection. Your entries are still here; press again in a moment."
    case .changedPress: "This page has changed in the meantime. Check it and press again."
    case .failedPress: "That did not work. Your entries are still here; please try again."
    case .cancelledPress: "Cancelled. Your entries are still here."
    case .unknownResult:
      "We could not find out whether that worked. Check that before you press again."
    case .cancel: "Cancel"
    case .languages: "Language"
    case .startAgain: "Start again"
    case .resume: "Continue"
    case .goToStart: "Go to the start page"
    case .finishedTitle: "Done"
    case .finishedText: "We have received everything. You can close this page."
    case .notFoundTitle: "Page not found"
    case .notFoundText: "The address is wrong, or this page no longer exists."
    case .crossOriginTitle: "Nothing was done"
    case .crossOriginText:
      "Your browser did not report that this form is from this site. Continue from here."
    case .noCookieTitle: "Cookies are needed"
    case .noCookieText:
      "This page remembers your place in a cookie, which your browser did not send. Allow cookies"
        + " for this site, then start again."
    case .invalidFormTitle: "This page cannot be continued"
    case .invalidFormText:
      "It was created for another browser, has been changed, or is no longer known here. Nothing"
        + " was done. You can start again."
    case .expiredTitle: "This page is too old"
    case .expiredText: "It was open for so long that it cannot be continued. You can start again."
    case .flowChangedTitle: "This has changed in the meantime"
    case .flowChangedText: "The step that you were on no longer exists. You can start again."
    case .tooLargeTitle: "That is too much"
    case .tooLargeText: "Your entry is too long. Go back and shorten it."
    case .timedOutTitle: "The connection is too slow"
    case .timedOutText: "Your entry did not arrive in time. Go back and send it again."
    case .rateLimitedTitle: "One moment, please"
    case .rateLimitedText: "You pressed too often in a short time. Wait a second, then continue."
    case .inProgressTitle: "One moment, please"
    case .inProgressText: "Your request is being processed. This page continues automatically."
    case .internalErrorTitle: "Something went wrong here"
    case .internalErrorText: "The problem is on our side. Try again in a moment."
    }
  }

  private var german: String {
    switch self {
    case .problem: "Mit deiner Eingabe stimmt etwas nicht"
    case .problems: "Mit deinen Eingaben stimmt etwas nicht"
    case .connectionLost:
      "Es gibt keine Verbindung. Deine Eingaben sind noch da; drücke gleich noch einmal."
    case .changedPress:
      "Diese Seite hat sich inzwischen geändert. Prüfe sie und drücke noch einmal."
    case .failedPress:
      "Das hat nicht geklappt. Deine Eingaben sind noch da; bitte versuche es noch einmal."
    case .cancelledPress: "Abgebrochen. Deine Eingaben sind noch da."
    case .unknownResult:
      "Wir konnten nicht feststellen, ob das geklappt hat. Prüfe es, bevor du noch einmal drückst."
    case .cancel: "Abbrechen"
    case .languages: "Sprache"
    case .startAgain: "Neu beginnen"
    case .resume: "Weiter"
    case .goToStart: "Zur Startseite"
    case .finishedTitle: "Fertig"
    case .finishedText: "Wir haben alles erhalten. Du kannst diese Seite schließen."
    case .notFoundTitle: "Seite nicht gefunden"
    case .notFoundText: "Die Adresse ist falsch, oder es gibt diese Seite nicht mehr."
    case .crossOriginTitle: "Nichts wurde ausgeführt"
    case .crossOriginText:
      "Dein Browser hat nicht gemeldet, dass das Formular von dieser Website ist. Mach hier weiter."
    case .noCookieTitle: "Cookies werden benötigt"
    case .noCookieText:
      "Diese Seite merkt sich in einem Cookie, wo du bist; dein Browser hat es nicht gesendet."
        + " Erlaube Cookies für diese Website und beginne neu."
    case .invalidFormTitle: "Diese Seite lässt sich nicht fortsetzen"
    case .invalidFormText:
      "Sie wurde für einen anderen Browser erstellt oder verändert, oder sie ist hier nicht mehr"
        + " bekannt. Nichts wurde ausgeführt. Du kannst neu beginnen."
    case .expiredTitle: "Diese Seite ist zu alt"
    case .expiredText:
      "Sie war so lange offen, dass sie sich nicht fortsetzen lässt. Du kannst neu beginnen."
    case .flowChangedTitle: "Das hat sich inzwischen geändert"
    case .flowChangedText:
      "Den Schritt, bei dem du warst, gibt es nicht mehr. Du kannst neu beginnen."
    case .tooLargeTitle: "Das ist zu viel"
    case .tooLargeText: "Deine Eingabe ist zu lang. Geh zurück und kürze sie."
    case .timedOutTitle: "Die Verbindung ist zu langsam"
    case .timedOutText:
      "Deine Eingabe kam nicht rechtzeitig an. Geh zurück und sende sie noch einmal."
    case .rateLimitedTitle: "Einen Moment, bitte"
    case .rateLimitedText: "Du hast in kurzer Zeit sehr oft gedrückt. Warte eine Sekunde."
    case .inProgressTitle: "Einen Moment, bitte"
    case .inProgressText: "Deine Anfrage wird bearbeitet. Es geht automatisch weiter."
    case .internalErrorTitle: "Hier ist etwas schiefgegangen"
    case .internalErrorText: "Der Fehler liegt bei uns. Versuche es gleich noch einmal."
    }
  }
}
