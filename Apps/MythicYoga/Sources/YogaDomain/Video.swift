/// One practice of a myth: a short video.
public struct Video: Codable, Hashable, Sendable, Identifiable {
  /// The id, made of those of the myth and the kind: `agni/mantra`.
  public let id: String
  /// The kind of practice.
  public let kind: Kind
  /// The name, such as `Boat`, in German `Boot`.
  public let name: LocalizedText
  /// The Sanskrit name of the pose, gesture or breathing technique, or the words of the mantra.
  public let sanskrit: SanskritName
  /// Instructions and purpose, in one or two sentences.
  public let text: LocalizedText
  /// The level.
  public let level: Level
  /// The length of the video, in seconds.
  public let seconds: Int
  /// The breathing rhythm of the video.
  public let breath: Breath
  /// The ids of its entries in ``Catalog/glossary``.
  public let glossary: [String]

  /// The myth's id: `agni`.
  public var mythID: String { String(id.prefix { $0 != "/" }) }

  /// The kind of practice.
  ///
  /// Every myth has one video of each kind.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    case mantra, mudra, pranayama, asana, vinyasa, dhyana
  }

  /// The level of a practice.
  public enum Level: String, Codable, CaseIterable, Comparable, Sendable {
    case beginner, intermediate, advanced

    /// Whether a level is lower than another.
    public static func < (first: Level, second: Level) -> Bool { first.order < second.order }

    private var order: Int {
      switch self {
      case .beginner: 0
      case .intermediate: 1
      case .advanced: 2
      }
    }
  }

  /// The parts of one breath, in seconds.
  public struct Breath: Codable, Hashable, Sendable {
    /// Breathing in.
    public let inhale: Int
    /// Holding the full breath.
    public let hold: Int
    /// Breathing out.
    public let exhale: Int
    /// Resting with empty lungs.
    public let rest: Int

    /// The length of one breath, in seconds.
    public var seconds: Int { inhale + hold + exhale + rest }
  }
}
