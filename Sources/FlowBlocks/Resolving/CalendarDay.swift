import FlowCore

/// A day of the Gregorian calendar.
struct CalendarDay: Comparable {
  let year: Int
  let month: Int
  let day: Int

  /// Parses `yyyy-MM-dd`, alone or followed by `T` and a time, which is not checked; nil for
  /// anything else and for a day that does not exist.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count == 10 || bytes[10] == UInt8(ascii: "T"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Int(decimalDigits: bytes[0..<4]), let month = Int(decimalDigits: bytes[5..<7]),
      let day = Int(decimalDigits: bytes[8..<10]), (1...12).contains(month),
      day >= 1, day <= Self.days(month, year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that is a number of days after 1970-01-01, or before it if negative.
  ///
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01.
  var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Parses a field's bound: a date, or an offset from today such as `today+14d`; nil for anything
  /// else, and for an offset if `today` is nil.
  static func bound(_ text: Name, today: CalendarDay?) -> CalendarDay? {
    guard UTF8Bytes.has(prefix: "today", text.string) else { return CalendarDay(text.string) }
    guard let today else { return nil }
    var offset = Array(text.string.utf8.dropFirst(5))
    guard !offset.isEmpty else { return today }
    guard offset.removeLast() == UInt8(ascii: "d"), let sign = offset.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let days = Int(decimalDigits: offset[1...]), offset.count <= 6
    else { return nil }
    let shift = sign == UInt8(ascii: "-") ? -days : days
    return CalendarDay(daysSince1970: today.daysSince1970 + shift)
  }

  static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
