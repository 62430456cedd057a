import assert from "node:assert/strict";
import {test} from "node:test";

const files = new URL("../../Sources/YogaWeb/Files/", import.meta.url);
const {
  finish,
  hasPending,
  makeRequest,
  newDevice,
  receive,
  savedValue,
  setPosition,
  setProgress,
  setSetting,
  setting,
  stateOf,
  withoutConfirmed
} = await import(new URL("practice.js", files));
const {dayOf, streakOf} = await import(new URL("streak.js", files));
const {square} = await import(new URL("crop.js", files));
const {PracticeCounter} = await import(new URL("finishing.js", files));
const {all} = await import(new URL("texts.js", files));

const responseTo = (sent, more = {}) => ({
  user: "mira",
  clock: 1000,
  revision: 1,
  isComplete: false,
  state: sent.changes,
  rejected: [],
  ...more,
});

test("a change is visible at once, and confirmed by the response", () => {
  let device = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
  assert.equal(stateOf(device).positions["agni/mantra"].value, 7);
  const sent = makeRequest(device, 100);
  device = receive(device, responseTo(sent), sent, 100);
  assert.equal(hasPending(device), false);
  assert.equal(stateOf(device).positions["agni/mantra"].value, 7);
  assert.equal(device.offset, 900);
});

test("a request names the user whose changes it has, once the device knows them", () => {
  let device = newDevice("device-1");
  const sent = makeRequest(device, 100);
  assert.equal(sent.user, null);
  device = receive(device, responseTo(sent), sent, 100);
  assert.equal(makeRequest(device, 100).user, "mira");
});

test("a change that is made while a request is under way stays pending", () => {
  let device = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
  const sent = makeRequest(device, 100);
  device = finish(
      setPosition(device, "agni/mantra", 9, 100), "session-1",
      {video: "kali/mantra", seconds: 30, utcOffset: 0}, 101);
  device = receive(device, responseTo(sent), sent, 102);
  assert.equal(stateOf(device).positions["agni/mantra"].value, 9);
  assert.deepEqual(device.pending.completed, ["kali/mantra"]);
  assert.deepEqual(Object.keys(device.pending.sessions), ["session-1"]);
});

test("practiced seconds are kept with the position until the video is finished", () => {
  let device = setProgress(newDevice("device-1"), "agni/mantra", 12, 10, 100);
  assert.equal(savedValue(device, "practiced", "agni/mantra", null), 10);
  // The page was rendered before.
  assert.equal(savedValue(device, "practiced", "agni/mantra", 4), 10);
  const sent = makeRequest(device, 100);
  device = receive(device, responseTo(sent), sent, 100);
  assert.equal(hasPending(device), false);
  assert.equal(savedValue(device, "practiced", "agni/mantra", null), 10);
  // Another device has practiced more since, or has finished the video.
  assert.equal(savedValue(device, "practiced", "agni/mantra", 25), 25);
  assert.equal(savedValue(device, "practiced", "agni/mantra", 0), 0);
  const practice = {video: "agni/mantra", seconds: 30, utcOffset: 0};
  device = finish(device, "session-1", practice, 200);
  assert.equal(savedValue(device, "practiced", "agni/mantra", 25), 0);
  assert.equal(savedValue(device, "positions", "agni/mantra", 12), 0);
});

test("a device that was stored without practiced seconds is used further", () => {
  let device = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
  delete device.pending.practiced;
  delete device.confirmed.practiced;
  assert.equal(savedValue(device, "practiced", "agni/mantra", null), 0);
  const sent = makeRequest(device, 100);
  device = receive(device, responseTo(sent), sent, 100);
  assert.equal(hasPending(device), false);
  device = setProgress(device, "agni/mantra", 9, 2, 200);
  assert.equal(hasPending(device), true);
});

test("stamps grow even when the clock goes back", () => {
  const earlier = setSetting(newDevice("device-1"), "bell", "off", 500);
  const device = setSetting(earlier, "bell", "on", 100);
  assert.deepEqual(device.pending.settings.bell.stamp, {time: 500, counter: 1, device: "device-1"});
  assert.equal(setting(device, "bell"), "on");
  assert.equal(setting(newDevice("device-1"), "captions"), "off");
});

test("a stamp is not after the server's time once a clock that was ahead is corrected", () => {
  let device = setSetting(newDevice("device-1"), "bell", "off", 5000);
  const sent = makeRequest(device, 100);
  device = receive(device, responseTo(sent), sent, 100);
  device = setSetting(device, "bell", "on", 150);
  const { stamp } = device.pending.settings.bell;
  assert.deepEqual(stamp, {time: 1050, counter: 0, device: "device-1"});
});

test(
    "a complete response replaces the confirmed state, and signing out keeps unsent changes",
    () => {
      let device = setPosition(newDevice("device-1"), "agni/mantra", 7, 100);
      const sent = makeRequest(device, 100);
      device = receive(device, responseTo(sent), sent, 100);
      device = setPosition(device, "kali/mantra", 3, 200);
      const later = makeRequest(device, 200);
      const kept = withoutConfirmed(device);
      assert.deepEqual(Object.keys(stateOf(kept).positions), ["kali/mantra"]);
      device = receive(device, responseTo(later, {isComplete: true}), later, 200);
      assert.deepEqual(Object.keys(stateOf(device).positions), ["kali/mantra"]);
    });

test("a day begins at three, and a freeze keeps a streak without adding a day", () => {
  const noon = (day) => ({endedAt: (day * 24 + 12) * 3600000, utcOffset: 0});
  const row = [0, 1, 2, 3, 4, 5, 6].map(noon);
  assert.equal(streakOf(row, 7).days, 7);
  assert.equal(streakOf([...row, noon(8)], 8).days, 8);
  assert.equal(streakOf([...row, noon(8)], 8).frozen.length, 1);
  assert.equal(streakOf(row, 9).days, 0);
  assert.equal(dayOf(2 * 3600000, 0), -1);
  assert.equal(dayOf(3 * 3600000, 0), 0);
});

test("a press counts a practice once, under the page's id, and not one that has just begun", () => {
  let made = 0;
  const counter = new PracticeCounter("page-session", () => `made-${made += 1}`);
  assert.equal(counter.isCountedByPress(0), true);
  assert.equal(counter.count(), "page-session");
  assert.equal(counter.isCountedByPress(20), false);
  // Seconds from before the video was opened are no practice of now.
  counter.begin(100);
  assert.equal(counter.isCountedByPress(102), false);
  assert.equal(counter.isCountedByPress(106), true);
  assert.equal(counter.count(), "made-1");
  // The offline page has no id.
  assert.equal(new PracticeCounter("", () => "own").count(), "own");
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

test("every text exists in both languages", () => {
  assert.deepEqual(Object.keys(all.ENGLISH).sort(), Object.keys(all.GERMAN).sort());
});
