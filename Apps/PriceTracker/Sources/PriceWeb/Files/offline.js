// Reading offline: stores what was shown of each product, for the service worker to show without a
// network. Pages themselves are not stored: each contains a sealed state of its visit.

const PRODUCTS_CACHE = "prices-seen";
const STYLES_CACHE = "prices-shell";
const MAX_ENTRIES = 100;

// Private windows of some browsers have no caches; then there is nothing to read offline.
const isSupported = "caches" in window && "serviceWorker" in navigator;

const storeProduct = async (id) => {
  const name = document.querySelector("h1")?.textContent.trim();
  const price = document.querySelector("[data-custom=ShopBar] .fm-text")?.textContent.trim();
  if (!name || !price) return;
  const product = { id, name, price, at: Date.now(), language: document.documentElement.lang };
  const cache = await caches.open(PRODUCTS_CACHE);
  const path = `/products/${id}`;
  // Deleted first, so that the keys are in the order in which products were last shown.
  await cache.delete(path);
  await cache.put(path, Response.json(product));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MAX_ENTRIES).map((key) => cache.delete(key)));
};

const storeStyles = async () => {
  const cache = await caches.open(STYLES_CACHE);
  const links = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href);
  const cached = (await cache.keys()).map((request) => request.url);
  await Promise.all(cached.filter((url) => !links.includes(url)).map((url) => cache.delete(url)));
  await cache.addAll(links.filter((url) => !cached.includes(url)));
};

const removeStoredProducts = () => caches.delete(PRODUCTS_CACHE);

export const start = async () => {
  if (!isSupported) return;
  // NB: before the press is sent: the next user of this browser must not see the stored products.
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-key=logOut], [data-key=delete]")) removeStoredProducts();
  });
  try {
    await navigator.serviceWorker.register("/-prices/worker.js", { scope: "/" });
    await storeStyles();
  } catch {
    // Offline, or storage is full: the next start tries again.
  }
};

// Stores the product that is shown, and again when its price changes on the open page.
customElements.define(
  "price-seen",
  class extends HTMLElement {
    connectedCallback() {
      if (!isSupported) return;
      const store = () => storeProduct(this.dataset.product).catch(() => {});
      let timer = 0;
      this.observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(store, 100);
      });
      const options = { childList: true, characterData: true, subtree: true };
      this.observer.observe(this.parentElement, options);
      store();
    }

    disconnectedCallback() {
      this.observer?.disconnect();
    }
  },
);
