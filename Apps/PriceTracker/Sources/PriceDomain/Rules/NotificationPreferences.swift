/// A user's notification preferences for all products.
public struct NotificationPreferences: Hashable, Sendable, Codable {
  /// Smaller changes, in thousandths of the price, are ignored.
  ///
  /// The minimum is one minor unit.
  public var minimumStepPermille: Int64 = 10
  /// How long a higher price must last, in seconds, before the next drop triggers a notification.
  public var settleSeconds: Int64 = 6 * 3600
  /// The quiet hours.
  public var quietHours: QuietHours?
  /// The maximum number of price notifications in 24 hours, for all products together; 0 for none.
  public var dailyLimit = 5

  /// The default preferences: no quiet hours, at most five notifications a day.
  public init() {}

  /// The smallest relevant change of a price.
  func minimumChange(of price: Price) -> Int64 {
    max(1, price.minorUnits * minimumStepPermille / 1000)
  }
}

/// The hours without notifications, in the user's time zone.
public struct QuietHours: Hashable, Sendable, Codable {
  /// The minute of the day when they begin: 22:00 is 1320.
  public let begin: Int
  /// The minute of the day when they end; before `begin` if that is the next day.
  public let end: Int

  /// Quiet hours between two minutes of the day; nil if a minute is invalid, or both are the same.
  public init?(begin: Int, end: Int) {
    guard (0..<1440).contains(begin), (0..<1440).contains(end), begin != end else { return nil }
    self.begin = begin
    self.end = end
  }

  /// Quiet hours between two hours of the day, 0 to 23, as a user chooses them; nil if an hour is
  /// invalid, or both times are the same.
  ///
  /// - `current`: the current quiet hours; their minutes are kept if the hour is unchanged, because
  ///   the API can set minutes and a form has only hours.
  public init?(from: Int, until: Int, keepingMinutesOf current: QuietHours?) {
    func minute(_ hour: Int, _ currentMinute: Int?) -> Int {
      if let currentMinute, currentMinute / 60 == hour { currentMinute } else { hour * 60 }
    }
    self.init(begin: minute(from, current?.begin), end: minute(until, current?.end))
  }

  /// The end of the quiet hours if they include now, otherwise nil.
  ///
  /// - `utcOffset`: the user's current UTC offset in seconds. Call this again at the returned time,
  ///   because daylight saving time may change during the night.
  public func end(at now: Timestamp, utcOffset: Int) -> Timestamp? {
    let local = now.seconds + Int64(utcOffset)
    let second = ((local % 86_400) + 86_400) % 86_400
    let (from, to) = (Int64(begin) * 60, Int64(end) * 60)
    let isQuiet = from < to ? (from..<to).contains(second) : second >= from || second < to
    guard isQuiet else { return nil }
    let remaining = to > second ? to - second : to + 86_400 - second
    return now + remaining
  }
}

/// The notifications sent to a user in the last 24 hours.
public struct NotificationBudget: Hashable, Sendable, Codable {
  private var sent: [Timestamp] = []

  /// An empty budget: nothing was sent yet.
  public init() {}

  /// The earliest time of the next notification; nil means now.
  public mutating func nextSlot(limit: Int, at now: Timestamp) -> Timestamp? {
    // NB: a day is 24 hours, not a date, so that no clock change or time zone makes it begin twice.
    sent = sent.map { min($0, now) }.filter { now - $0 < 86_400 }
    guard sent.count >= max(limit, 0) else { return nil }
    guard limit > 0 else { return now + 86_400 }
    return sent[sent.count - limit] + 86_400
  }

  /// Adds a notification.
  public mutating func spend(at now: Timestamp) { sent.append(now) }
}
