import FlowCore
import FlowMagicWeb
import Foundation
import YogaDomain
import YogaMedia
import YogaWeb

/// The app's blocks, with user-specific properties added by the service.
///
/// A document contains what is the same for all users, such as `{"myth": "agni"}`; the user, the
/// finished videos and the playback positions are added here.
struct YogaScreens: Sendable {
  /// The user id in the links of guests: not that of any user, so these links never play.
  private static let guestID = "guest"
  let links: SignedLinks
  let catalog: Catalog

  init(links: SignedLinks, catalog: Catalog = .current) {
    self.links = links
    self.catalog = catalog
  }

  /// All blocks by name.
  var blocks: [Name: WebBlock] {
    let links = links
    let blocks = YogaBlocks { video, userID in
      // NB: links for the user id "" are those of the iOS app, which play without a session.
      let paths = links.links(for: video, userID: userID.isEmpty ? Self.guestID : userID)
      return VideoURLs(
        hls: paths.hls, video: paths.video, quiet: paths.videoQuiet, poster: paths.poster,
        posterSmall: paths.posterSmall,
        captions: ["en": paths.captionsEN, "de": paths.captionsDE])
    }
    var all: [Name: WebBlock] = [:]
    for (name, block) in blocks.all {
      all[name] = WebBlock { block.html($0.with(properties($0))) }
    }
    all["ExportLink"] = WebBlock { block in
      let title = block.language.hasPrefix("de") ? "Datei herunterladen" : "Download the file"
      return """
        <p><a class="yoga-button yoga-primary" href="/account/export" download>\(title)</a></p>
        """
    }
    return all
  }

  private func properties(_ block: WebBlock.Contents) -> JSON {
    guard case .object(var properties) = block.properties else { return block.properties }
    let attributes = block.attributes
    if let user = attributes["userId"]?.string, attributes["signedIn"] == true {
      properties["user"] = .string(user)
    }
    if let picture = attributes["picture"] { properties["picture"] = picture }
    if properties["myth"] == nil, let myth = block.content["myth"] { properties["myth"] = myth }
    if let titles = properties["titles"] {
      properties["title"] = titles[block.language.hasPrefix("de") ? "de" : "en"]
    }
    if let video = video(properties, block) {
      properties["video"] = .string(video)
      properties["done"] = .bool(Self.contains(video, attributes["completed"]))
      properties["favorite"] = .bool(Self.contains(video, attributes["favorites"]))
      properties["position"] = attributes["positions"]?[Name(video)]
      properties["practiced"] = attributes["practiced"]?[Name(video)]
      properties["session"] = block.outputs["session"]
    } else if let myth = properties["myth"]?.string {
      let completedVideos = (attributes["completed"]?.array ?? []).filter {
        $0.string?.hasPrefix(myth + "/") == true
      }
      properties["done"] = .number(JSONNumber(completedVideos.count))
    }
    return .object(properties)
  }

  /// Returns the video of a block: by its id, by its index in the step's myth, or the selected one.
  private func video(_ properties: JSONObject, _ block: WebBlock.Contents) -> String? {
    if let video = properties["video"]?.string { return video }
    if let index = properties["index"]?.number?.int {
      let videos = properties["myth"]?.string.flatMap(catalog.myth)?.videos ?? []
      return videos.indices.contains(Int(index)) ? videos[Int(index)].id : nil
    }
    guard properties["onEnd"] != nil else { return nil }
    return block.outputs["video"]?.string
  }

  private static func contains(_ video: String, _ list: JSON?) -> Bool {
    list?.array?.contains { $0.string == video } ?? false
  }

  /// `choose`: selects a video for practice: by its id, or at an index of a myth.
  var choose: WebAction {
    let catalog = catalog
    return WebAction(outcomes: ["chosen"], provides: ["chosen": ["video", "session"]]) { call in
      let (id, myth) = (call.arguments["video"]?.string, call.arguments["myth"]?.string)
      let index = (call.arguments["index"]?.number?.int).map { Int($0) }
      guard let video = catalog.video(id: id, myth: myth, index: index) else {
        throw PressRejection(
          call.language.hasPrefix("de")
            ? "Diese Übung gibt es nicht mehr." : "This practice no longer exists.")
      }
      // With the id, the practice counts once even if both the page and the service record it.
      return .init(
        "chosen",
        outputs: ["video": .string(video.id), "session": .string(UUID().uuidString)])
    }
  }
}
