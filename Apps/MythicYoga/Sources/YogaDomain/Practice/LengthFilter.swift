/// A filter for the length of practices.
public enum LengthFilter: String, Codable, CaseIterable, Sendable {
  /// Any length.
  case any
  /// Up to 30 seconds.
  case short
  /// More than 30 seconds, up to 36.
  case medium
  /// More than 36 seconds.
  case long

  /// Creates the filter for the length of a video; never `any`.
  public init(of video: Video) {
    self = [.short, .medium].first { $0.matches(video) } ?? .long
  }

  /// Whether a video matches.
  public func matches(_ video: Video) -> Bool {
    switch self {
    case .any: true
    case .short: video.seconds <= 30
    case .medium: video.seconds > 30 && video.seconds <= 36
    case .long: video.seconds > 36
    }
  }
}
