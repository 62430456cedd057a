// Stores progress on the device, and synchronizes it while online. Tests:
// Tests/Scripts/sync.test.mjs.
import { read, update } from "./database.js";
import { forget, hasPending, newDevice, receive, request } from "./practice.js";

export const SYNC = "/api/sync";
const KEY = "device";
const OUTBOX = "outbox";
const listeners = new Set();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("yoga") : null;
let status = "idle";
let running = null;
/** The user that the page shows; null for the offline page. */
let viewer = null;
let claiming = Promise.resolve();

const fresh = () => newDevice(crypto.randomUUID());

export const device = async () => (await read(KEY)) || update(KEY, (old) => old || fresh());

/** Calls a listener now and after each change, including those of other tabs. */
export const follow = (listener) => {
  listeners.add(listener);
  device().then((one) => listener(one, status));
  return () => listeners.delete(listener);
};

const broadcast = async (isOwn = true) => {
  const one = await device();
  for (const listener of listeners) listener(one, status);
  if (isOwn && channel) channel.postMessage("changed");
};

/** Whether nobody is signed in: the start screen, which only guests see, is shown. */
const isStart = () =>
  typeof document !== "undefined" && Boolean(document.querySelector("yoga-signed-out"));

if (channel) {
  channel.onmessage = ({ data }) => {
    const isPage = typeof document !== "undefined";
    // The user signed out in another tab: reloading this one ends its video and hides its contents.
    if (data === "signed-out" && isPage && !isStart()) location.reload();
    else broadcast(false);
  };
}

/** Changes the device's state with a function of practice.js, and synchronizes it. */
export const record = async (make, ...values) => {
  await claiming;
  await update(KEY, (old) => {
    const one = old || fresh();
    // A page that is still open after its user signed out, or another one signed in, has no owner
    // to record anything for: the next user would send it.
    const isOwn = one.user && (!viewer || viewer === one.user);
    return isOwn ? make(one, ...values, Date.now()) : one;
  });
  await broadcast();
  await sync();
};

/** Makes the device that of a user; the previous user's unsent changes are kept for them. */
const claim = async (user) => {
  const one = await device();
  if (one.user !== user) await keepUnsent(one);
  const isOwn = (old) => old && old.user === user;
  await update(KEY, (old) => ({
    ...(isOwn(old) ? old : { ...fresh(), user }),
    isSignedOut: false,
  }));
  if (one.user !== user) await restoreUnsent(user);
};

/**
 * Synchronizes for a page that the server rendered for a signed-in user; for the offline page,
 * without one.
 */
export const syncSignedIn = async (user) => {
  if (user) {
    viewer = user;
    claiming = claiming.catch(() => null).then(() => claim(user));
    await claiming;
  }
  await sync();
};

/** Waits for the response to a press that is under way: it may sign the user out. */
const pressed = () =>
  new Promise((resolve) => {
    const form = typeof document === "undefined" ? null : document.querySelector(".fm-form");
    const isBusy = () => form && form.getAttribute("aria-busy") === "true";
    if (!isBusy()) return resolve();
    const observer = new MutationObserver(() => {
      if (isBusy()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(form, { attributeFilter: ["aria-busy"] });
  });

const send = async () => {
  const one = await device();
  // The id is another one after signing out, and for another user: the response is not for them.
  const change = (make) => update(KEY, (old) => (old && old.id === one.id ? make(old) : old));
  const body = request(one, Date.now());
  const response = await fetch(SYNC, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  if (response.status === 401) {
    // Changes whose user is not known are not kept: the next user would send them.
    await change((old) => ({ ...(old.user ? old : fresh()), isSignedOut: true }));
    return "signed-out";
  }
  if (!response.ok) return "failed";
  const answer = await response.json();
  const isOther = one.user && one.user !== answer.user;
  if (isOther) {
    // Another user has signed in: the service has not applied the previous user's pending changes,
    // which are kept for them.
    await keepUnsent(one);
    const current = await change(() => ({ ...fresh(), user: answer.user }));
    if (current.user === answer.user) await restoreUnsent(answer.user);
    return "again";
  }
  const kept = await change((old) => ({
    ...receive(old, answer, body, Date.now()),
    isSignedOut: false,
  }));
  if (kept.isSignedOut) return "signed-out";
  if (kept.id !== one.id || hasPending(kept)) return "again";
  return (await restoreUnsent(answer.user)) ? "again" : "done";
};

/** Restores the changes that a user signed out without sending; returns whether there were any. */
const restoreUnsent = async (user) => {
  const outbox = (await read(OUTBOX)) || {};
  if (!outbox[user]) return false;
  await update(KEY, () => ({ ...outbox[user], user, isSignedOut: false }));
  await removeUnsent(user);
  return true;
};

const removeUnsent = (user) =>
  update(OUTBOX, (all) => {
    const { [user]: _, ...rest } = all || {};
    return rest;
  });

const keepUnsent = async (one) => {
  if (!one.user || !hasPending(one)) return;
  await update(OUTBOX, (all) => ({ ...all, [one.user]: forget(one) }));
};

const run = async () => {
  await pressed();
  // The request would be rejected.
  if (isStart() || (await device()).isSignedOut) {
    status = "signed-out";
    return;
  }
  status = "syncing";
  await broadcast();
  try {
    let outcome = await send();
    for (let round = 0; outcome === "again" && round < 5; round += 1) outcome = await send();
    status = outcome === "again" ? "done" : outcome;
  } catch {
    status = "offline";
    await later();
  }
  await broadcast();
};

/** Sends pending changes and receives those of other devices; runs are sequential. */
export const sync = () => {
  running = (running || Promise.resolve()).then(run, run);
  return running;
};

/** Synchronizes if a user is signed in on this device; otherwise the request would be rejected. */
export const syncIfKnown = async () => {
  const one = await device();
  if (one.user) await sync();
};

/** Requests a background sync, which wakes the service worker when the network is back. */
const later = async () => {
  if (typeof navigator === "undefined" || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration && registration.sync) await registration.sync.register("yoga").catch(() => null);
};

/** Returns the user whose account was deleted on this device just now; null for none. */
const deletedUser = () => {
  const found = /(?:^|; )yoga-deleted=([^;]+)/.exec(document.cookie);
  return found && found[1];
};

/**
 * Removes a signed-out user's data from the device, except pending changes; those, too, if the
 * account was deleted.
 */
export const signOut = async () => {
  const one = await device();
  const deleted = deletedUser();
  if (deleted) await removeUnsent(deleted);
  if (one.user !== deleted) await keepUnsent(one);
  await update(KEY, () => ({ ...fresh(), isSignedOut: true }));
  // Only now: if the page is closed before, the next one completes it.
  if (deleted) document.cookie = "yoga-deleted=; Path=/; Max-Age=0; Secure; SameSite=Lax";
  if ("caches" in globalThis) await caches.delete("yoga-media");
  status = "signed-out";
  await broadcast(false);
  if (channel && one.user) channel.postMessage("signed-out");
};
