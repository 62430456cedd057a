import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const values = new Map();
const transaction = () => {
  const opened = {};
  const get = (key) => {
    const reading = {};
    queueMicrotask(() => {
      reading.result = values.get(key);
      reading.onsuccess();
      queueMicrotask(() => opened.oncomplete?.());
    });
    return reading;
  };
  opened.objectStore = () => ({get, put: (value, key) => values.set(key, structuredClone(value))});
  return opened;
};
globalThis.indexedDB = {
  open: () => {
    const opening = {result: {transaction}};
    queueMicrotask(() => opening.onsuccess());
    return opening;
  },
};
// A channel would keep the process running.
delete globalThis.BroadcastChannel;

const files = new URL("../../Sources/YogaWeb/Files/", import.meta.url);
const {hasPending, setPosition, stateOf, withoutConfirmed} =
    await import(new URL("practice.js", files));
const {loadDevice, record, sync, syncSignedIn} = await import(new URL("sync.js", files));

/** The service: the user of the session, null without one, and the stored positions by user. */
const service = {session: null, isReachable: true, stored: {}, revision: 1, hold: null};

globalThis.fetch = async (_, {body}) => {
  if (!service.isReachable) throw new TypeError("offline");
  const {session} = service;
  if (!session) return {ok: false, status: 401};
  const {changes, user} = JSON.parse(body);
  const stored = service.stored[session] ||= {};
  if ((user ?? session) === session) Object.assign(stored, changes.positions);
  const state = {positions: stored, favorites: {}, settings: {}, sessions: {}, completed: []};
  const {revision, hold} = service;
  const response = {user: session, clock: Date.now(), revision, isComplete: false, state};
  service.hold = null;
  await hold?.();
  return {ok: true, status: 200, json: async () => ({...response, rejected: []})};
};

const recordPosition = () => record(setPosition, "agni/mantra", 7);

beforeEach(() => {
  values.clear();
  Object.assign(service, {
    session: "mira", isReachable: true, stored: {}, revision: 1, hold: null,
  });
});

test("unsent changes of one user are not stored for the next user", async () => {
  service.isReachable = false;
  await syncSignedIn("mira");
  await recordPosition();
  Object.assign(service, {session: "noor", isReachable: true});
  await syncSignedIn("noor");
  assert.deepEqual(service.stored, {noor: {}});
  assert.deepEqual(stateOf(await loadDevice()).positions, {});
  service.session = "mira";
  await syncSignedIn("mira");
  assert.equal(service.stored.mira["agni/mantra"].value, 7);
  assert.deepEqual(service.stored.noor, {});
});

test("changes from before the first synchronization are sent in the next session", async () => {
  service.isReachable = false;
  await syncSignedIn("mira");
  await recordPosition();
  Object.assign(service, {session: null, isReachable: true});
  await sync();
  assert.equal(hasPending(await loadDevice()), true);
  service.session = "mira";
  await syncSignedIn("mira");
  assert.equal(service.stored.mira["agni/mantra"].value, 7);
});

test("a change made before the device is assigned belongs to the page's user", async () => {
  syncSignedIn("mira");
  await recordPosition();
  await sync();
  assert.equal(service.stored.mira["agni/mantra"].value, 7);
});

test("a page that is still open records nothing for the next user", async () => {
  await syncSignedIn("mira");
  // Another tab has signed in another user.
  values.set("practiceDevice", {...await loadDevice(), id: "device-2", user: "noor"});
  service.session = "noor";
  await recordPosition();
  assert.equal(hasPending(await loadDevice()), false);
  assert.deepEqual(service.stored.noor ?? {}, {});
});

test("a response from before signing out is ignored after signing in again", async () => {
  service.revision = 7;
  await syncSignedIn("mira");
  service.revision = 8;
  let respond;
  const sent = new Promise((resolve) => {
    service.hold = () => {
      resolve();
      return new Promise((done) => {
        respond = done;
      });
    };
  });
  const recorded = recordPosition();
  await sent;
  // As after signing out and in: unsent changes stay, what the service has confirmed does not.
  values.set("practiceDevice", withoutConfirmed(await loadDevice()));
  service.revision = 9;
  respond();
  await recorded;
  assert.equal((await loadDevice()).revision, 9);
});
