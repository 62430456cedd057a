// The downloads of a myth's videos, and all downloads on this device.
import {button, make, size} from "./dom.js";
import {download, downloaded, isSupported, remove} from "./media.js";
import {loadNames, textsFor} from "./texts.js";

class Downloads extends HTMLElement {
  connectedCallback() {
    if (this.texts) return;
    this.texts = textsFor(this);
    this.list = this.querySelector("ul");
    this.summary = make("p", {class: "yoga-summary"});
    this.note = make("p", {class: "yoga-note", role: "status"});
    this.all = make("div", {class: "yoga-buttons yoga-two"});
    this.append(this.summary, this.all, this.note);
    if (!isSupported()) {
      this.summary.textContent = this.texts.noDownloads;
      return;
    }
    this.offered = [...this.list.children].map((item) => this.offer(item));
    this.list.hidden = false;
    this.refresh();
  }

  offer(item) {
    const {mp4, quiet, poster, captionsEn, captionsDe} = item.dataset;
    const one = {
      id: item.dataset.video,
      name: item.textContent,
      files: {
        "video.mp4": mp4,
        "quiet.mp4": quiet,
        "poster.webp": poster,
        "captions-en.vtt": captionsEn,
        "captions-de.vtt": captionsDe,
      },
      bar: make("progress", {
        max: 1,
        value: 0,
        hidden: true,
        "aria-label": `${this.texts.downloading}: ${item.textContent}`
      }),
      state: make("small"),
    };
    one.button = button(
        this.texts.download, () => this.change(one),
        {"aria-label": `${this.texts.download}: ${one.name}`});
    item.replaceChildren(
        make("span", {class: "yoga-item-text"}, make("b", {}, one.name), one.state, one.bar),
        one.button);
    return one;
  }

  async change(one) {
    const copies = await downloaded();
    if (copies[one.id])
      await remove(one.id);
    else
      await this.load(one);
    await this.refresh();
  }

  async load(one) {
    one.bar.hidden = false;
    one.button.disabled = true;
    this.note.textContent = `${this.texts.downloading}: ${one.name}`;
    try {
      await download(one.id, one.files, (fraction) => {
        one.bar.value = fraction;
      });
      this.note.textContent = "";
      return true;
    } catch (error) {
      this.note.textContent =
          error.name === "QuotaExceededError" ? this.texts.noRoom : this.texts.downloadFailed;
      return false;
    } finally {
      one.bar.hidden = true;
      one.button.disabled = false;
      await this.refresh();
    }
  }

  async loadAll() {
    const copies = await downloaded();
    for (const one of this.offered.filter(({id}) => !copies[id])) {
      // Sequential on purpose.
      // oxlint-disable-next-line no-await-in-loop
      if (!await this.load(one)) return;
    }
  }

  /** Lists everything on this device, of all myths. */
  async listAll(copies) {
    this.names ??= await loadNames(this.lang).catch(() => ({}));
    const named = Object.entries(copies).map(([id, bytes]) => [this.names[id] ?? id, id, bytes]);
    named.sort(([first], [second]) => first.localeCompare(second, this.lang));
    this.list.replaceChildren(...named.map(([name, id, bytes]) => {
      const action = async () => {
        await remove(id);
        await this.refresh();
      };
      const text = make(
          "span", {class: "yoga-item-text"}, make("b", {}, name),
          make("small", {}, size(bytes, this.lang)));
      const label = `${this.texts.remove}: ${name}`;
      return make(
          "li", {"data-video": id}, text,
          button(this.texts.remove, action, {"aria-label": label}));
    }));
  }

  /** Asks before all downloads are deleted. */
  askToRemoveAll() {
    const dialog = make(
        "dialog", {
          class: "yoga-dialog",
          "aria-label": this.texts.removeAll,
          onclose: () => dialog.remove(),
        },
        make("p", {}, this.texts.removeAllQuestion),
        make(
            "div", {class: "yoga-buttons yoga-two"},
            button(this.texts.cancel, () => dialog.close(), {autofocus: true}),
            button(
                this.texts.removeAllNow,
                () => {
                  dialog.close();
                  this.removeAll();
                },
                {class: "yoga-button yoga-primary"})));
    this.append(dialog);
    dialog.showModal();
  }

  async removeAll() {
    const copies = await downloaded();
    await Promise.all(Object.keys(copies).map(remove));
    await this.refresh();
  }

  async refresh() {
    const copies = await downloaded();
    const bytes = Object.values(copies).reduce((sum, one) => sum + one, 0);
    const count = Object.keys(copies).length;
    this.summary.textContent = count ?
        `${this.texts.downloaded}: ${count} · ${size(bytes, this.lang)} ${this.texts.used}` :
        this.texts.nothing;
    if (this.dataset.all !== undefined) await this.listAll(copies);
    for (const one of this.offered) {
      const has = copies[one.id];
      one.state.textContent = has ? `${this.texts.downloaded} · ${size(has, this.lang)}` : "";
      const label = has ? this.texts.remove : this.texts.download;
      one.button.textContent = label;
      one.button.setAttribute("aria-label", `${label}: ${one.name}`);
    }
    const open = this.offered.some(({id}) => !copies[id]);
    const buttons = [
      open ?
          button(
              this.texts.downloadAll, () => this.loadAll(), {class: "yoga-button yoga-primary"}) :
          null,
      count ? button(this.texts.removeAll, () => this.askToRemoveAll()) : null,
    ];
    this.all.replaceChildren(...buttons.filter(Boolean));
  }
}

customElements.define("yoga-downloads", Downloads);
