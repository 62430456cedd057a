// Notifications in this browser: the service worker, the subscription, and the switch.

const deviceKey = "prices-device";
const isSupported =
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const registerWorker = () =>
  navigator.serviceWorker.register("/-prices/worker.js", { scope: "/" });

const decodeBase64URL = (text) => {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
};

const post = async (path, body) => {
  const response = await fetch(`/-prices/devices${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  if (!response.ok) {
    throw Object.assign(new Error("The request failed."), { status: response.status });
  }
  return response.json();
};

// With the id of an earlier registration, fails with 410 if its user has removed that.
const register = async (subscription, language, earlierID) => {
  const { id } = await post("", { ...subscription.toJSON(), language, id: earlierID });
  localStorage.setItem(deviceKey, id);
};

const subscribe = async (vapid, language) => {
  const worker = await registerWorker();
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64URL(vapid),
  });
  await register(subscription, language);
};

const removeSubscription = async (worker) => {
  localStorage.removeItem(deviceKey);
  await (await worker.pushManager.getSubscription())?.unsubscribe();
};

const unsubscribe = async () => {
  const worker = await registerWorker();
  const id = localStorage.getItem(deviceKey);
  // If this fails, notifications are still on; 404 means that the device was removed elsewhere.
  if (id) {
    await post("/remove", { id }).catch((error) => {
      if (error.status !== 404) throw error;
    });
  }
  await removeSubscription(worker);
};

// Registers the subscription again at every start: another user may have logged in since, and the
// service removes guests' devices that were not registered for a time.
export const start = async () => {
  if (!isSupported || Notification.permission !== "granted") return;
  const id = localStorage.getItem(deviceKey);
  if (!id) return;
  try {
    const worker = await registerWorker();
    const subscription = await worker.pushManager.getSubscription();
    if (!subscription) return;
    await register(subscription, document.documentElement.lang, id).catch(async (error) => {
      if (error.status !== 410) throw error;
      // Another tab has turned notifications on again or off in the meantime.
      if (localStorage.getItem(deviceKey) !== id) return;
      // The user has removed this browser in the list of devices, here or elsewhere.
      await removeSubscription(worker);
      for (const element of document.querySelectorAll("price-push")) element.render();
    });
  } catch {
    // Offline: the next start tries again.
  }
};

customElements.define(
  "price-push",
  class extends HTMLElement {
    connectedCallback() {
      if (this.querySelector("button")) return;
      this.button = document.createElement("button");
      this.button.type = "button";
      this.button.className = "fm-button fm-style-primary";
      this.button.onclick = () => this.toggle();
      this.append(this.button);
      this.render();
    }

    get isOn() {
      if (!isSupported || Notification.permission !== "granted") return false;
      return !!localStorage.getItem(deviceKey);
    }

    render(problem) {
      const statusLine = this.querySelector("[role=status]");
      const denied = isSupported && Notification.permission === "denied";
      this.button.hidden = !isSupported || denied;
      this.button.textContent = this.isOn ? this.dataset.off : this.dataset.on;
      if (!isSupported) statusLine.textContent = this.dataset.none;
      else if (denied) statusLine.textContent = this.dataset.denied;
      else statusLine.textContent = problem || (this.isOn ? this.dataset.isOn : this.dataset.isOff);
    }

    async toggle() {
      this.button.disabled = true;
      try {
        if (this.isOn) await unsubscribe();
        else if ((await Notification.requestPermission()) === "granted") {
          await subscribe(this.dataset.vapid, this.dataset.language);
        }
        this.render();
      } catch {
        this.render(this.dataset.failed);
      }
      this.button.disabled = false;
    }
  },
);
