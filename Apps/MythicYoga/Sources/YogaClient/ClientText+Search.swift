import YogaDomain

extension ClientText {
  /// The texts for finding practices and glossary entries; nil for others.
  var searchTexts: LocalizedText? {
    switch self {
    case .length: .init(en: "Length", de: "Länge")
    case .anyLength: .init(en: "Any length", de: "Jede Länge")
    case .shortLength: .init(en: "Up to 30 s", de: "Bis 30 s")
    case .mediumLength: .init(en: "31 to 36 s", de: "31 bis 36 s")
    case .longLength: .init(en: "Over 36 s", de: "Über 36 s")
    case .shownPractices: .init(en: "Practices shown: #", de: "Gezeigte Übungen: #")
    case .poses: .init(en: "Poses", de: "Haltungen")
    case .gestures: .init(en: "Gestures", de: "Gesten")
    case .breaths: .init(en: "Breathing", de: "Atmung")
    case .searchGlossary:
      .init(
        en: "Search in English, German or Sanskrit",
        de: "Suche auf Deutsch, Englisch oder Sanskrit")
    case .notInGlossary:
      .init(en: "No entry has this name.", de: "Kein Eintrag hat diesen Namen.")
    default: nil
    }
  }
}
