/// The number of consecutive practice days.
///
/// Only days with a session are counted. A freeze keeps a streak over a day without one, and never
/// adds to it. Freezes are earned by practicing: one for each seventh day of a streak, at most two.
/// A streak is always computed from the sessions, so a session that arrives late from another
/// device counts for its own day.
public struct Streak: Hashable, Sendable {
  /// The consecutive practice days, without frozen ones.
  public private(set) var days = 0
  /// The longest streak so far.
  public private(set) var longestDays = 0
  /// The remaining freezes.
  public private(set) var remainingFreezes = 0
  /// The days that a freeze was used for, in the current streak.
  public private(set) var frozenDays: [PracticeDay] = []
  /// Whether today has a session.
  public private(set) var includesToday = false

  /// The maximum number of freezes.
  public static let maximumFreezes = 2
  /// The days of practice that earn a freeze.
  public static let daysPerFreeze = 7

  /// Computes the streak of a user's sessions, as of a day.
  public init(sessions: some Sequence<PracticeSession>, today: PracticeDay) {
    // A device's clock may be ahead; sessions of tomorrow are ignored.
    let practiceDays = Set(sessions.map(\.day)).filter { $0 <= today }.sorted()
    var previous: PracticeDay?
    for day in practiceDays {
      if let previous { handleGap(from: previous.advanced(by: 1), to: day) }
      days += 1
      longestDays = max(longestDays, days)
      if days % Self.daysPerFreeze == 0 {
        remainingFreezes = min(remainingFreezes + 1, Self.maximumFreezes)
      }
      previous = day
    }
    if let previous { handleGap(from: previous.advanced(by: 1), to: today) }
    includesToday = previous == today
  }

  /// Uses freezes for the days without practice, a half-open range, or ends the streak if there
  /// are too few.
  private mutating func handleGap(from first: PracticeDay, to last: PracticeDay) {
    guard first < last else { return }
    let missedDays = last.number - first.number
    guard missedDays <= remainingFreezes else {
      (days, remainingFreezes, frozenDays) = (0, 0, [])
      return
    }
    remainingFreezes -= missedDays
    frozenDays += (0..<missedDays).map { first.advanced(by: $0) }
  }
}

extension PracticeState {
  /// The streak as of a time in milliseconds since 1970; nil if the user has turned it off.
  public func streak(now: Int, utcOffset: Int) -> Streak? {
    guard isOn(.streak) else { return nil }
    return Streak(sessions: sessions.values, today: PracticeDay(at: now, utcOffset: utcOffset))
  }
}
