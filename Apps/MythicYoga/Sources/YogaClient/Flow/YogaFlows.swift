public import FlowMagic
import YogaDomain

/// What the app declares about its flow: the blocks and the action of its screens.
///
/// All screens are drawn from the document, like those of the web app, so a screen that a product
/// owner adds in the portal appears here, too.
public enum YogaFlows {
  /// The output of the `choose` action.
  public struct Outputs: FlowOutput, Equatable {
    /// The chosen video's id.
    public var video: String?

    /// Creates empty outputs.
    public init() {}

    init(video: String) { self.video = video }
  }

  /// The screens of the app.
  ///
  /// - Throws: Errors in the declarations.
  public static func screens() throws(FlowMagicError) -> ScreenRegistry {
    try ScreenRegistry {
    } blocks: {
      YogaBlocks.MythHeader.self
      YogaBlocks.MythCard.self
      YogaBlocks.VideoCard.self
      YogaBlocks.LengthFilter.self
      YogaBlocks.Glossary.self
      YogaBlocks.Player.self
      YogaBlocks.Action.self
      YogaBlocks.Camera.self
      YogaBlocks.Downloads.self
      YogaBlocks.Avatar.self
      YogaBlocks.PracticeSettings.self
      YogaBlocks.Streak.self
      YogaBlocks.SyncStatus.self
      YogaBlocks.SignedOut.self
      YogaBlocks.ExportLink.self
      choose
    }
  }

  private struct Choice: Codable, Sendable {
    var myth: String?
    var index: Int?
    var video: String?
  }

  private enum ChoiceOutcome: String, ActionPort { case chosen }

  private struct NoSuchVideo: Error {}

  /// `choose`: selects a video for practice: by its id, or at an index of a myth.
  private static var choose: ScreenAction<Choice, ChoiceOutcome> {
    ScreenAction("choose", provides: [.chosen: [\Outputs.video]]) { choice in
      let catalog = Catalog.current
      let video = catalog.video(id: choice.video, myth: choice.myth, index: choice.index)
      guard let video else { throw NoSuchVideo() }
      return ActionResult(.chosen, Outputs(video: video.id))
    }
  }
}
