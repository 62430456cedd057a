// The favorite button, and the marks for finished and downloaded videos on a video's card.
import {make} from "./dom.js";
import {CHANGED, downloaded} from "./media.js";
import {setFavorite, stateOf} from "./practice.js";
import {device, follow, record} from "./sync.js";
import {textsFor} from "./texts.js";

const mark = (card, state, copies) => {
  const texts = textsFor(card);
  const id = card.dataset.video;
  const favorite = state.favorites[id];
  const text = card.querySelector(".yoga-item-text");
  const has = {
    // Marks that the server rendered from other devices' progress stay while this device has no
    // value of its own.
    done: state.completed.includes(id) || null,
    isFavorite: favorite ? Boolean(favorite.value) : null,
    downloaded: Boolean(copies[id]),
  };
  for (const [name, isSet] of Object.entries(has)) {
    const old = text.querySelector(`[data-mark=${name}]`);
    if (isSet && !old)
      text.append(make("em", {class: `yoga-mark yoga-${name}`, "data-mark": name}, texts[name]));
    if (isSet === false && old) old.remove();
  }
};

const refresh = async () => {
  const [one, copies] = await Promise.all([device(), downloaded()]);
  const state = stateOf(one);
  for (const card of document.querySelectorAll(".yoga-video-card[data-video]"))
    mark(card, state, copies);
};

customElements.define("yoga-favorite", class extends HTMLElement {
  static observedAttributes = ["data-video"];

  connectedCallback() {
    this.toggle = make(
        "button", {type: "button", class: "yoga-button", onclick: () => this.change()},
        textsFor(this).isFavorite);
    this.replaceChildren(this.toggle);
    this.stop = follow((one) => this.show(one));
  }

  disconnectedCallback() { this.stop(); }

  attributeChangedCallback() {
    if (this.toggle) device().then((one) => this.show(one));
  }

  change() { record(setFavorite, this.dataset.video, !this.isFavorite); }

  show(one) {
    const favorite = stateOf(one).favorites[this.dataset.video];
    this.isFavorite = Boolean(favorite && favorite.value);
    this.toggle.setAttribute("aria-pressed", String(this.isFavorite));
  }
});

follow(() => refresh());
addEventListener(CHANGED, refresh);
// A patch of the page can insert new cards.
new MutationObserver((changes) => {
  const isNew = changes.some(
      (one) => [...one.addedNodes].some(
          (node) => node.nodeType === 1 &&
              (node.matches(".yoga-video-card") || node.querySelector(".yoga-video-card"))));
  if (isNew) refresh();
}).observe(document.documentElement, {childList: true, subtree: true});
