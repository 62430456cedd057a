/// A finished practice.
public struct PracticeSession: Codable, Hashable, Sendable {
  /// The video's id: `agni/mantra`.
  public var video: String
  /// When it ended, in milliseconds since 1970.
  public var endedAt: Int
  /// The UTC offset of the local time, in minutes.
  public var utcOffset: Int
  /// The time practiced, in seconds, without skipped parts of the video.
  public var seconds: Int

  /// Creates a session.
  public init(video: String, endedAt: Int, utcOffset: Int, seconds: Int) {
    self.video = video
    self.endedAt = endedAt
    self.utcOffset = utcOffset
    self.seconds = seconds
  }

  /// The practice day of the session.
  public var day: PracticeDay { PracticeDay(at: endedAt, utcOffset: utcOffset) }

  var sortKey: (Int, String, Int, Int) { (endedAt, video, utcOffset, seconds) }
}

/// A day of practice.
///
/// It begins at three in the morning, so that a session after midnight counts for the previous day.
public struct PracticeDay: Hashable, Comparable, Sendable {
  /// The minutes after midnight at which a day begins.
  public static let startMinute = 3 * 60
  /// Days since January 1, 1970.
  public let number: Int

  /// Creates a day from its number.
  public init(number: Int) { self.number = number }

  /// The day of a time in milliseconds since 1970, with a UTC offset in minutes.
  public init(at time: Int, utcOffset: Int) {
    let minutes = Self.flooredQuotient(time, 60_000) + utcOffset - Self.startMinute
    number = Self.flooredQuotient(minutes, 24 * 60)
  }

  /// Whether a day is before another.
  public static func < (lhs: PracticeDay, rhs: PracticeDay) -> Bool {
    lhs.number < rhs.number
  }

  /// Returns the day that is the given number of days later.
  public func advanced(by days: Int) -> PracticeDay { PracticeDay(number: number + days) }

  private static func flooredQuotient(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
