import Foundation
import Testing
import flowmagic

@Suite struct TimestampFormatterTests {
  @Test func `a token that has expired is not said to expire`() throws {
    let now = try Date("2027-01-14T08:00:00Z", strategy: .iso8601)
    let past = TimestampFormatter.expiry("2027-01-14T08:00:00Z", now: now)
    #expect(past.hasPrefix("expired 2027-01-1"))
    let future = TimestampFormatter.expiry("2027-01-14T08:00:01Z", now: now)
    #expect(future.hasPrefix("expires 2027-01-1"))
  }
}
