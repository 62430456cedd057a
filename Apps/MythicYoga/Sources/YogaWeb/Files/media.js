// Downloads: videos with their captions and posters in the browser's cache, under unsigned URLs
// that the service worker handles. Tests: Tests/Scripts/media.test.mjs.

const CACHE = "yoga-media";
/** The event that is dispatched after downloads were added or removed. */
export const CHANGED = "yoga-downloads-changed";
const dispatchChanged = () => globalThis.dispatchEvent(new Event(CHANGED));
export const folder = (video) => `/-yoga/downloads/${video}/`;

export const isSupported = () => "caches" in globalThis && "serviceWorker" in navigator;

/** Returns the downloaded videos with their sizes in bytes: `{"agni/mantra": 1234}`. */
export const downloaded = async () => {
  if (!isSupported()) return {};
  const cache = await caches.open(CACHE);
  const sizes = {};
  for (const entry of await cache.keys()) {
    const match =
        /^\/-yoga\/downloads\/([a-z-]+\/[a-z-]+)\/complete$/.exec(new URL(entry.url).pathname);
    if (!match) continue;
    const response = await cache.match(entry);
    sizes[match[1]] = Number(await response.text());
  }
  return sizes;
};

/**
 * Requests persistent storage, so that the browser does not evict downloads; returns the free
 * space in bytes, or null if it is unknown.
 */
export const requestStorage = async () => {
  const storage = navigator.storage;
  if (!storage) return null;
  if (storage.persist) await storage.persist().catch(() => false);
  if (!storage.estimate) return null;
  const {quota, usage = 0} = await storage.estimate();
  return quota === undefined ? null : quota - usage;
};

const load = async (url, path, cache, progress) => {
  const response = await fetch(url, {credentials: "same-origin"});
  if (!response.ok || response.status === 206) throw new Error(String(response.status));
  const parts = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    // Chunks arrive sequentially.
    // oxlint-disable-next-line no-await-in-loop
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    progress(value.length, Number(response.headers.get("Content-Length")) || 0);
  }
  const headers = {"Content-Type": response.headers.get("Content-Type") || ""};
  await cache.put(path, new Response(new Blob(parts), {headers}));
  return bytes;
};

/**
 * Downloads a video: `files` contains URLs by name, `report` receives the progress of `video.mp4`
 * from 0 to 1.
 */
export const download = async (video, files, report) => {
  const free = await requestStorage();
  if (free !== null && free < 30e6) throw new DOMException("", "QuotaExceededError");
  const cache = await caches.open(CACHE);
  let bytes = 0;
  let total = 0;
  try {
    for (const [name, url] of Object.entries(files)) {
      if (!url) continue;
      const count = (length, size) => {
        if (name !== "video.mp4") return;
        total += length;
        report(size ? total / size : 0);
      };
      // Sequential, to leave bandwidth for the video that is playing.
      // oxlint-disable-next-line no-await-in-loop
      bytes += await load(url, folder(video) + name, cache, count);
    }
    // Written last: without it, the download was interrupted.
    await cache.put(`${folder(video)}complete`, new Response(String(bytes)));
    dispatchChanged();
  } catch (error) {
    await remove(video);
    throw error;
  }
};

export const remove = async (video) => {
  const cache = await caches.open(CACHE);
  const entries = await cache.keys();
  const own = entries.filter(({url}) => new URL(url).pathname.startsWith(folder(video)));
  await Promise.all(own.map((entry) => cache.delete(entry)));
  dispatchChanged();
};
