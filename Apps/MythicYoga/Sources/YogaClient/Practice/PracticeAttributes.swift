public import FlowMagic
public import Foundation
public import YogaDomain

/// The user's attributes, which the flow's routes and screens read; the web app's service reports
/// these, and more for its blocks.
public enum PracticeAttributes {
  /// Returns the attributes of a user, or of a guest.
  ///
  /// - Parameters:
  ///   - user: The user; nil for a guest.
  ///   - state: The user's practice data.
  ///   - today: The local date, such as `2026-11-27`.
  /// - Returns: The attributes by name.
  public static func attributes(
    of user: Profile?, _ state: PracticeState, today: String
  ) -> JSONObject {
    let state = user == nil ? PracticeState() : state
    var attributes: JSONObject = [
      "signedIn": .bool(user != nil), "hasPicture": .bool(user?.picture != nil),
      "name": .string(user?.name ?? ""), "email": .string(user?.email ?? ""),
      "sessionsDone": .number(JSONNumber(state.sessions.count)),
      "level": .string(Experience(completed: state.completed).rawValue),
      "nextMyth": .string(Catalog.current.nextMythID(after: state.completed)),
      "lockedMyths": .array(
        user == nil
          ? [] : Unlocking(completed: state.completed).lockedMythIDs.map { .string($0) }),
      "today": .string(today),
      "favoritePractices": .array(state.favoriteVideos().map(listItem)),
      "recentPractices": .array(state.recentVideos().map(listItem)),
    ]
    // With it, splits show a user the same variant on all devices.
    if let user { attributes["userId"] = .string(user.id) }
    return attributes
  }

  /// A video as an element of a list that screens show.
  private static func listItem(_ video: Video) -> JSON {
    let name = Catalog.current.fullName(of: video)
    return ["video": .string(video.id), "en": .string(name.en), "de": .string(name.de)]
  }

  /// Returns the date of a time in a calendar's time zone, such as `2026-11-27`.
  public static func day(of date: Date, in calendar: Calendar = Calendar(identifier: .gregorian))
    -> String
  {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    func padded(_ number: Int?, _ count: Int) -> String {
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
  }
}
