import PageFetcher
import Testing

struct HostThrottleTests {
  private func isBlocked(_ throttle: HostThrottle, at now: Double) -> Bool {
    throttle.blockEnd(for: .update, at: now) != nil
  }

  @Test func `requests have a pause between them`() {
    var throttle = HostThrottle()
    #expect(throttle.reserve(at: 0, pause: 2) == 0)
    #expect(throttle.reserve(at: 1, pause: 2) == 2)
    #expect(throttle.reserve(at: 9, pause: 2) == 9)
  }

  @Test func `a rejected page is paused alone, for a time that doubles`() {
    var throttle = HostThrottle()
    throttle.recordRejection(of: "/a", .update, at: 0, retryAfter: nil)
    #expect(throttle.pauseEnd(of: "/a", at: 1) == 60)
    #expect(throttle.pauseEnd(of: "/b", at: 1) == nil)
    #expect(!isBlocked(throttle, at: 1))
    throttle.recordRejection(of: "/a", .update, at: 60, retryAfter: nil)
    #expect(throttle.pauseEnd(of: "/a", at: 61) == 180)
    throttle.recordRejection(of: "/a", .update, at: 180, retryAfter: 1_000_000)
    // However often one page is rejected, the host is not blocked, and no page is paused for more
    // than a day.
    #expect(throttle.pauseEnd(of: "/a", at: 181) == 86_580.0)
    #expect(!isBlocked(throttle, at: 181))
    throttle.recordSuccess(of: "/a", .update, at: 100_000)
    #expect(throttle.pauseEnd(of: "/a", at: 100_001) == nil)
  }

  @Test func `several rejected pages block the host, each time for longer`() {
    var throttle = HostThrottle()
    for page in ["/a", "/b"] { throttle.recordRejection(of: page, .update, at: 0, retryAfter: nil) }
    #expect(!isBlocked(throttle, at: 1))
    throttle.recordRejection(of: "/c", .update, at: 0, retryAfter: nil)
    #expect(throttle.blockEnd(for: .update, at: 1) == 60)
    // The first request afterwards decides.
    throttle.recordRejection(of: "/d", .update, at: 60, retryAfter: nil)
    #expect(throttle.blockEnd(for: .update, at: 61) == 180)
    throttle.recordRejection(of: "/e", .update, at: 180, retryAfter: 7200)
    #expect(throttle.blockEnd(for: .update, at: 181) == 7380)
    throttle.recordSuccess(of: "/f", .update, at: 7380)
    #expect(!isBlocked(throttle, at: 7381))
  }

  @Test func `some rejected pages among many that are answered do not block the host`() {
    var throttle = HostThrottle()
    for number in 0..<40 {
      if number.isMultiple(of: 3) {
        throttle.recordRejection(of: "/\(number)", .update, at: Double(number), retryAfter: nil)
      } else {
        throttle.recordSuccess(of: "/\(number)", .update, at: Double(number))
      }
      #expect(!isBlocked(throttle, at: Double(number)))
    }
  }

  @Test func `rejected lookups do not stop the update`() {
    var throttle = HostThrottle()
    for number in 0..<10 {
      throttle.recordRejection(of: "/\(number)", .lookup, at: 0, retryAfter: 86_400)
    }
    #expect(throttle.blockEnd(for: .lookup, at: 1) == 86_400)
    #expect(!isBlocked(throttle, at: 1))
    #expect(throttle.nextSlot(at: 1) == 1)
    // A block of the update also blocks lookups.
    var other = HostThrottle()
    for page in ["/a", "/b", "/c"] {
      other.recordRejection(of: page, .update, at: 0, retryAfter: nil)
    }
    #expect(other.blockEnd(for: .lookup, at: 1) == 60)
  }

  @Test func `lookups leave every other slot to the update and are not queued far ahead`() {
    var throttle = HostThrottle()
    var slots: [Double] = []
    for _ in 0..<1_000 {
      let lookup = throttle.reserveLookup(at: 0, pause: 2, maximumWait: 10)
      if let slot = lookup.at { slots.append(slot) } else { #expect(lookup.wait == 12) }
    }
    #expect(slots == [0, 4, 8])
    // The update still gets the next slot.
    #expect(throttle.reserve(at: 0, pause: 2) == 0)
  }

  @Test func `the number of remembered pages is bounded`() {
    var throttle = HostThrottle()
    for number in 0..<100_000 {
      throttle.recordRejection(of: "/\(number)", .lookup, at: 0, retryAfter: 86_400)
    }
    #expect(throttle.pauseEnd(of: "/99999", at: 1) != nil)
    #expect(throttle.pauseEnd(of: "/0", at: 1) == nil)
  }
}
