// The web app's entry point: defines the blocks' custom elements and registers the service worker.
import "./player.js";
import "./camera.js";
import "./downloads.js";
import "./settings.js";
import "./marks.js";
import "./search.js";

import {signOut, syncIfSignedIn} from "./sync.js";

customElements.define("yoga-signed-out", class extends HTMLElement {
  connectedCallback() { signOut(); }
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/-yoga/worker.js", {scope: "/", type: "module"})
      .catch(() => null);
}
addEventListener("online", () => syncIfSignedIn());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") syncIfSignedIn();
});
syncIfSignedIn();
