// The user's settings and practice history.
import {make} from "./dom.js";
import {hasPending, setSetting, setting, stateOf} from "./practice.js";
import {dayOf, streakOf} from "./streak.js";
import {follow, loadDevice, record, syncSignedIn} from "./sync.js";
import {loadNames, textsFor} from "./texts.js";

class PracticeElement extends HTMLElement {
  connectedCallback() {
    this.texts = textsFor(this);
    if (!this.isBuilt) {
      this.build();
      // The offline page has no user; on other pages, only signed-in users see these elements,
      // possibly right after they have signed in.
      syncSignedIn(this.dataset.user);
    }
    this.isBuilt = true;
    this.stop = follow((device, status) => this.show(device, status));
  }

  disconnectedCallback() { this.stop(); }

  build() {}
}

customElements.define("yoga-settings", class extends PracticeElement {
  build() {
    const check = (name, label) => {
      this[name] = make("input", {
        type: "checkbox",
        onchange: () => record(setSetting, name, this[name].checked ? "on" : "off")
      });
      return make("label", {class: "yoga-check"}, this[name], label);
    };
    this.captions = make(
        "select", {onchange: () => record(setSetting, "captions", this.captions.value)},
        make("option", {value: "off"}, this.texts.off),
        make("option", {value: "en"}, this.texts.english),
        make("option", {value: "de"}, this.texts.german));
    this.replaceChildren(
        check("bell", this.texts.bells),
        make("label", {class: "yoga-choice"}, this.texts.captions, this.captions),
        check("streak", this.texts.streak));
  }

  show(device) {
    this.bell.checked = setting(device, "bell") === "on";
    this.streak.checked = setting(device, "streak") === "on";
    this.captions.value = setting(device, "captions");
  }
});

customElements.define("yoga-sync", class extends PracticeElement {
  show(device, status) {
    const isWaiting = hasPending(device);
    const text = {
      syncing: this.texts.syncing,
      done: this.texts.synced,
      offline: this.texts.waiting,
      failed: this.texts.syncFailed,
    }[status] ||
        (isWaiting ? this.texts.waiting : "");
    this.dataset.status = status;
    if (this.textContent !== text) this.textContent = text;
  }
});

customElements.define("yoga-history", class extends PracticeElement {
  build() {
    this.streak = make("div", {class: "yoga-streak"});
    this.list = make("ol", {class: "yoga-days"});
    this.append(this.streak, make("h2", {}, this.texts.history), this.list);
    loadNames(this.lang)
        .then(async (names) => {
          this.names = names;
          this.show(await loadDevice());
        })
        .catch(() => null);
  }

  show(device) {
    const sessions = Object.values(stateOf(device).sessions);
    this.showStreak(device, sessions);
    const latest =
        sessions.toSorted((first, second) => second.endedAt - first.endedAt).slice(0, 50);
    const format = new Intl.DateTimeFormat(this.lang, {dateStyle: "medium", timeStyle: "short"});
    const rows = latest.map(
        ({video, seconds, endedAt}) => make(
            "li", {}, this.link(video),
            make(
                "time", {datetime: new Date(endedAt).toISOString()}, format.format(endedAt)),
            make("small", {}, `${seconds} ${this.texts.seconds}`)));
    this.list.replaceChildren(...rows.length ? rows : [make("li", {}, this.texts.noHistory)]);
  }

  /** Returns the name of a practice, as a button if the screen has a card that it can press. */
  link(video) {
    const name = this.name(video);
    const card = () => document.querySelector(
        `button[name=press][value="${CSS.escape(`recent[${video}]openRecent`)}"]`);
    if (!card()) return make("b", {}, name);
    const attributes = {type: "button", class: "yoga-open", onclick: () => card()?.click()};
    return make("button", attributes, name);
  }

  /** Returns the name of a practice; its myth and kind until the catalog is loaded. */
  name(video) {
    const parts = video.split("/").map((part) => part[0].toUpperCase() + part.slice(1));
    return this.names?.[video] ?? parts.join(" · ");
  }

  showStreak(device, sessions) {
    this.streak.hidden = setting(device, "streak") === "off";
    if (this.streak.hidden) return;
    const today = dayOf(Date.now() + device.offset, -new Date().getTimezoneOffset());
    const streak = streakOf(sessions, today);
    const counted = (count, [singular, plural]) => `${count} ${count === 1 ? singular : plural}`;
    const facts = [
      streak.includesToday ? this.texts.today : null,
      counted(streak.freezes, this.texts.freezes),
      streak.frozen.length ? counted(streak.frozen.length, this.texts.frozen) : null,
      `${this.texts.longest}: ${streak.longest}`,
    ].filter(Boolean);
    this.streak.replaceChildren(
        make(
            "p", {class: "yoga-count"}, make("b", {}, String(streak.days)),
            ` ${this.texts.days[streak.days === 1 ? 0 : 1]}`),
        make("p", {}, facts.join(" · ")), make("p", {}, make("small", {}, this.texts.freezeHelp)));
  }
});
