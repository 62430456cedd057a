import Accounts
import Foundation
import Testing

struct MailTimeTests {
  @Test func `a time is formatted for users and for mail programs`() {
    let time = MailTime(Emails.now)
    #expect(time.text(in: .english) == "21 November 2026, 12:05 UTC")
    #expect(time.text(in: .german) == "21. November 2026, 12:05 UTC")
    #expect(time.field == "Sat, 21 Nov 2026 12:05:09 +0000")
  }

  @Test func `days agree with Foundation's calendar over four centuries`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    // A step that covers every day of a month, every weekday and both ends of a day.
    for seconds in stride(from: -6_000_000_000, through: 7_000_000_000, by: 999_983) {
      let time = MailTime(seconds)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        [time.year, time.month, time.day, time.weekday + 1, time.hour, time.minute, time.second]
          == [
            parts.year, parts.month, parts.day, parts.weekday, parts.hour, parts.minute,
            parts.second,
          ])
    }
  }
}
