import Foundation

/// Formatting and parsing of the API's timestamps, which are seconds since 1970 internally.
package enum Timestamp {
  /// RFC 3339 in UTC, such as `2027-01-14T08:00:00Z`.
  package static func string(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// The pattern of a timestamp (RFC 3339).
  package static let pattern =
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
    + "([Zz]|[+-][0-9]{2}:[0-9]{2})$"

  private typealias Parts = (Substring, Substring?, Substring)

  /// Parses RFC 3339 with any offset, ignoring fractions of a second; nil for anything else.
  package static func seconds(from text: String) -> Int? {
    guard text.utf8.count <= 40, let regex = try? Regex(pattern, as: Parts.self),
      let match = text.wholeMatch(of: regex)
    else { return nil }
    let fraction = match.1 ?? ""
    let withoutFraction = text.uppercased().replacing(fraction, with: "", maxReplacements: 1)
    guard let date = try? Date(withoutFraction, strategy: .iso8601) else { return nil }
    return Int(date.timeIntervalSince1970)
  }

  /// The current time of the system's clock, in seconds since 1970.
  package static func now() -> Int { Int(Date().timeIntervalSince1970) }
}
