/// A user's practices, favorites and settings: the part of the app's state that is synchronized
/// between devices.
///
/// Downloads are not included, because they belong to a device.
public struct PracticeState: Hashable, Sendable {
  /// The position in each video, in seconds, by the video's id.
  public var positions: [String: Register<Double>] = [:]
  /// The seconds that each video has been practiced since it last counted as finished, by the
  /// video's id.
  public var practiced: [String: Register<Double>] = [:]
  /// The favorite videos (1), and removed ones (0), by the video's id.
  public var favorites: [String: Register<Int>] = [:]
  /// The settings, by ``PracticeSetting``.
  public var settings: [String: Register<String>] = [:]
  /// The ids of the finished videos.
  public var completed: Set<String> = []
  /// The finished practices, by an id that the device generates.
  public var sessions: [String: PracticeSession] = [:]

  /// The maximum number of sessions; beyond it the oldest are removed.
  ///
  /// Finished videos stay finished.
  public static let maximumSessions = 5_000
  /// The maximum number of positions, of practiced seconds, of favorites and of settings; beyond it
  /// the oldest are removed.
  public static let maximumValues = 500

  /// Creates an empty state.
  public init() {}

  /// Whether the state is empty.
  public var isEmpty: Bool { self == PracticeState() }

  /// The position to resume a video at, in seconds; nil for the start.
  public func position(of video: String) -> Double? {
    positions[video].flatMap { $0.value > 0 ? $0.value : nil }
  }

  /// The seconds that a video has been practiced since it last counted as finished.
  public func practicedSeconds(of video: String) -> Double { practiced[video]?.value ?? 0 }

  /// Whether a video is a favorite.
  public func isFavorite(_ video: String) -> Bool { favorites[video]?.value == 1 }

  /// The value of a setting, or its default if it was never set.
  public func value(of setting: PracticeSetting) -> String {
    settings[setting.rawValue]?.value ?? setting.defaultValue
  }

  /// Whether a setting has a value other than `off`.
  public func isOn(_ setting: PracticeSetting) -> Bool { value(of: setting) != "off" }
}

/// A user's settings.
public enum PracticeSetting: String, Codable, CaseIterable, Sendable {
  /// Whether bells ring: `on` or `off`.
  case bell
  /// The language of captions: `en`, `de` or `off`.
  case captions
  /// Whether days in a row are counted: `on` or `off`.
  case streak

  /// The default value.
  public var defaultValue: String { self == .captions ? "off" : "on" }

  /// The allowed values.
  public var values: [String] { self == .captions ? ["off", "en", "de"] : ["on", "off"] }
}

extension PracticeState: Codable {
  private enum CodingKeys: String, CodingKey {
    case positions, practiced, favorites, settings, completed, sessions
  }

  /// Decodes a state; missing members are empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    positions =
      try container.decodeIfPresent([String: Register<Double>].self, forKey: .positions) ?? [:]
    practiced =
      try container.decodeIfPresent([String: Register<Double>].self, forKey: .practiced) ?? [:]
    favorites =
      try container.decodeIfPresent([String: Register<Int>].self, forKey: .favorites) ?? [:]
    settings =
      try container.decodeIfPresent([String: Register<String>].self, forKey: .settings) ?? [:]
    completed = try container.decodeIfPresent(Set<String>.self, forKey: .completed) ?? []
    sessions =
      try container.decodeIfPresent([String: PracticeSession].self, forKey: .sessions) ?? [:]
  }

  /// Encodes a state.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(positions, forKey: .positions)
    try container.encode(practiced, forKey: .practiced)
    try container.encode(favorites, forKey: .favorites)
    try container.encode(settings, forKey: .settings)
    try container.encode(completed.sorted(), forKey: .completed)
    try container.encode(sessions, forKey: .sessions)
  }
}
