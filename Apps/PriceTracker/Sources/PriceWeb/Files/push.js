// Notifications in this browser: the service worker, the subscription, and the switch.

const stored = "prices-device";
const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const registration = () =>
  navigator.serviceWorker.register("/-prices/worker.js", { scope: "/" });

const bytes = (text) => {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
};

const post = async (path, body) => {
  const response = await fetch(`/-prices/devices${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};

const register = async (subscription, language) => {
  const { id } = await post("", { ...subscription.toJSON(), language });
  localStorage.setItem(stored, id);
  return id;
};

const subscribe = async (vapid, language) => {
  const worker = await registration();
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(vapid),
  });
  return register(subscription, language);
};

const unsubscribe = async () => {
  const worker = await registration();
  const id = localStorage.getItem(stored);
  localStorage.removeItem(stored);
  if (id) await post("/remove", { id });
  await (await worker.pushManager.getSubscription())?.unsubscribe();
};

// Registers the subscription again at every start: the service may have dropped it, or another user
// may have logged in since.
export const start = async () => {
  if (!isAble || Notification.permission !== "granted" || !localStorage.getItem(stored)) return;
  try {
    const worker = await registration();
    const subscription = await worker.pushManager.getSubscription();
    if (subscription) await register(subscription, document.documentElement.lang);
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
      this.button.onclick = () => this.turn();
      this.append(this.button);
      this.draw();
    }

    get isOn() {
      return isAble && Notification.permission === "granted" && !!localStorage.getItem(stored);
    }

    draw(problem) {
      const line = this.querySelector("[role=status]");
      const denied = isAble && Notification.permission === "denied";
      this.button.hidden = !isAble || denied;
      this.button.textContent = this.isOn ? this.dataset.off : this.dataset.on;
      if (!isAble) line.textContent = this.dataset.none;
      else if (denied) line.textContent = this.dataset.denied;
      else line.textContent = problem || (this.isOn ? this.dataset.isOn : this.dataset.isOff);
    }

    async turn() {
      this.button.disabled = true;
      try {
        if (this.isOn) await unsubscribe();
        else if ((await Notification.requestPermission()) === "granted") {
          await subscribe(this.dataset.vapid, this.dataset.language);
        }
        this.draw();
      } catch {
        this.draw(this.dataset.failed);
      }
      this.button.disabled = false;
    }
  },
);
