// The favorite button, and the marks on a video's card: finished, favorite, downloaded.
import {make} from "./dom.js";
import {CHANGED, downloaded} from "./media.js";
import {setFavorite, stateOf} from "./practice.js";
import {follow, loadDevice, record} from "./sync.js";
import {textsFor} from "./texts.js";

const mark = (card, state, copies) => {
  const texts = textsFor(card);
  const id = card.dataset.video;
  const favorite = state.favorites[id];
  const text = card.querySelector(".yoga-item-text");
  const marks = {
    // Marks that the server rendered from other devices' progress stay while this device has no
    // value of its own.
    done: state.completed.includes(id) || null,
    favorite: favorite ? Boolean(favorite.value) : null,
    downloaded: Boolean(copies[id]),
  };
  for (const [name, isSet] of Object.entries(marks)) {
    const old = text.querySelector(`[data-mark=${name}]`);
    if (isSet && !old)
      text.append(make("em", {class: `yoga-mark yoga-${name}`, "data-mark": name}, texts[name]));
    if (isSet === false && old) old.remove();
  }
};

const refresh = async () => {
  const [device, copies] = await Promise.all([loadDevice(), downloaded()]);
  const state = stateOf(device);
  for (const card of document.querySelectorAll(".yoga-video-card[data-video]"))
    mark(card, state, copies);
};

customElements.define("yoga-favorite", class extends HTMLElement {
  static observedAttributes = ["data-video"];

  connectedCallback() {
    this.button = make(
        "button", {type: "button", class: "yoga-button", onclick: () => this.toggle()},
        textsFor(this).favorite);
    this.replaceChildren(this.button);
    this.stop = follow((device) => this.show(device));
  }

  disconnectedCallback() { this.stop(); }

  attributeChangedCallback() {
    if (this.button) loadDevice().then((device) => this.show(device));
  }

  toggle() { record(setFavorite, this.dataset.video, !this.isFavorite); }

  show(device) {
    const favorite = stateOf(device).favorites[this.dataset.video];
    this.isFavorite = Boolean(favorite && favorite.value);
    this.button.setAttribute("aria-pressed", String(this.isFavorite));
  }
});

follow(() => refresh());
addEventListener(CHANGED, refresh);
// A patch of the page can insert new cards.
new MutationObserver((changes) => {
  const hasNewCards = changes.some(
      (change) => [...change.addedNodes].some(
          (node) => node.nodeType === 1 &&
              (node.matches(".yoga-video-card") || node.querySelector(".yoga-video-card"))));
  if (hasNewCards) refresh();
}).observe(document.documentElement, {childList: true, subtree: true});
