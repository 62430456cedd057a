/// A time in UTC, formatted for emails.
///
/// - Note: Days are converted by Howard Hinnant's algorithm `civil_from_days`, whose years begin in
///   March so that the leap day is their last.
package struct MailTime {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  package let day: Int
  /// 0 is Sunday.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Creates the time that is `seconds` after the start of 1970; leap seconds are not counted.
  package init(_ seconds: Int) {
    let (days, remainder) = Self.floorDivide(seconds, 86_400)
    weekday = Self.floorDivide(days + 4, 7).remainder
    hour = remainder / 3600
    minute = remainder / 60 % 60
    second = remainder % 60

    let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Returns the time for display: `21 November 2026, 14:05 UTC`, and in German
  /// `21. November 2026, 14:05 UTC`.
  package func text(in language: EmailLanguage) -> String {
    switch language {
    case .english: "\(day) \(Self.months[month - 1]) \(year), \(timeOfDay)"
    case .german: "\(day). \(Self.germanMonths[month - 1]) \(year), \(timeOfDay)"
    }
  }

  private var timeOfDay: String { "\(Self.padded(hour)):\(Self.padded(minute)) UTC" }

  /// For an email's `Date` field (RFC 5322, 3.3): `Sat, 21 Nov 2026 14:05:09 +0000`.
  package var field: String {
    let name = Self.weekdays[weekday].prefix(3)
    let time = [hour, minute, second].map(Self.padded).joined(separator: ":")
    return "\(name), \(Self.padded(day)) \(Self.months[month - 1].prefix(3)) \(year) \(time) +0000"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
    "Oktober", "November", "Dezember",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func floorDivide(_ value: Int, _ by: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
    return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
  }
}
