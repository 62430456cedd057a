/// A file of a video, as `scripts/yoga-media` creates it.
public enum MediaFile: String, CaseIterable, Sendable {
  /// HLS: the multivariant playlist.
  case master = "master.m3u8"
  /// HLS: the playlist of the video track, 1280 × 720.
  case large = "large.m3u8"
  /// HLS: the segments of ``large``.
  case largeSegments = "large.mp4"
  /// HLS: the playlist of the video track, 640 × 360.
  case small = "small.m3u8"
  /// HLS: the segments of ``small``.
  case smallSegments = "small.mp4"
  /// HLS: the playlist of the audio track with bells.
  case bells = "bells.m3u8"
  /// HLS: the segments of ``bells``.
  case bellsSegments = "bells.mp4"
  /// HLS: the playlist of the audio track without bells.
  case quiet = "quiet.m3u8"
  /// HLS: the segments of ``quiet``.
  case quietSegments = "quiet.mp4"
  /// HLS: the playlist of the English captions.
  case captionsPlaylistEN = "captions-en.m3u8"
  /// HLS: the playlist of the German captions.
  case captionsPlaylistDE = "captions-de.m3u8"
  /// English captions, WebVTT.
  case captionsEN = "captions-en.vtt"
  /// German captions, WebVTT.
  case captionsDE = "captions-de.vtt"
  /// The whole video in one file, for players without HLS and for offline use.
  case video = "video.mp4"
  /// ``video`` without bells.
  case videoQuiet = "video-quiet.mp4"
  /// The poster, 960 × 540.
  case poster = "poster.webp"
  /// The poster, 480 × 270.
  case posterSmall = "poster-small.webp"

  /// The media type.
  public var contentType: String {
    switch self {
    case .master, .large, .small, .bells, .quiet, .captionsPlaylistEN, .captionsPlaylistDE:
      "application/vnd.apple.mpegurl"
    case .largeSegments, .smallSegments, .video, .videoQuiet: "video/mp4"
    case .bellsSegments, .quietSegments: "audio/mp4"
    case .captionsEN, .captionsDE: "text/vtt; charset=utf-8"
    case .poster, .posterSmall: "image/webp"
    }
  }

  /// Whether the file is public, because menus show it before the user has logged in.
  public var isPublic: Bool { self == .poster || self == .posterSmall }
}

/// The paths of a video's files on the service.
public struct VideoLinks: Codable, Hashable, Sendable {
  /// HLS, for players that adapt to the connection.
  public let hls: String
  /// One file with bells.
  public let video: String
  /// One file without bells.
  public let videoQuiet: String
  /// The large poster.
  public let poster: String
  /// The small poster.
  public let posterSmall: String
  /// WebVTT in English.
  public let captionsEN: String
  /// WebVTT in German.
  public let captionsDE: String
  /// The expiry of the links, in seconds since 1970; those of posters do not expire.
  public let expires: Int
}
