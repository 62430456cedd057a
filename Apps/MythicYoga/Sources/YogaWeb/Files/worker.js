// NB: the server prepends the definitions of VERSION and FILES, and the import of `synchronize`.
// Caches the files of one version together, serves downloads, and opens the app offline.
// Pages of the flow are not cached: each contains a sealed state that is only valid for its next
// press.

const SHELL = `yoga-${VERSION}`;
const MEDIA = "yoga-media";
const OFFLINE = "/-yoga/offline";

self.addEventListener("install", (event) => {
  const precache = async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll([...FILES, OFFLINE]);
    await self.skipWaiting();
  };
  event.waitUntil(precache());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const isOld = (name) => name.startsWith("yoga-") && name !== SHELL && name !== MEDIA;
    const old = names.filter(isOld);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/-yoga/downloads/"))
    event.respondWith(downloaded(request, url));
  else if (FILES.includes(url.pathname))
    event.respondWith(cached(request));
  else if (request.mode === "navigate")
    event.respondWith(page(request));
});

const cached = async (request) => (await caches.match(request)) || fetch(request);

const page = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) || Response.error();
  }
};

const downloaded = async (request, url) => {
  const cache = await caches.open(MEDIA);
  const file = await cache.match(url.pathname);
  if (!file) return new Response(null, {status: 404});
  const blob = await file.blob();
  const type = file.headers.get("Content-Type") || "";
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range") || "");
  if (!range || (!range[1] && !range[2])) {
    return new Response(blob, {headers: {"Content-Type": type, "Accept-Ranges": "bytes"}});
  }
  const isSuffix = !range[1];
  const start = isSuffix ? Math.max(0, blob.size - Number(range[2])) : Number(range[1]);
  const end = isSuffix || !range[2] ? blob.size - 1 : Math.min(Number(range[2]), blob.size - 1);
  if (start >= blob.size || start > end) {
    return new Response(null, {status: 416, headers: {"Content-Range": `bytes */${blob.size}`}});
  }
  return new Response(blob.slice(start, end + 1), {
    status: 206,
    headers: {
      "Content-Type": type,
      "Accept-Ranges": "bytes",
      "Content-Length": String(end - start + 1),
      "Content-Range": `bytes ${start}-${end}/${blob.size}`,
    },
  });
};

self.addEventListener("sync", (event) => {
  if (event.tag !== "yoga") return;
  // An open page also synchronizes when the network is back; both use the same database.
  event.waitUntil(synchronize());
});
