/// A point in time as seconds since 1970 in UTC.
///
/// The caller provides the time; this module does not read a clock.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var seconds: Int64

  /// Creates a timestamp from its seconds since 1970.
  public init(_ seconds: Int64) { self.seconds = seconds }

  /// Orders by time.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }
  /// The time a number of seconds later.
  public static func + (timestamp: Timestamp, seconds: Int64) -> Timestamp {
    Timestamp(timestamp.seconds + seconds)
  }
  /// The seconds between two timestamps.
  public static func - (a: Timestamp, b: Timestamp) -> Int64 { a.seconds - b.seconds }

  /// Year, month and day in the Gregorian calendar.
  ///
  /// - `utcOffset`: the local time's offset from UTC in seconds.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  public func date(utcOffset: Int = 0) -> (year: Int, month: Int, day: Int) {
    let local = seconds + Int64(utcOffset)
    let days = (local >= 0 ? local : local - 86_399) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(dayOfYear - (153 * shifted + 2) / 5 + 1))
  }
}

extension Optional<Timestamp> {
  /// Clamps a timestamp in the future to now.
  ///
  /// NB: a clock that was ahead for an hour must not suppress notifications until that hour has
  /// passed.
  mutating func clamp(to now: Timestamp) {
    if let timestamp = self, timestamp > now { self = now }
  }
}
