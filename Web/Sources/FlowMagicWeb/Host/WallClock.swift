import Foundation

/// The system's time.
enum WallClock {
  /// The seconds since 1970.
  static func seconds() -> Int { Int(Date().timeIntervalSince1970) }

  /// The date of a timestamp in UTC, as `yyyy-MM-dd`.
  static func day(_ second: Int) -> String {
    Date(timeIntervalSince1970: Double(second)).formatted(.iso8601.year().month().day())
  }
}
