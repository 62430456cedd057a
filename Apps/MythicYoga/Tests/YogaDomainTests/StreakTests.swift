import Testing
import YogaDomain

struct StreakTests {
  private static let day = 24 * 3_600_000
  private static let noon = 20_000 * day + 12 * 3_600_000

  /// Sessions at noon on days, relative to a day 0.
  private func sessions(_ days: some Sequence<Int>) -> [PracticeSession] {
    days.map {
      PracticeSession(
        video: "agni/mantra", endedAt: Self.noon + $0 * Self.day, utcOffset: 0, seconds: 30)
    }
  }

  private func streak(_ days: some Sequence<Int>, today: Int) -> Streak {
    Streak(
      sessions: sessions(days), today: PracticeDay(at: Self.noon + today * Self.day, utcOffset: 0))
  }

  @Test func `consecutive days are counted, each day once, and today may still be missing`() {
    #expect(streak([0, 1, 1, 2], today: 2).days == 3)
    #expect(streak([0, 1, 2], today: 3).days == 3)
    #expect(!streak([0, 1, 2], today: 3).includesToday)
    #expect(streak([0, 1, 2], today: 4).days == 0)
    #expect(streak([0, 1, 2], today: 4).longestDays == 3)
    #expect(streak([], today: 0).days == 0)
  }

  @Test func `a freeze protects a missed day and never adds one`() {
    let continued = streak(Array(0..<7) + [8], today: 8)
    #expect(continued.days == 8 && continued.remainingFreezes == 0)
    #expect(continued.frozenDays.count == 1)
    let paused = streak(0..<7, today: 8)
    #expect(paused.days == 7 && paused.remainingFreezes == 0)
    #expect(streak(0..<7, today: 9).days == 0)
  }

  @Test func `at most two freezes are kept`() {
    #expect(streak(0..<28, today: 28).remainingFreezes == 2)
    #expect(streak(0..<28, today: 30).days == 28)
    #expect(streak(0..<28, today: 31).days == 0)
  }

  @Test func `a session that arrives late fills its gap without a freeze`() {
    let before = streak(Array(0..<7) + [8, 9], today: 9)
    let after = streak(Array(0..<7) + [8, 9, 7], today: 9)
    #expect(before.days == 9 && before.frozenDays.count == 1)
    #expect(after.days == 10 && after.frozenDays.isEmpty && after.remainingFreezes == 1)
  }

  @Test func `practice until three in the morning counts for the previous day`() {
    let midnight = 20_000 * Self.day
    let evening = PracticeDay(at: midnight - 3_600_000, utcOffset: 0)
    #expect(PracticeDay(at: midnight + 2 * 3_600_000, utcOffset: 0) == evening)
    #expect(PracticeDay(at: midnight + 3 * 3_600_000, utcOffset: 0) == evening.advanced(by: 1))
    #expect(PracticeDay(at: -1, utcOffset: 0).number == -1)
  }

  @Test func `the day is the local day of the practice`() {
    let midnight = 20_000 * Self.day
    #expect(PracticeDay(at: midnight, utcOffset: 13 * 60).number == 20_000)
    #expect(PracticeDay(at: midnight, utcOffset: -8 * 60).number == 19_999)
  }

  @Test func `sessions of tomorrow are ignored`() {
    #expect(streak([0, 1, 2], today: 1).days == 2)
  }

  @Test func `turning streaks off hides them and keeps the history`() {
    var state = PracticeState()
    for (index, session) in sessions([0, 1, 1]).enumerated() {
      state.sessions["session-\(index)"] = session
    }
    let now = Self.noon + Self.day
    #expect(state.streak(now: now, utcOffset: 0)?.days == 2)
    state.settings["streak"] = Register(
      "off", at: HybridTimestamp(time: 1, counter: 0, device: "device-1"))
    #expect(state.streak(now: now, utcOffset: 0) == nil)
    #expect(state.history.map(\.sessions.count) == [2, 1])
  }
}
