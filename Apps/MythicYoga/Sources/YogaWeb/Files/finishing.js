// Counts finished practices: a video that has played to its end, or a press of “I have finished”.

const DONE = "button[name=press][value=done]";
// The seconds after which a press counts a practice that was started after another one.
const MINIMUM_PRACTICE = 5;
// The maximum delay of a press by a slow network, in milliseconds.
const MAXIMUM_WAIT = 3000;

/**
 * Decides which practices of a player count, and under which ids.
 *
 * The first one has the id of the page, with which the service records a press by itself without
 * this script, so that it counts once. Tests: Tests/Scripts/practice.test.mjs.
 */
export class Counting {
  constructor(session, makeID) {
    this.session = session || null;
    this.makeID = makeID;
    this.hasCounted = false;
    this.isCounted = false;
  }

  /** Another video was opened, or the same one again. */
  open() { this.isCounted = false; }

  /** Whether a press counts the current practice. */
  countsPress(practiced) {
    return !this.isCounted && (!this.hasCounted || practiced >= MINIMUM_PRACTICE);
  }

  /** Returns the id of a session that counts. */
  count() {
    const id = this.session || this.makeID();
    this.session = null;
    this.hasCounted = true;
    this.isCounted = true;
    return id;
  }
}

/**
 * Records the current practice before a press of “I have finished” leaves the page; the press
 * follows once the service has it, because the flow's routes depend on it. Returns a function that
 * stops it.
 */
export const finishByPress = (player) => {
  let isWaiting = false;
  const listen = async (event) => {
    if (!event.target.closest(DONE)) return;
    if (!isWaiting && !player.counting.countsPress(player.practiced)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isWaiting) return;
    isWaiting = true;
    await Promise.race([
      player.finish().catch(() => null),
      new Promise((resolve) => {
        setTimeout(resolve, MAXIMUM_WAIT);
      }),
    ]);
    isWaiting = false;
    // A new release may have replaced the button.
    const press = document.querySelector(DONE);
    if (press) press.click();
  };
  document.addEventListener("click", listen, true);
  return () => document.removeEventListener("click", listen, true);
};
