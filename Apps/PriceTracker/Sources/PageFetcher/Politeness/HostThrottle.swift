/// The rate limiter of a host: a pause from the start of one request to the next, lookups in at
/// most every other slot, and a back-off that depends on the rejected requests.
///
/// Times and pauses are in seconds.
package struct HostThrottle: Sendable, Equatable {
  package init() {}

  private var nextRequestAt: Double = 0
  private var nextLookupAt: Double = 0
  /// The rejections of the update's requests, and of all requests.
  private var updateBreaker = CircuitBreaker()
  private var overallBreaker = CircuitBreaker()
  private var pages: [String: PagePause] = [:]

  /// The consecutive rejections of a page, and the time until which it is not requested.
  private struct PagePause: Sendable, Equatable {
    let rejections: Int
    let until: Double
  }

  /// The maximum pause after rejections, in seconds: a day.
  static let maximumSeconds: Double = 86_400
  /// The maximum pause of all requests, in seconds, after a single rejection of a request of the
  /// update with `Retry-After`.
  static let maximumRetrySeconds: Double = 60
  /// The number of rejected pages that are remembered.
  static let maximumPages = 500

  /// The time at which the next request may start; reserves nothing.
  package func nextSlot(at now: Double) -> Double {
    // NB: if the clock was set back, the pause would be extended by that difference.
    max(now, min(nextRequestAt, now + Self.maximumSeconds))
  }

  /// Reserves the next request and returns its time.
  package mutating func reserve(at now: Double, pause: Double) -> Double {
    let slot = nextSlot(at: now)
    nextRequestAt = slot + pause
    return slot
  }

  /// Reserves the next lookup, and returns its earliest time and the wait until the host's slot is
  /// free, too; reserves nothing, and returns no time, if the wait is too long.
  package mutating func reserveLookup(
    at now: Double, pause: Double, maximumWait: Double
  ) -> (at: Double?, wait: Double) {
    let begin = max(now, min(nextLookupAt, now + Self.maximumSeconds))
    let wait = max(begin, nextSlot(at: now)) - now
    guard wait <= maximumWait else { return (nil, wait) }
    // The slots between two lookups are for the update.
    nextLookupAt = begin + 2 * pause
    return (begin, wait)
  }

  /// Records a rejection of a page, and pauses it for the longer of a doubled time and what the
  /// host requests.
  package mutating func recordRejection(
    of page: String, _ purpose: FetchPurpose, at now: Double, retryAfter: Double?
  ) {
    let previous = pages[page]
    if previous == nil, pages.count >= Self.maximumPages {
      pages = pages.filter { $0.value.until > now }
      if pages.count >= Self.maximumPages { pages = [:] }
    }
    let rejections = (previous?.rejections ?? 0) + 1
    let pause = CircuitBreaker.pause(rejections, retryAfter)
    pages[page] = PagePause(rejections: rejections, until: now + pause)
    overallBreaker.record(page, isRejection: true, at: now, retryAfter: retryAfter)
    // Users' lookups may be rejected for other reasons, so they do not stop the update.
    guard purpose == .update else { return }
    updateBreaker.record(page, isRejection: true, at: now, retryAfter: retryAfter)
    if let retryAfter {
      nextRequestAt = max(nextRequestAt, now + min(retryAfter, Self.maximumRetrySeconds))
    }
  }

  /// Records a response that is not a rejection.
  package mutating func recordSuccess(
    of page: String, _ purpose: FetchPurpose, at now: Double
  ) {
    pages[page] = nil
    overallBreaker.record(page, isRejection: false, at: now, retryAfter: nil)
    guard purpose == .update else { return }
    updateBreaker.record(page, isRejection: false, at: now, retryAfter: nil)
  }

  /// Returns until when the host gets no requests for this purpose; nil if it may get them now.
  package func blockEnd(for purpose: FetchPurpose, at now: Double) -> Double? {
    var end = updateBreaker.blockedUntil
    if purpose == .lookup { end = max(end, overallBreaker.blockedUntil) }
    return end > now ? end : nil
  }

  /// Returns until when a page is not requested because it was rejected; nil if it may be now.
  package func pauseEnd(of page: String, at now: Double) -> Double? {
    pages[page].flatMap { $0.until > now ? $0.until : nil }
  }
}

/// Decides from the latest pages whether a host rejects requests in general or only some pages, and
/// in the first case blocks its requests for a time.
struct CircuitBreaker: Sendable, Equatable {
  private struct Outcome: Sendable, Equatable {
    let page: String
    let isRejection: Bool
  }

  /// The outcome of the latest pages, one for each page.
  private var latestOutcomes: [Outcome] = []
  /// The number of consecutive blocks.
  private var consecutiveBlocks = 0
  /// The time until which the host is blocked.
  private(set) var blockedUntil: Double = 0

  /// The number of pages that decide, and how many rejected ones block the host if they are at
  /// least half of them.
  static let maximumPages = 10, minimumRejections = 3

  mutating func record(
    _ page: String, isRejection: Bool, at now: Double, retryAfter: Double?
  ) {
    latestOutcomes.removeAll { $0.page == page }
    latestOutcomes.append(Outcome(page: page, isRejection: isRejection))
    if latestOutcomes.count > Self.maximumPages { latestOutcomes.removeFirst() }
    guard isRejection else {
      consecutiveBlocks = 0
      return
    }
    let rejections = latestOutcomes.count(where: \.isRejection)
    // After a block, the first request is a probe: its rejection is enough.
    guard
      consecutiveBlocks > 0
        || rejections >= Self.minimumRejections && 2 * rejections >= latestOutcomes.count
    else { return }
    consecutiveBlocks += 1
    blockedUntil = max(blockedUntil, now + Self.pause(consecutiveBlocks, retryAfter))
  }

  /// A minute, doubled each time, or what the host requests if that is longer; at most a day.
  static func pause(_ count: Int, _ retryAfter: Double?) -> Double {
    let doubled = 60 * Double(1 << min(max(count - 1, 0), 11))
    return min(max(retryAfter ?? 0, doubled), HostThrottle.maximumSeconds)
  }
}
