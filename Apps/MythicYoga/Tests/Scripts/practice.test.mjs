import assert from "node:assert/strict";
import {test} from "node:test";

const files = new URL("../../Sources/YogaWeb/Files/", import.meta.url);
const {
  finish,
  forget,
  hasPending,
  newDevice,
  receive,
  request,
  setPosition,
  setSetting,
  setting,
  stateOf
} = await import(new URL("practice.js", files));
const {dayOf, streakOf} = await import(new URL("streak.js", files));
const {square} = await import(new URL("crop.js", files));
const {Counting} = await import(new URL("finishing.js", files));
const {all} = await import(new URL("texts.js", files));

const answer = (sent, more = {}) => ({
  user: "mira",
  clock: 1000,
  revision: 1,
  isComplete: false,
  state: sent.changes,
  refused: [],
  ...more,
});

test("a change is seen at once, sent, and then confirmed", () => {
  let one = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
  assert.equal(stateOf(one).positions["agni/mantra"].value, 7);
  const sent = request(one, 100);
  one = receive(one, answer(sent), sent, 100);
  assert.equal(hasPending(one), false);
  assert.equal(stateOf(one).positions["agni/mantra"].value, 7);
  assert.equal(one.offset, 900);
});

test("a request names the user whose changes it has, once the device knows them", () => {
  let one = newDevice("device-1");
  const sent = request(one, 100);
  assert.equal(sent.user, null);
  one = receive(one, answer(sent), sent, 100);
  assert.equal(request(one, 100).user, "mira");
});

test("a change that was made while a request was under way is kept to be sent", () => {
  let one = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
  const sent = request(one, 100);
  one = finish(
      setPosition(one, "agni/mantra", 9, 100), "session-1",
      {video: "kali/mantra", seconds: 30, offset: 0}, 101);
  one = receive(one, answer(sent), sent, 102);
  assert.equal(stateOf(one).positions["agni/mantra"].value, 9);
  assert.deepEqual(one.pending.completed, ["kali/mantra"]);
  assert.deepEqual(Object.keys(one.pending.sessions), ["session-1"]);
});

test("stamps grow even when the clock goes back", () => {
  const one = setSetting(setSetting(newDevice("device-1"), "bell", "off", 500), "bell", "on", 100);
  assert.deepEqual(one.pending.settings.bell.at, {time: 500, count: 1, device: "device-1"});
  assert.equal(setting(one, "bell"), "on");
  assert.equal(setting(newDevice("device-1"), "captions"), "off");
});

test(
    "a complete answer replaces what the device had confirmed, and forgetting keeps what is unsent",
    () => {
      let one = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
      const sent = request(one, 100);
      one = receive(one, answer(sent), sent, 100);
      one = setPosition(one, "kali/mantra", 3, 200);
      const later = request(one, 200);
      const kept = forget(one);
      assert.deepEqual(Object.keys(stateOf(kept).positions), ["kali/mantra"]);
      one = receive(one, answer(later, {isComplete: true}), later, 200);
      assert.deepEqual(Object.keys(stateOf(one).positions), ["kali/mantra"]);
    });

test("streaks are those of the domain: late nights, freezes that add nothing", () => {
  const noon = (day) => ({endedAt: (day * 24 + 12) * 3600000, offset: 0});
  const row = [0, 1, 2, 3, 4, 5, 6].map(noon);
  assert.equal(streakOf(row, 7).days, 7);
  assert.equal(streakOf([...row, noon(8)], 8).days, 8);
  assert.equal(streakOf([...row, noon(8)], 8).frozen.length, 1);
  assert.equal(streakOf(row, 9).days, 0);
  assert.equal(dayOf(2 * 3600000, 0), -1);
  assert.equal(dayOf(3 * 3600000, 0), 0);
});

test("a press counts a practice once, with the page's id, and none that has only begun", () => {
  let made = 0;
  const counting = new Counting("page-session", () => `made-${made += 1}`);
  assert.equal(counting.countsPress(0), true);
  assert.equal(counting.count(), "page-session");
  assert.equal(counting.countsPress(20), false);
  counting.open();
  assert.equal(counting.countsPress(2), false);
  assert.equal(counting.countsPress(6), true);
  assert.equal(counting.count(), "made-1");
  // The offline page has no id.
  assert.equal(new Counting("", () => "own").count(), "own");
});

test("a crop is a square inside the picture", () => {
  for (const zoom of [0.5, 1, 1.7, 4]) {
    for (const [across, down] of [[-1, -1], [0, 0], [1, 1], [9, -9]]) {
      const {x, y, size} = square(641, 480, zoom, across, down);
      assert.ok(x >= 0 && y >= 0 && x + size <= 641 && y + size <= 480 && size >= 1);
      assert.ok([x, y, size].every(Number.isInteger));
    }
  }
});

test("every word is there in both languages", () => {
  assert.deepEqual(Object.keys(all.ENGLISH).sort(), Object.keys(all.GERMAN).sort());
});
