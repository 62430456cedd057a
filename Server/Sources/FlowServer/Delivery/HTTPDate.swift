#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// HTTP dates, as in a response's `Date`: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
  /// The 29 characters for a time in seconds since 1970.
  package static func string(at seconds: Int) -> String {
    let days = floorDivided(seconds, 86_400)
    let inDay = seconds - days * 86_400
    let date = civil(days: days)
    let weekday = weekdays[(days % 7 + 11) % 7]
    return "\(weekday), \(padded(date.day)) \(months[date.month - 1]) \(date.year) "
      + "\(padded(inDay / 3600)):\(padded(inDay / 60 % 60)):\(padded(inDay % 60)) GMT"
  }

  /// The current date.
  static var now: String { string(at: Int(time(nil))) }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func floorDivided(_ number: Int, _ by: Int) -> Int {
    number >= 0 ? number / by : -((by - 1 - number) / by)
  }

  /// The Gregorian date of a day number since 1970-01-01.
  ///
  /// Years start in March, so that the leap day is the last day of its year; 400 years have 146,097
  /// days.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivided(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
