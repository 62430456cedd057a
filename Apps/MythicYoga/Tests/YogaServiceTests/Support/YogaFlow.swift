import FlowCore
import FlowMagic
import FlowTesting
import YogaDomain
import YogaService

/// The flow of the app without its pages, to test its routes.
enum YogaFlow {
  static let userAttributes = attributes(["signedIn": true, "userId": "u_1"])
  static let guestAttributes = attributes(["signedIn": false])

  /// The attributes that the service reports, with changes.
  static func attributes(_ changes: KeyValuePairs<Name, JSON>) -> JSONObject {
    var attributes: JSONObject = [
      "userId": "u_1", "signedIn": false, "hasPicture": false, "sessionsDone": 2, "name": "Mira",
      "email": "mira@example.com", "level": "beginner", "nextMyth": "agni", "lockedMyths": [],
      "today": "2026-11-27",
    ]
    for (key, value) in changes { attributes[key] = value }
    return attributes
  }

  /// The custom blocks and the action of the web app, without rendering.
  static func screens() throws -> ScreenRegistry {
    try ScreenRegistry {
    } blocks: {
      MythHeader.self
      SignedOut.self
      Avatar.self
      Action.self
      SyncStatus.self
      MythCard.self
      VideoCard.self
      Downloads.self
      Player.self
      Camera.self
      Streak.self
      PracticeSettings.self
      ExportLink.self
      LengthFilter.self
      Glossary.self
      choose
    }
  }

  private struct Choice: Codable, Sendable {
    var myth: String?
    var index: Int?
    var video: String?
  }
  private struct Chosen: FlowOutput { var video: String? }
  private enum ChoiceOutcome: String, ActionPort { case chosen }
  private static var choose: ScreenAction<Choice, ChoiceOutcome> {
    ScreenAction("choose", provides: [.chosen: [\Chosen.video]]) { choice in
      let catalog = Catalog.current
      let video = catalog.video(id: choice.video, myth: choice.myth, index: choice.index)
      return ActionResult(.chosen, Chosen(video: video?.id))
    }
  }
}

private protocol PlainBlock: CustomBlock where Properties == NoProperties {}
struct NoProperties: Codable, Sendable {}
private struct MythHeader: PlainBlock {}
private struct SignedOut: PlainBlock {}
private struct Avatar: PlainBlock {}
private struct Action: PlainBlock {}
private struct SyncStatus: PlainBlock {}
private struct MythCard: PlainBlock {}
private struct VideoCard: PlainBlock {}
private struct Downloads: PlainBlock {}
private struct Player: PlainBlock {}
private struct Camera: PlainBlock {}
private struct Streak: PlainBlock {}
private struct PracticeSettings: PlainBlock {}
private struct ExportLink: PlainBlock {}
private struct LengthFilter: PlainBlock {}
private struct Glossary: PlainBlock {}
