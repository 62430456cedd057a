import Foundation

/// Moments as people at a terminal read them.
enum MomentWords {
  /// `2027-01-14T08:00:00Z` as the local date and time; a text that is no moment stays itself.
  static func local(_ text: String?) -> String {
    guard let text else { return "" }
    guard let date = try? Date(text, strategy: .iso8601) else { return text }
    return format("yyyy-MM-dd HH:mm:ss").string(from: date)
  }

  /// The time of day now.
  static func now() -> String { format("HH:mm:ss").string(from: Date()) }

  /// Seconds since 1970 as the API writes them.
  static func text(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// This moment as the API writes it.
  static func nowInText() -> String { Date().formatted(.iso8601) }

  private static func format(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .current
    formatter.dateFormat = pattern
    return formatter
  }

  /// "7 ms" or "2.4 s".
  static func duration(_ duration: Duration) -> String {
    let milliseconds = milliseconds(duration)
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  /// Whole milliseconds, at least 1.
  static func milliseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    return max(Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000), 1)
  }
}
