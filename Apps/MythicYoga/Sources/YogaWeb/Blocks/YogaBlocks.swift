public import FlowCore
public import FlowMagicWeb
public import YogaDomain

/// The web app's custom blocks, for `FlowHostSettings.custom`.
///
/// ```swift
/// let blocks = YogaBlocks { video, viewer in addresses(of: video, for: viewer) }
/// settings.custom = blocks.all
/// settings.styles = YogaFiles.styles
/// settings.scripts = YogaFiles.scripts
/// ```
///
/// Most work without JavaScript; the script adds features that plain HTML cannot provide. Docs: the
/// table in `Apps/MythicYoga/Sources/YogaWeb/README.md`.
public struct YogaBlocks: Sendable {
  /// Returns the URLs of a video's files for a viewer.
  public typealias Addresses = @Sendable (_ video: Video, _ viewer: String) -> VideoAddresses
  let catalog: Catalog
  let addresses: Addresses

  /// Creates the blocks.
  ///
  /// - Parameters:
  ///   - catalog: The myths and videos.
  ///   - addresses: Returns the signed URLs of a video. `viewer` is the block's property of that
  ///     name; empty if there is none.
  public init(catalog: Catalog = .current, addresses: @escaping Addresses) {
    self.catalog = catalog
    self.addresses = addresses
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
public struct VideoAddresses: Hashable, Sendable {
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
