// Counts finished practices: a video that has played to its end, or a press of “I have finished”.

const DONE_BUTTON = "button[name=press][value=done]";
// The seconds that a practice must have played since it was opened for a press to count it; the
// first needs none.
const MINIMUM_PRACTICE = 5;
// The maximum delay of a press by a slow network, in milliseconds.
const MAXIMUM_DELAY = 3000;

/**
 * Decides which practices of a player count, and under which ids.
 *
 * The first one gets the id in the page. If the service records the press as well, it uses the same
 * id, so that the practice counts once. Tests: Tests/Scripts/practice.test.mjs.
 */
export class PracticeCounter {
  constructor(session, makeID) {
    this.session = session || null;
    this.makeID = makeID;
    this.hasCountedAny = false;
    this.begin(0);
  }

  /** Begins the next practice, when a video is opened that was practiced for seconds before. */
  begin(before) {
    this.before = before;
    this.isCurrentCounted = false;
  }

  /** Whether a press counts the current practice, after seconds of playing, with those before. */
  isCountedByPress(seconds) {
    const isPracticed = seconds - this.before >= MINIMUM_PRACTICE;
    return !this.isCurrentCounted && (!this.hasCountedAny || isPracticed);
  }

  /** Counts the current practice; returns the id of its session. */
  count() {
    const id = this.session || this.makeID();
    this.session = null;
    this.hasCountedAny = true;
    this.isCurrentCounted = true;
    return id;
  }
}

/**
 * Listens for presses of “I have finished”: records the current practice, and continues the press
 * when the service has received it, because the flow's routes depend on it, or after
 * `MAXIMUM_DELAY`. Returns a function that stops listening.
 */
export const recordBeforePress = (player) => {
  let isWaiting = false;
  const listen = async (event) => {
    if (!event.target.closest(DONE_BUTTON)) return;
    if (!isWaiting && !player.counter.isCountedByPress(player.practiced)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isWaiting) return;
    isWaiting = true;
    await Promise.race([
      player.finish().catch(() => null),
      new Promise((resolve) => {
        setTimeout(resolve, MAXIMUM_DELAY);
      }),
    ]);
    isWaiting = false;
    // A new release may have replaced the button.
    const press = document.querySelector(DONE_BUTTON);
    if (press) press.click();
  };
  document.addEventListener("click", listen, true);
  return () => document.removeEventListener("click", listen, true);
};
