import Foundation

/// Seconds since 1970 as the API writes them.
package enum Moment {
  /// RFC 3339 in UTC, such as `2027-01-14T08:00:00Z`.
  package static func text(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// The system's clock.
  package static func now() -> Int { Int(Date().timeIntervalSince1970) }
}
