import Foundation
public import YogaDomain

/// The finished practices of one day, as texts.
public struct PracticeHistoryDay: Identifiable, Hashable, Sendable {
  /// The number of the day.
  public let id: Int
  /// The date in the user's language.
  public let title: String
  /// The practices, the latest first: `Agni: Boat`.
  public let practices: [String]
}

extension PracticeState {
  /// The finished practices by day, the latest first, in a language such as `de-AT`.
  ///
  /// Practices of videos that this version of the app does not have are left out.
  public func historyDays(
    in language: String, catalog: Catalog = .current
  ) -> [PracticeHistoryDay] {
    var style = Date.FormatStyle(locale: Locale(identifier: language), timeZone: .gmt)
    style = style.day().month(.wide).year()
    return history.compactMap { entry in
      let practices = entry.sessions.compactMap { session -> String? in
        guard let video = catalog.video(session.video), let myth = catalog.myth(video.mythID)
        else { return nil }
        return "\(myth.name): \(video.name.text(in: language))"
      }
      guard !practices.isEmpty else { return nil }
      // Noon of the day in GMT, the time zone of the style.
      let date = Date(timeIntervalSince1970: Double(entry.day.number) * 86_400 + 43_200)
      return PracticeHistoryDay(
        id: entry.day.number, title: date.formatted(style), practices: practices)
    }
  }
}
