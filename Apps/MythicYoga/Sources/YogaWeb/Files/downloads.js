// The downloads of a myth's videos, and all downloads on this device.
import {button, formatSize, make} from "./dom.js";
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
    this.videos = [...this.list.children].map((item) => this.makeVideo(item));
    this.list.hidden = false;
    this.refresh();
  }

  makeVideo(item) {
    const {mp4, quiet, poster, captionsEn, captionsDe} = item.dataset;
    const video = {
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
    video.button = button(
        this.texts.download, () => this.toggle(video),
        {"aria-label": `${this.texts.download}: ${video.name}`});
    item.replaceChildren(
        make("span", {class: "yoga-item-text"}, make("b", {}, video.name), video.state, video.bar),
        video.button);
    return video;
  }

  async toggle(video) {
    const copies = await downloaded();
    if (copies[video.id])
      await remove(video.id);
    else
      await this.load(video);
    await this.refresh();
  }

  async load(video) {
    video.bar.hidden = false;
    video.button.disabled = true;
    this.note.textContent = `${this.texts.downloading}: ${video.name}`;
    try {
      await download(video.id, video.files, (fraction) => {
        video.bar.value = fraction;
      });
      this.note.textContent = "";
      return true;
    } catch (error) {
      this.note.textContent =
          error.name === "QuotaExceededError" ? this.texts.noRoom : this.texts.downloadFailed;
      return false;
    } finally {
      video.bar.hidden = true;
      video.button.disabled = false;
      await this.refresh();
    }
  }

  async loadAll() {
    const copies = await downloaded();
    for (const video of this.videos.filter(({id}) => !copies[id])) {
      // Sequential: after a failure, the others are not tried.
      // oxlint-disable-next-line no-await-in-loop
      if (!await this.load(video)) return;
    }
  }

  /** Lists the downloads of all myths. */
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
          make("small", {}, formatSize(bytes, this.lang)));
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
    const bytes = Object.values(copies).reduce((sum, size) => sum + size, 0);
    const count = Object.keys(copies).length;
    this.summary.textContent = count ?
        `${this.texts.downloaded}: ${count} · ${formatSize(bytes, this.lang)} ${this.texts.used}` :
        this.texts.nothing;
    if (this.dataset.all !== undefined) await this.listAll(copies);
    for (const video of this.videos) {
      const size = copies[video.id];
      video.state.textContent =
          size ? `${this.texts.downloaded} · ${formatSize(size, this.lang)}` : "";
      const label = size ? this.texts.remove : this.texts.download;
      video.button.textContent = label;
      video.button.setAttribute("aria-label", `${label}: ${video.name}`);
    }
    const isIncomplete = this.videos.some(({id}) => !copies[id]);
    const buttons = [
      isIncomplete ?
          button(
              this.texts.downloadAll, () => this.loadAll(), {class: "yoga-button yoga-primary"}) :
          null,
      count ? button(this.texts.removeAll, () => this.askToRemoveAll()) : null,
    ];
    this.all.replaceChildren(...buttons.filter(Boolean));
  }
}

customElements.define("yoga-downloads", Downloads);
