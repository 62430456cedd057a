package import Foundation

/// Formats timestamps and durations.
package enum TimestampFormatter {
  /// An ISO 8601 timestamp as local date and time; another text unchanged; empty for nil.
  static func local(_ text: String?) -> String {
    guard let text else { return "" }
    guard let date = try? Date(text, strategy: .iso8601) else { return text }
    return dateFormatter("yyyy-MM-dd HH:mm:ss").string(from: date)
  }

  /// When a token or an invitation expires or has expired, such as “expires 2027-01-14 08:00:00”.
  ///
  /// - Parameters:
  ///   - text: The expiry as an ISO 8601 timestamp.
  ///   - now: The current time.
  /// - Returns: The text, with the local date and time.
  package static func expiry(_ text: String, now: Date = Date()) -> String {
    let hasExpired = (try? Date(text, strategy: .iso8601)).map { $0 <= now } ?? false
    return "\(hasExpired ? "expired" : "expires") \(local(text))"
  }

  /// The current local time of day.
  static func now() -> String { dateFormatter("HH:mm:ss").string(from: Date()) }

  /// Seconds since 1970 as an ISO 8601 timestamp.
  static func iso(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// The current time as an ISO 8601 timestamp.
  static func nowISO() -> String { Date().formatted(.iso8601) }

  private static func dateFormatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .current
    formatter.dateFormat = pattern
    return formatter
  }

  /// Returns whole milliseconds below a second, otherwise seconds: "7 ms" or "2.4 s".
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
