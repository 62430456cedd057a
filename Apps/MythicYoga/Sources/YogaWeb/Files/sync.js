// Stores progress on the device, and synchronizes it while online. Tests:
// Tests/Scripts/sync.test.mjs.
import { read, update } from "./database.js";
import { hasPending, makeRequest, newDevice, receive, withoutConfirmed } from "./practice.js";

const SYNC_PATH = "/api/sync";
const KEY = "practiceDevice";
const OUTBOX = "practiceOutbox";
const listeners = new Set();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("yoga") : null;
let status = "idle";
let running = null;
/** The user that the page shows; null if it shows none, such as the offline page. */
let pageUser = null;
let claiming = Promise.resolve();

const freshDevice = () => newDevice(crypto.randomUUID());

/** Returns the device's state; creates it on the first call. */
export const loadDevice = async () =>
  (await read(KEY)) || update(KEY, (old) => old || freshDevice());

/** Calls a listener now and after each change, including those of other tabs. */
export const follow = (listener) => {
  listeners.add(listener);
  loadDevice().then((device) => listener(device, status));
  return () => listeners.delete(listener);
};

const broadcast = async (isOwn = true) => {
  const device = await loadDevice();
  for (const listener of listeners) listener(device, status);
  if (isOwn && channel) channel.postMessage("changed");
};

/** Whether the page shows the start screen, which only guests see. */
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
export const record = async (change, ...values) => {
  await claiming;
  await update(KEY, (old) => {
    const device = old || freshDevice();
    // After its user signed out or another user signed in, a page that is still open records
    // nothing: the other user would send it.
    const isOwn = device.user && (!pageUser || pageUser === device.user);
    return isOwn ? change(device, ...values, Date.now()) : device;
  });
  await broadcast();
  await sync();
};

/** Assigns the device to a user; the previous user's unsent changes are kept for that user. */
const claim = async (user) => {
  const device = await loadDevice();
  if (device.user !== user) await keepUnsent(device);
  const isOwn = (old) => old && old.user === user;
  await update(KEY, (old) => ({
    ...(isOwn(old) ? old : { ...freshDevice(), user }),
    isSignedOut: false,
  }));
  if (device.user !== user) await restoreUnsent(user);
};

/**
 * Synchronizes for a page that the server rendered for a signed-in user; the offline page does not
 * know the user, and passes none.
 */
export const syncSignedIn = async (user) => {
  if (user) {
    pageUser = user;
    claiming = claiming.catch(() => null).then(() => claim(user));
    await claiming;
  }
  await sync();
};

/** Waits for the response to a press that is under way, because it may sign the user out. */
const pressCompleted = () =>
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
  const device = await loadDevice();
  // NB: the device has another id if the user signed out or changed in the meantime; the response
  // does not apply to that.
  const updateSame = (change) =>
    update(KEY, (old) => (old && old.id === device.id ? change(old) : old));
  const body = makeRequest(device, Date.now());
  const httpResponse = await fetch(SYNC_PATH, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  if (httpResponse.status === 401) {
    // Changes of an unknown user are not kept, because the next user would send them.
    await updateSame((old) => ({ ...(old.user ? old : freshDevice()), isSignedOut: true }));
    return "signed-out";
  }
  if (!httpResponse.ok) return "failed";
  const response = await httpResponse.json();
  const isOther = device.user && device.user !== response.user;
  if (isOther) {
    // Another user has signed in: the service has not applied the previous user's pending changes,
    // which are kept for them.
    await keepUnsent(device);
    const current = await updateSame(() => ({ ...freshDevice(), user: response.user }));
    if (current.user === response.user) await restoreUnsent(response.user);
    return "again";
  }
  // NB: after signing out and in again, a device with unsent changes keeps its id, but not the
  // state to which the response's revision belongs.
  const isCurrent = (old) => old.revision === device.revision;
  const updated = await updateSame((old) =>
    isCurrent(old) ? { ...receive(old, response, body, Date.now()), isSignedOut: false } : old,
  );
  if (updated.isSignedOut) return "signed-out";
  const isApplied = updated.id === device.id && updated.revision === response.revision;
  if (!isApplied || hasPending(updated)) return "again";
  return (await restoreUnsent(response.user)) ? "again" : "done";
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

const keepUnsent = async (device) => {
  if (!device.user || !hasPending(device)) return;
  await update(OUTBOX, (all) => ({ ...all, [device.user]: withoutConfirmed(device) }));
};

const run = async () => {
  await pressCompleted();
  // The request would be rejected.
  if (isStart() || (await loadDevice()).isSignedOut) {
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
    await requestBackgroundSync();
  }
  await broadcast();
};

/** Sends pending changes and receives those of other devices; runs are sequential. */
export const sync = () => {
  running = (running || Promise.resolve()).then(run, run);
  return running;
};

/** Synchronizes if a user is signed in on this device; otherwise the request would be rejected. */
export const syncIfSignedIn = async () => {
  const device = await loadDevice();
  if (device.user) await sync();
};

/** Requests a background sync, which wakes the service worker when the network is back. */
const requestBackgroundSync = async () => {
  if (typeof navigator === "undefined" || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration && registration.sync) await registration.sync.register("yoga").catch(() => null);
};

/** Returns the user whose account has just been deleted on this device; null for none. */
const deletedUser = () => {
  const match = /(?:^|; )yoga-deleted=([^;]+)/.exec(document.cookie);
  return match && match[1];
};

/**
 * Removes a signed-out user's data from the device, except pending changes; those, too, if the
 * account was deleted.
 */
export const signOut = async () => {
  const device = await loadDevice();
  const deleted = deletedUser();
  if (deleted) await removeUnsent(deleted);
  if (device.user !== deleted) await keepUnsent(device);
  await update(KEY, () => ({ ...freshDevice(), isSignedOut: true }));
  // After the unsent changes are deleted: if this page is closed before, the next deletes them.
  if (deleted) document.cookie = "yoga-deleted=; Path=/; Max-Age=0; Secure; SameSite=Lax";
  if ("caches" in globalThis) await caches.delete("yoga-media");
  status = "signed-out";
  await broadcast(false);
  if (channel && device.user) channel.postMessage("signed-out");
};
