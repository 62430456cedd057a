public import FlowCore
public import FlowMagicWeb
public import YogaDomain

/// The web app's custom blocks, for `FlowHostSettings.customBlocks`.
///
/// ```swift
/// let blocks = YogaBlocks { video, userID in urls(of: video, for: userID) }
/// settings.customBlocks = blocks.all
/// settings.styles = YogaFiles.styles
/// settings.scripts = YogaFiles.scripts
/// ```
///
/// Most work without JavaScript; the script adds features that plain HTML cannot provide. Docs: the
/// table in `Apps/MythicYoga/Sources/YogaWeb/README.md`.
public struct YogaBlocks: Sendable {
  /// Returns the URLs of a video's files for a user.
  public typealias URLProvider = @Sendable (_ video: Video, _ userID: String) -> VideoURLs
  let catalog: Catalog
  let urls: URLProvider

  /// Creates the blocks.
  ///
  /// - Parameters:
  ///   - catalog: The myths and videos.
  ///   - urls: Returns the signed URLs of a video. `userID` is the block's property `user`; empty
  ///     for a guest.
  public init(catalog: Catalog = .current, urls: @escaping URLProvider) {
    self.catalog = catalog
    self.urls = urls
  }

  /// All blocks by name.
  public var all: [Name: WebBlock] {
    [
      "Player": block(player), "MythCard": block(mythCard), "MythHeader": block(mythHeader),
      "VideoCard": block(videoCard), "Camera": block(camera), "Avatar": block(avatar),
      "Downloads": block(downloads), "PracticeSettings": block(settings), "Streak": block(streak),
      "SyncStatus": block(syncStatus), "SignedOut": block(signedOut), "Action": block(action),
      "LengthFilter": block(lengthFilter), "Glossary": block(glossary),
    ]
  }

  private func block(_ render: @escaping @Sendable (WebBlock.Contents) -> HTML) -> WebBlock {
    WebBlock { render($0).text }
  }
}

/// The URLs of a video's files, signed where necessary.
public struct VideoURLs: Hashable, Sendable {
  /// The HLS multivariant playlist.
  public var hls: String
  /// The video as a single file, with bells.
  public var video: String
  /// The video as a single file, without bells.
  public var quiet: String
  /// The large poster image.
  public var poster: String
  /// The small poster image.
  public var posterSmall: String
  /// The WebVTT captions by language: `en`, `de`.
  public var captions: [String: String]

  /// Creates the URLs of a video's files.
  public init(
    hls: String, video: String, quiet: String, poster: String, posterSmall: String,
    captions: [String: String]
  ) {
    self.hls = hls
    self.video = video
    self.quiet = quiet
    self.poster = poster
    self.posterSmall = posterSmall
    self.captions = captions
  }
}
