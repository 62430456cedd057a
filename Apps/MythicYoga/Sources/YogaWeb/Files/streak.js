// Streaks: YogaDomain's Streak for browsers. Tests: Tests/Scripts/practice.test.mjs.

// The start of a day, in minutes after midnight.
const DAY_START = 3 * 60;
const MAXIMUM_FREEZES = 2;
const DAYS_PER_FREEZE = 7;

/**
 * Returns the day of a time as the number of days since January 1, 1970; days begin at three in the
 * morning, local time. `time` is in milliseconds since 1970, `utcOffset` in minutes.
 */
export const dayOf = (time, utcOffset) =>
  Math.floor((Math.floor(time / 60000) + utcOffset - DAY_START) / (24 * 60));

/** Returns the streak of sessions up to the day `today`, a number as `dayOf` returns it. */
export const streakOf = (sessions, today) => {
  const days = [...new Set(sessions.map(({ endedAt, utcOffset }) => dayOf(endedAt, utcOffset)))]
    .filter((day) => day <= today)
    .sort((first, second) => first - second);
  const streak = { days: 0, longest: 0, freezes: 0, frozen: [], includesToday: false };
  /**
   * Uses freezes for the days without practice from `first` to before `last`; if there are too few,
   * the streak ends.
   */
  const skipDays = (first, last) => {
    const missed = last - first;
    if (missed <= 0) return;
    if (missed > streak.freezes) {
      Object.assign(streak, { days: 0, freezes: 0, frozen: [] });
      return;
    }
    streak.freezes -= missed;
    for (let day = first; day < last; day += 1) streak.frozen.push(day);
  };
  let previous = null;
  for (const day of days) {
    if (previous !== null) skipDays(previous + 1, day);
    streak.days += 1;
    streak.longest = Math.max(streak.longest, streak.days);
    if (streak.days % DAYS_PER_FREEZE === 0)
      streak.freezes = Math.min(streak.freezes + 1, MAXIMUM_FREEZES);
    previous = day;
  }
  if (previous !== null) skipDays(previous + 1, today);
  streak.includesToday = previous === today;
  return streak;
};
