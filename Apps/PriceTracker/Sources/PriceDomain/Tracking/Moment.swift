/// A point in time as seconds since 1970 in UTC.
///
/// The caller provides the time; this module does not read a clock.
public struct Moment: Hashable, Comparable, Sendable, Codable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var seconds: Int64

  /// Creates a moment from its seconds since 1970.
  public init(_ seconds: Int64) { self.seconds = seconds }

  /// Orders by time.
  public static func < (a: Moment, b: Moment) -> Bool { a.seconds < b.seconds }
  /// The moment a number of seconds later.
  public static func + (moment: Moment, seconds: Int64) -> Moment {
    Moment(moment.seconds + seconds)
  }
  /// The seconds between two moments.
  public static func - (a: Moment, b: Moment) -> Int64 { a.seconds - b.seconds }

  /// Year, month and day in the Gregorian calendar.
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

extension Optional<Moment> {
  /// Clamps a moment in the future to now.
  ///
  /// NB: a clock that was ahead for an hour must not suppress notifications until that hour has
  /// passed.
  mutating func settle(_ now: Moment) {
    if let moment = self, moment > now { self = now }
  }
}
