import Accounts
import FlowCore
import Foundation
import YogaDomain

/// The user's attributes, which the flow's routes and screens depend on.
struct YogaAttributes: Sendable {
  let users: YogaUsers

  init(_ users: YogaUsers) { self.users = users }

  /// Returns the attributes of a guest.
  static func guestAttributes(at now: Int) -> JSONObject {
    [
      "signedIn": false, "hasPicture": false, "sessionsDone": 0, "name": "", "email": "",
      "level": .string(Experience.beginner.rawValue),
      "nextMyth": .string(Catalog.current.nextMythID(after: [])),
      "lockedMyths": [], "today": .string(day(now)), "favoritePractices": [],
      "recentPractices": [],
    ]
  }

  /// Returns a date in UTC, such as 2026-11-27.
  private static func day(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(
      .iso8601.year().month().day())
  }

  /// A video as an element of a list that screens show.
  private static func listItem(_ video: Video) -> JSON {
    let name = Catalog.current.fullName(of: video)
    return ["video": .string(video.id), "en": .string(name.en), "de": .string(name.de)]
  }

  /// Returns the attributes of a user.
  func attributes(of user: User) async throws -> JSONObject {
    let state = try await users.store.practice(of: user.id).state
    let picture = try await users.store.pictureVersion(of: user.id)
    var attributes: JSONObject = [
      "signedIn": true, "userId": .string(user.id), "name": .string(user.displayName),
      "email": .string(user.email), "hasPicture": .bool(picture != nil),
      "level": .string(Experience(completed: state.completed).rawValue),
      "nextMyth": .string(Catalog.current.nextMythID(after: state.completed)),
      "lockedMyths": .array(
        Unlocking(completed: state.completed).lockedMythIDs.map { .string($0) }),
      "today": .string(Self.day(users.accounts.clock())),
      "sessionsDone": .number(JSONNumber(state.sessions.count)),
      "completed": .array(state.completed.sorted().map { .string($0) }),
      "positions": Self.values(state.positions), "practiced": Self.values(state.practiced),
      "favorites": .array(
        state.favorites.keys.sorted().filter { state.isFavorite($0) }.map { .string($0) }),
      "favoritePractices": .array(state.favoriteVideos().map(Self.listItem)),
      "recentPractices": .array(state.recentVideos().map(Self.listItem)),
    ]
    if let picture {
      attributes["picture"] = .string(UserDataRoutes.pictureURL(of: user.id, version: picture))
    }
    return attributes
  }

  /// Returns values as an object, by the video's id.
  private static func values(_ registers: [String: Register<Double>]) -> JSON {
    .object(
      JSONObject(
        registers.sorted { $0.key < $1.key }.compactMap { video, register in
          JSONNumber(register.value).map { .init(key: Name(video), value: .number($0)) }
        }))
  }
}

extension User {
  /// The name, or the part of the address before the @ sign.
  var displayName: String { name.isEmpty ? String(email.prefix { $0 != "@" }) : name }
}
