public import Foundation

/// Plays one video at a time for a ``PlayerModel``: `AVPlayer` on iOS.
@MainActor
public protocol PlayerEngine: AnyObject {
  /// Called for each event of the loaded video.
  var onEvent: ((PlayerEvent) -> Void)? { get set }

  /// Loads a video, and replaces the previous one; it does not play yet.
  func load(_ source: PlayerSource)
  /// Plays the video.
  func play()
  /// Pauses the video.
  func pause()
  /// Continues at a position in seconds.
  func seek(to seconds: Double)
  /// Shows captions in a language; none if it is nil, whatever the system's settings are.
  func showCaptions(in language: String?)
  /// Turns the sound of bells on or off.
  func setBells(_ isOn: Bool)
  /// Stops and releases the video.
  func unload()
}

/// The video to load.
public struct PlayerSource: Hashable, Sendable {
  /// The URL of the HLS playlist, or of a downloaded copy.
  public let url: URL
  /// The title, for the lock screen.
  public let title: String
  /// The name of the myth, for the lock screen.
  public let subtitle: String

  /// Creates a source.
  public init(url: URL, title: String, subtitle: String) {
    self.url = url
    self.title = title
    self.subtitle = subtitle
  }
}

/// An event of a playing video.
public enum PlayerEvent: Hashable, Sendable {
  /// The video can be played; its length in seconds.
  case ready(duration: Double)
  /// The video plays, or is paused: by the user, the system, or a headset that was removed.
  case playing(Bool)
  /// The position in seconds, several times per second while the video plays.
  case position(Double)
  /// The video has ended.
  case ended
  /// The video cannot be played.
  case failed
}
