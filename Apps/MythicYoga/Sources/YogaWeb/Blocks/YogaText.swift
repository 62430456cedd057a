import YogaDomain

/// The texts in the blocks' HTML; the screens' texts are in the document.
enum YogaText: String, CaseIterable {
  case noPlayback, practices, seconds, beginner, intermediate, advanced, done, favorite, locked
  case takePicture, choosePicture, usePicture, pictureHelp, profilePicture, downloads, downloadsHelp
  case needsScript, poses, gestures, breaths

  func text(in language: String) -> String { texts.text(in: language) }

  private var texts: LocalizedText {
    switch self {
    case .noPlayback: .init(en: "Open the video", de: "Video öffnen")
    case .practices: .init(en: "The six practices", de: "Die sechs Übungen")
    case .seconds: .init(en: "seconds", de: "Sekunden")
    case .beginner: .init(en: "For beginners", de: "Für den Anfang")
    case .intermediate: .init(en: "With some experience", de: "Mit etwas Erfahrung")
    case .advanced: .init(en: "Advanced", de: "Fortgeschritten")
    case .done: .init(en: "Done", de: "Geschafft")
    case .favorite: .init(en: "Favorite", de: "Favorit")
    case .locked:
      .init(en: "Finish the previous one to unlock", de: "Schließ erst ab, was davor kommt")
    case .takePicture: .init(en: "Take a picture", de: "Foto aufnehmen")
    case .choosePicture: .init(en: "Choose from the gallery", de: "Aus der Galerie wählen")
    case .usePicture: .init(en: "Use this picture", de: "Dieses Bild verwenden")
    case .pictureHelp:
      .init(
        en: "JPEG, PNG or WebP. Where it was taken is removed.",
        de: "JPEG, PNG oder WebP. Der Aufnahmeort wird entfernt.")
    case .profilePicture: .init(en: "Your profile picture", de: "Dein Profilbild")
    case .downloads: .init(en: "Downloads", de: "Downloads")
    case .downloadsHelp:
      .init(
        en: "Downloads need JavaScript, which is off in this browser.",
        de: "Downloads brauchen JavaScript, das in diesem Browser aus ist.")
    case .needsScript:
      .init(
        en: "These settings need JavaScript, which is off in this browser.",
        de: "Diese Einstellungen brauchen JavaScript, das in diesem Browser aus ist.")
    case .poses: .init(en: "Poses", de: "Haltungen")
    case .gestures: .init(en: "Gestures", de: "Gesten")
    case .breaths: .init(en: "Breathing", de: "Atmung")
    }
  }

  static func level(_ level: Video.Level) -> YogaText {
    switch level {
    case .beginner: .beginner
    case .intermediate: .intermediate
    case .advanced: .advanced
    }
  }

  static func group(_ group: GlossaryEntry.Group) -> YogaText {
    switch group {
    case .pose: .poses
    case .gesture: .gestures
    case .breath: .breaths
    }
  }
}
