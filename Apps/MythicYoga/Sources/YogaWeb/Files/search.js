// The filter for the length of practices, and the search in the glossary.
import {button, make} from "./dom.js";
import {textsFor} from "./texts.js";

const LENGTHS = ["any", "short", "medium", "long"];
// The key of the chosen length in the session storage, so that it applies to the next myth, too.
const STORAGE_KEY = "yoga-length";

customElements.define("yoga-length", class extends HTMLElement {
  connectedCallback() {
    this.texts = textsFor(this);
    this.chosen = sessionStorage.getItem(STORAGE_KEY) || "any";
    this.buttons = LENGTHS.map(
        (length, index) => button(this.texts.lengths[index], () => this.choose(length)));
    this.note = make("p", {class: "yoga-note", role: "status"});
    this.replaceChildren(
        make("div", {class: "yoga-chips", role: "group", "aria-label": this.texts.length},
             ...this.buttons),
        this.note);
    this.show();
    // A patch of the page can insert new cards.
    this.observer = new MutationObserver(() => this.show());
    const root = this.closest(".fm-screen") || document.body;
    this.observer.observe(root, {childList: true, subtree: true});
  }

  disconnectedCallback() { this.observer.disconnect(); }

  choose(length) {
    this.chosen = length;
    sessionStorage.setItem(STORAGE_KEY, length);
    this.show();
  }

  show() {
    const cards = [...document.querySelectorAll(".yoga-video-card[data-length]")];
    let count = 0;
    for (const card of cards) {
      const matches = this.chosen === "any" || card.dataset.length === this.chosen;
      const container = card.closest(".fm-card") || card;
      container.hidden = !matches;
      count += matches ? 1 : 0;
    }
    for (const [index, choice] of this.buttons.entries())
      choice.setAttribute("aria-pressed", String(LENGTHS[index] === this.chosen));
    const text = this.chosen === "any" ? "" : `${count} ${this.texts.of} ${cards.length}`;
    if (this.note.textContent !== text) this.note.textContent = text;
  }
});

/** Folds a text for searching: without case, accents and surrounding spaces. */
const fold = (text) =>
    text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{Mn}/gu, "");

customElements.define("yoga-glossary", class extends HTMLElement {
  connectedCallback() {
    if (this.field) return;
    const texts = textsFor(this);
    this.texts = texts;
    this.field = make("input", {
      type: "search",
      class: "yoga-field",
      autocomplete: "off",
      oninput: () => this.show(),
      // Otherwise the screen's form would be submitted.
      onkeydown: (event) => event.key === "Enter" && event.preventDefault(),
    });
    this.note = make("p", {class: "yoga-note", role: "status"});
    this.prepend(make("label", {class: "yoga-search"}, texts.search, this.field), this.note);
  }

  show() {
    const query = fold(this.field.value);
    let count = 0;
    for (const entry of this.querySelectorAll(".yoga-entry")) {
      const matches = entry.dataset.names.split("|").some((name) => fold(name).includes(query));
      entry.hidden = !matches;
      count += matches ? 1 : 0;
    }
    for (const section of this.querySelectorAll("section"))
      section.hidden = !section.querySelector(".yoga-entry:not([hidden])");
    this.note.textContent = count || !query ? "" : this.texts.notFound;
  }
});
