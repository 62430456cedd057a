// The service worker: shows notifications and opens their products; without a network, it shows
// what offline.js has stored of the products that were shown.

const PRODUCTS_CACHE = "prices-seen";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageResponse(request));
  else if (request.destination === "style") event.respondWith(styleResponse(request));
});

const pageResponse = (request) =>
  fetch(request).catch(() => offlinePage(new URL(request.url)));

const styleResponse = (request) =>
  fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error());

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const texts = {
  en: {
    title: "You are offline",
    product: "The price when you last saw it,",
    list: "These are the products that you saw last.",
    none: "Products that you open are kept here to read without a network.",
    retry: "Try again",
  },
  de: {
    title: "Du bist offline",
    product: "Der Preis, als du es zuletzt gesehen hast,",
    list: "Diese Produkte hast du zuletzt gesehen.",
    none: "Produkte, die du öffnest, kannst du hier auch ohne Netz lesen.",
    retry: "Noch einmal versuchen",
  },
};

const time = (at, language) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(at);

// The stored products, newest first.
const storedProducts = async () => {
  const cache = await caches.open(PRODUCTS_CACHE);
  const responses = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  return (await Promise.all(responses.map((response) => response.json()))).reverse();
};

const offlinePage = async (url) => {
  const products = await storedProducts();
  const id = /^\/products\/(\d+)$/.exec(url.pathname)?.[1];
  // This is the URL of every product opened in the flow; it does not identify the product.
  const isLast = url.pathname === "/prices/product";
  const product = isLast ? products[0] : products.find((entry) => String(entry.id) === id);
  const name = product?.language ?? products[0]?.language ?? self.navigator.language;
  const language = name.startsWith("de") ? "de" : "en";
  const text = texts[language];
  const lines = product
    ? `<h1>${escaped(product.name)}</h1><p class="pt-seen-price">${escaped(product.price)}</p>
       <p>${text.product} <time>${escaped(time(product.at, language))}</time></p>`
    : `<h1>${text.title}</h1><p>${products.length ? text.list : text.none}</p>
       <ul class="pt-seen">${products.map((entry) => listItem(entry, language)).join("")}</ul>`;
  return htmlResponse(product ? `${product.name} – ${text.title}` : text.title, language, `
    ${product ? `<p class="pt-note" role="status">${text.title}</p>` : ""}${lines}
    <p><a class="pt-primary" href="${escaped(url.pathname)}">${text.retry}</a></p>`);
};

const listItem = (product, language) =>
  `<li><a href="/products/${escaped(product.id)}">${escaped(product.name)}</a>
   <span>${escaped(product.price)}</span> <time>${escaped(time(product.at, language))}</time></li>`;

// The page that was requested is shown as soon as there is a network, not the flow's last page of
// the tab, which the tab's storage has.
const reloadScript = `addEventListener("online", () => location.reload());
  if (!history.state) sessionStorage.removeItem("flowmagic");`;

const htmlResponse = async (title, language, body) => {
  const nonce = crypto.randomUUID();
  const styles = (await (await caches.open("prices-shell")).keys())
    .map((key) => `<link rel="stylesheet" href="${escaped(key.url)}">`);
  const text = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
    <title>${escaped(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${styles.join("")}</head><body class="pt-page"><main>${body}</main>
    <script nonce="${nonce}">${reloadScript}</script></body></html>`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'self'; script-src 'nonce-${nonce}'`,
    },
  });
};

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // Not one of the service's messages; browsers require a visible notification for every push.
  }
  event.waitUntil(
    self.registration.showNotification(message.title || "Price Tracker", {
      body: message.body,
      tag: message.tag,
      renotify: !!message.tag,
      icon: message.image || "/-prices/icon.svg",
      badge: "/-prices/icon.svg",
      data: { link: message.link || "/prices" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.link, self.location.origin);
  // Never open another site, whatever the message contains.
  const link = url.origin === self.location.origin ? url.href : "/prices";
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const page = pages.find((client) => "navigate" in client);
      // Pages that this worker does not control cannot be navigated.
      const shownPage = page ? await page.navigate(link).catch(() => null) : null;
      if (!shownPage) return self.clients.openWindow(link);
      return shownPage.focus().catch(() => null);
    })(),
  );
});
