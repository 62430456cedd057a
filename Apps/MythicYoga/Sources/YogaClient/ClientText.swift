public import YogaDomain

/// The texts of native views and of errors; those of screens are in the flow's document.
public enum ClientText: String, CaseIterable, Sendable {
  case offline, serviceFailed, fileFailed, videoFailed, videoOffline, tryAgain, ok, cancel
  case play, pause, back10, forward10, previous, next, position, captions, off, bells, practices
  case resumed, finished, nextPractice, playAgain, favorite, addFavorite, removeFavorite, done
  case level, beginner, intermediate, advanced, seconds
  case downloads, downloadAll, download, downloadPending, downloaded, downloadFailed, remove
  case removeAll, downloadsEmpty, onThisDevice
  case takePicture, choosePicture, noCamera, pictureHelp, profilePicture, pictureSaved
  case unreadablePicture
  case streak, streakDays, streakOff, streakFreezes, longest, history, historyEmpty, countStreak
  case synchronized, notSynchronized, synchronizing, exportFile, shareFile
  case menu, myths, settings, updateApp, practiceCount
  case length, anyLength, shortLength, mediumLength, longLength, shownPractices
  case poses, gestures, breaths, searchGlossary, notInGlossary
  case confirmAddress, confirmLead, newPasswordTitle, newPasswordLead, newAddressTitle
  case newAddressLead, password, newPassword, confirmAndLogIn, changePassword, changeAddress
  case passwordChanged, addressChanged

  /// The text in a language such as `de-AT`.
  public func text(in language: String) -> String { texts.text(in: language) }

  /// The text with a number in place of `#`.
  public func text(_ number: Int, in language: String) -> String {
    text(in: language).replacing("#", with: String(number))
  }
}

extension ClientText {
  var texts: LocalizedText {
    playerTexts ?? downloadTexts ?? pictureTexts ?? practiceTexts ?? searchTexts ?? linkTexts
      ?? generalTexts
  }

  private var generalTexts: LocalizedText {
    switch self {
    case .offline:
      .init(
        en: "There is no connection. Try again when you are online.",
        de: "Keine Verbindung. Versuch es noch einmal, wenn du online bist.")
    case .fileFailed:
      .init(
        en: "The file could not be saved. Check whether this device has free space.",
        de: "Die Datei konnte nicht gesichert werden. Prüf, ob auf diesem Gerät Platz ist.")
    case .tryAgain: .init(en: "Try again", de: "Noch einmal versuchen")
    case .ok: .init(en: "OK", de: "OK")
    case .cancel: .init(en: "Cancel", de: "Abbrechen")
    case .menu: .init(en: "Menu", de: "Menü")
    case .myths: .init(en: "Myths", de: "Mythen")
    case .settings: .init(en: "Account and settings", de: "Konto und Einstellungen")
    case .updateApp:
      .init(
        en: "This version is no longer supported. Please update the app.",
        de: "Diese Version funktioniert nicht mehr. Bitte aktualisiere die App.")
    case .exportFile: .init(en: "Prepare the file", de: "Datei vorbereiten")
    case .shareFile: .init(en: "Save or share the file", de: "Datei sichern oder teilen")
    default:
      .init(
        en: "The service did not respond as expected. Try again later.",
        de: "Der Dienst hat nicht wie erwartet geantwortet. Versuch es später noch einmal.")
    }
  }

  private var playerTexts: LocalizedText? {
    switch self {
    case .videoFailed:
      .init(en: "The video cannot be played.", de: "Das Video lässt sich nicht abspielen.")
    case .videoOffline:
      .init(
        en: "You are offline, and this video is not downloaded.",
        de: "Du bist offline, und dieses Video ist nicht heruntergeladen.")
    case .play: .init(en: "Play", de: "Abspielen")
    case .pause: .init(en: "Pause", de: "Pause")
    case .back10: .init(en: "10 seconds back", de: "10 Sekunden zurück")
    case .forward10: .init(en: "10 seconds forward", de: "10 Sekunden vor")
    case .previous: .init(en: "Previous practice", de: "Vorige Übung")
    case .next: .init(en: "Next practice", de: "Nächste Übung")
    case .position: .init(en: "Position", de: "Position")
    case .captions: .init(en: "Captions", de: "Untertitel")
    case .off: .init(en: "Off", de: "Aus")
    case .bells: .init(en: "Bells", de: "Glocken")
    case .practices: .init(en: "The six practices", de: "Die sechs Übungen")
    case .resumed: .init(en: "Resumed at #", de: "Fortgesetzt bei #")
    case .finished: .init(en: "Well done.", de: "Gut gemacht.")
    case .nextPractice: .init(en: "Continue with the next", de: "Weiter mit der nächsten")
    case .playAgain: .init(en: "Play again", de: "Noch einmal abspielen")
    default: nil
    }
  }

  private var downloadTexts: LocalizedText? {
    switch self {
    case .downloads: .init(en: "Downloads", de: "Downloads")
    case .downloadAll: .init(en: "Download all six", de: "Alle sechs herunterladen")
    case .download: .init(en: "Download", de: "Herunterladen")
    case .downloadPending: .init(en: "Waiting", de: "Wartet")
    case .downloaded: .init(en: "Downloaded", de: "Heruntergeladen")
    case .downloadFailed:
      .init(en: "Could not be downloaded", de: "Konnte nicht heruntergeladen werden")
    case .remove: .init(en: "Remove from this device", de: "Von diesem Gerät entfernen")
    case .removeAll: .init(en: "Remove all", de: "Alle entfernen")
    case .downloadsEmpty:
      .init(
        en: "Nothing is downloaded yet. Open a myth to download its videos.",
        de: "Noch ist nichts heruntergeladen. Öffne einen Mythos, um seine Videos zu laden.")
    case .onThisDevice: .init(en: "On this device: # MB", de: "Auf diesem Gerät: # MB")
    default: nil
    }
  }

  private var pictureTexts: LocalizedText? {
    switch self {
    case .takePicture: .init(en: "Take a picture", de: "Foto aufnehmen")
    case .choosePicture: .init(en: "Choose from your photos", de: "Aus deinen Fotos wählen")
    case .noCamera:
      .init(
        en: "This device has no camera that the app may use. Allow access in Settings, or choose "
          + "a photo.",
        de: "Dieses Gerät hat keine Kamera, die die App verwenden darf. Erlaube den Zugriff "
          + "in den Einstellungen, oder wähl ein Foto.")
    case .pictureHelp:
      .init(
        en: "The picture is cropped to a square, and its location is removed.",
        de: "Das Bild wird quadratisch zugeschnitten, und der Aufnahmeort wird entfernt.")
    case .profilePicture: .init(en: "Your profile picture", de: "Dein Profilbild")
    case .pictureSaved: .init(en: "Your picture is saved.", de: "Dein Bild ist gespeichert.")
    case .unreadablePicture:
      .init(
        en: "This picture cannot be read. Choose another one.",
        de: "Dieses Bild lässt sich nicht lesen. Wähl ein anderes.")
    default: nil
    }
  }

  private var practiceTexts: LocalizedText? {
    switch self {
    case .favorite: .init(en: "Favorite", de: "Favorit")
    case .addFavorite: .init(en: "Add to favorites", de: "Zu den Favoriten")
    case .removeFavorite: .init(en: "Remove from favorites", de: "Aus den Favoriten entfernen")
    case .done: .init(en: "Done", de: "Geschafft")
    case .level: .init(en: "Level", de: "Stufe")
    case .beginner: .init(en: "For beginners", de: "Für den Anfang")
    case .intermediate: .init(en: "With some experience", de: "Mit etwas Erfahrung")
    case .advanced: .init(en: "Advanced", de: "Fortgeschritten")
    case .seconds: .init(en: "# seconds", de: "# Sekunden")
    case .streak: .init(en: "Streak", de: "Serie")
    case .streakDays: .init(en: "Days in a row: #", de: "Tage in Folge: #")
    case .streakOff:
      .init(en: "Days in a row are not counted.", de: "Tage in Folge werden nicht gezählt.")
    case .streakFreezes: .init(en: "Freezes left: #", de: "Übrige Joker: #")
    case .longest: .init(en: "Longest streak: #", de: "Längste Serie: #")
    case .history: .init(en: "History", de: "Verlauf")
    case .historyEmpty: .init(en: "No practice yet.", de: "Noch keine Übung.")
    case .countStreak: .init(en: "Count days in a row", de: "Tage in Folge zählen")
    case .synchronized: .init(en: "Everything is saved.", de: "Alles ist gespeichert.")
    case .notSynchronized:
      .init(
        en: "Saved on this device; the rest follows when you are online.",
        de: "Auf diesem Gerät gespeichert; der Rest folgt, wenn du online bist.")
    case .synchronizing: .init(en: "Saving …", de: "Wird gespeichert …")
    case .practiceCount: .init(en: "# of 6 done", de: "# von 6 geschafft")
    default: nil
    }
  }

  /// The text for a level.
  public static func level(_ level: Video.Level) -> ClientText {
    switch level {
    case .beginner: .beginner
    case .intermediate: .intermediate
    case .advanced: .advanced
    }
  }
}
