// The player: large labeled controls, a list of practices, resuming, captions and bells.
import {button, formatTime, make} from "./dom.js";
import {PracticeCounter, recordBeforePress} from "./finishing.js";
import {downloaded} from "./media.js";
import {handleKey, handleMediaKeys, showInMediaControls, SKIP_INTERVAL} from "./media-keys.js";
import {finish, savedValue, setProgress, setSetting, setting, stateOf} from "./practice.js";
import {loadVideo} from "./sources.js";
import {follow, loadDevice, record, syncSignedIn} from "./sync.js";
import {textsFor} from "./texts.js";

// In seconds: the played time after which the position is saved, and the smallest saved change.
const SAVE_AFTER = 5;
const MINIMUM_CHANGE = 0.2;

// The latest player. When the page around it is rendered again, it replaces the new element, so
// that its video continues to play: the browser pauses a removed video only at the end of the task.
let latest = null;

class Player extends HTMLElement {
  connectedCallback() {
    // NB: `latest` may have been removed before its `disconnectedCallback` was called.
    if (!this.video && latest && !latest.isConnected && !latest.isGone && latest.isSame(this)) {
      return this.replaceWith(latest);
    }
    if (!this.video) this.setUp();
    this.stopFollowing = follow((device) => this.show(device));
    this.stopRecording = recordBeforePress(this);
    addEventListener("pagehide", this.leave);
  }

  isSame(other) { return other.identity() === this.identity(); }

  identity() { return [this.dataset.user, this.dataset.video, this.lang].join(); }

  setUp() {
    latest = this;
    this.texts = textsFor(this);
    this.video = this.querySelector("video");
    this.items = [...this.querySelectorAll(".yoga-item a[data-mp4]")];
    this.current = this.dataset.video;
    this.isFirstVideo = true;
    this.practiced = 0;
    this.counter = new PracticeCounter(this.dataset.session, () => crypto.randomUUID());
    this.build();
    this.listen();
    const item = this.currentItem();
    if (item) this.open(item, false);
    // The offline page has no user; on other pages, only signed-in users see a player.
    syncSignedIn(this.dataset.user);
  }

  disconnectedCallback() {
    if (!this.video) return;
    queueMicrotask(() => {
      this.isGone = !this.isConnected;
      if (this.isGone) this.unload();
    });
    this.save();
    this.stopFollowing();
    this.stopRecording();
    removeEventListener("pagehide", this.leave);
  }

  /** Stops loading, because the links are only valid until the user signs out. */
  unload() {
    for (const track of this.video.querySelectorAll("track")) track.remove();
    this.video.removeAttribute("src");
    this.video.load();
  }

  // MARK: Elements

  build() {
    const {texts, video} = this;
    video.removeAttribute("controls");
    this.playButton =
        button(texts.play, () => this.toggle(), {class: "yoga-button yoga-primary yoga-play"});
    this.seek = make("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 0.1,
      value: 0,
      class: "yoga-seek",
      "aria-label": texts.seek,
      oninput: () => this.jump(Number(this.seek.value)),
    });
    this.clock = make("output", {class: "yoga-clock"}, "0:00 / 0:00");
    this.previousButton = button(texts.previous, () => this.move(-1));
    this.nextButton = button(texts.next, () => this.move(1));
    this.note = make("p", {class: "yoga-note", role: "status"});
    this.failure = make("div", {class: "yoga-failure", role: "alert", hidden: true});
    this.ending = make("div", {class: "yoga-ending", hidden: true});
    this.heading = make("h2", {class: "yoga-title"});
    const controls = make(
        "div", {class: "yoga-controls"}, this.heading,
        make("div", {class: "yoga-line"}, this.seek, this.clock),
        make(
            "div", {class: "yoga-buttons"}, button(texts.back, () => this.skip(-SKIP_INTERVAL)),
            this.playButton, button(texts.forward, () => this.skip(SKIP_INTERVAL))),
        make("div", {class: "yoga-buttons yoga-two"}, this.previousButton, this.nextButton),
        this.options(), this.note);
    const stage = this.querySelector(".yoga-stage");
    stage.append(this.failure, this.ending);
    stage.after(controls);
  }

  options() {
    const {texts} = this;
    this.bells = make("input", {
      type: "checkbox",
      onchange: () => record(setSetting, "bell", this.bells.checked ? "on" : "off"),
    });
    this.captions = make(
        "select", {onchange: () => record(setSetting, "captions", this.captions.value)},
        make("option", {value: "off"}, texts.off), make("option", {value: "en"}, texts.english),
        make("option", {value: "de"}, texts.german));
    const float = () => this.video.requestPictureInPicture().catch(() => null);
    const pictureInPicture =
        document.pictureInPictureEnabled ? button(texts.pictureInPicture, float) : null;
    this.favorite = make("yoga-favorite", {lang: this.lang, "data-video": this.current});
    const fullscreen =
        document.fullscreenEnabled ? button(texts.fullscreen, () => this.toggleFullscreen()) : null;
    return make(
        "div", {class: "yoga-options"},
        make("label", {class: "yoga-check"}, this.bells, texts.bells),
        make("label", {class: "yoga-choice"}, texts.captions, this.captions), this.favorite,
        pictureInPicture, fullscreen);
  }

  toggleFullscreen() {
    const stage = this.querySelector(".yoga-stage");
    if (document.fullscreenElement)
      document.exitFullscreen();
    else
      stage.requestFullscreen().catch(() => null);
  }

  // MARK: Events

  listen() {
    const {video} = this;
    const on = (name, action) => video.addEventListener(name, action);
    on("play", () => this.draw());
    on("pause", () => {
      this.draw();
      this.save();
    });
    on("timeupdate", () => this.advance());
    on("loadedmetadata", () => this.loaded());
    on("ended", () => this.ended());
    on("error", () => this.fail());
    on("click", () => this.toggle());
    // The browser's own settings can turn captions on.
    video.textTracks.addEventListener("change", () => this.applyCaptions());
    this.addEventListener("keydown", (event) => handleKey(this, event));
    this.querySelector(".yoga-playlist").addEventListener("click", (event) => {
      const item = event.target.closest("a[data-mp4]");
      if (!item) return;
      event.preventDefault();
      if (this.isReady(item))
        this.video.play().catch(() => null);
      else
        this.open(item, true);
    });
    this.leave = () => this.save();
    handleMediaKeys(this);
  }

  // MARK: Playing

  currentItem() {
    return this.items.find((item) => item.closest("[data-video]").dataset.video === this.current) ||
        null;
  }

  /** Whether a video of the list only needs to be played, from where it is. */
  isReady(item) {
    return item === this.currentItem() && !this.isFirstVideo && !this.opening &&
        this.ending.hidden && this.failure.hidden;
  }

  /** Opens a video of the list at its saved position; the last one wins. */
  async open(item, isPlaying) {
    if (!this.isFirstVideo) this.save();
    const id = item.closest("[data-video]").dataset.video;
    const opening = {};
    this.opening = opening;
    // The device is read last: a setting may change while the downloads are read.
    const reading = downloaded().then(async (copies) => [await loadDevice(), copies]);
    const [device, copies] = await reading.catch((error) => {
      if (this.opening === opening) this.opening = null;
      throw error;
    });
    if (this.isGone || this.opening !== opening) return;
    this.opening = null;
    this.current = id;
    // For the first video, the page contains the service's values.
    const rendered = (name) =>
        this.isFirstVideo && this.dataset[name] ? Number(this.dataset[name]) : null;
    // What was practiced before, also on another device, counts when the video is finished.
    this.practiced = savedValue(device, "practiced", id, rendered("practiced"));
    this.counter.begin(this.practiced);
    this.lastTime = null;
    this.hasBell = setting(device, "bell") !== "off";
    this.resumeAt = savedValue(device, "positions", id, rendered("position"));
    this.failure.hidden = true;
    this.ending.hidden = true;
    this.failures = 0;
    // Before the first video is loaded, Play has nothing to play yet.
    const plays = isPlaying || (this.isFirstVideo && !this.video.paused);
    this.load(item, Boolean(copies[id]));
    for (const other of this.items) other.toggleAttribute("aria-current", other === item);
    item.setAttribute("aria-current", "true");
    this.describe(item);
    if (plays) this.video.play().catch(() => null);
    this.isFirstVideo = false;
  }

  load(item, isDownloaded) {
    loadVideo(this.video, item, {id: this.current, hasBell: this.hasBell, isDownloaded});
    this.applyCaptions();
  }

  describe(item) {
    this.heading.textContent = item.dataset.name;
    this.favorite.dataset.video = this.current;
    this.video.setAttribute("aria-label", item.dataset.name);
    const index = this.items.indexOf(item);
    this.previousButton.disabled = index <= 0;
    this.nextButton.disabled = index >= this.items.length - 1;
    showInMediaControls(item);
  }

  loaded() {
    const {video, resumeAt} = this;
    if (resumeAt > 0 && resumeAt < video.duration - 1) {
      video.currentTime = resumeAt;
      this.note.textContent = `${this.texts.resumed} ${formatTime(resumeAt)}`;
    } else
      this.note.textContent = "";
    // A video that was only opened does not save its position: another device may have continued
    // it.
    this.saved = video.currentTime;
    this.resumeAt = 0;
    this.draw();
  }

  toggle() {
    if (this.video.paused)
      this.video.play().catch(() => null);
    else
      this.video.pause();
  }

  skip(seconds) { this.jump(this.video.currentTime + seconds); }

  jump(seconds) {
    const end = this.video.duration || 0;
    this.lastTime = null;
    this.video.currentTime = Math.min(Math.max(seconds, 0), end);
    this.draw();
  }

  move(step) {
    const index = this.items.indexOf(this.currentItem());
    const item = this.items[index + step];
    if (item) this.open(item, !this.video.paused || !this.ending.hidden);
  }

  advance() {
    const {video} = this;
    const elapsed = video.currentTime - (this.lastTime ?? video.currentTime);
    // Skipped parts do not count as practiced.
    if (!video.seeking && elapsed > 0 && elapsed < 2) this.practiced += elapsed;
    this.lastTime = video.currentTime;
    if (Math.abs(video.currentTime - (this.saved || 0)) >= SAVE_AFTER && !video.paused) this.save();
    this.draw();
  }

  draw() {
    const {video, texts} = this;
    const end = Number.isFinite(video.duration) ? video.duration : 0;
    this.playButton.textContent = video.paused ? texts.play : texts.pause;
    this.seek.max = end;
    this.seek.value = video.currentTime;
    const [current, total] = [formatTime(video.currentTime), formatTime(end)];
    this.clock.textContent = `${current} / ${total}`;
    this.seek.setAttribute("aria-valuetext", `${current} ${texts.of} ${total}`);
  }

  save() {
    const {currentTime, ended, readyState} = this.video;
    if (ended || readyState === 0 || this.resumeAt > 0) return;
    if (Math.abs(currentTime - this.saved) < MINIMUM_CHANGE) return;
    this.saved = currentTime;
    if (currentTime <= 1) return;
    const tenths = (seconds) => Math.round(seconds * 10) / 10;
    record(setProgress, this.current, tenths(currentTime), tenths(this.practiced));
  }

  /** Records the current practice as finished by a press, which resets its saved position. */
  finish() {
    this.video.pause();
    this.saved = this.video.currentTime;
    return this.count(Math.max(1, Math.round(this.practiced)));
  }

  count(seconds) {
    this.practiced = 0;
    const utcOffset = -new Date().getTimezoneOffset();
    return record(finish, this.counter.count(), {video: this.current, seconds, utcOffset});
  }

  async ended() {
    const seconds = Math.round(this.practiced);
    const isPageVideo = this.current === this.dataset.video;
    if (seconds > 0) await this.count(seconds);
    const next = this.items[this.items.indexOf(this.currentItem()) + 1];
    const again = button(this.texts.again, () => this.open(this.currentItem(), true));
    const primary = {class: "yoga-button yoga-primary"};
    const nextButton =
        next ? button(this.texts.nextPractice, () => this.open(next, true), primary) : null;
    this.ending.replaceChildren(
        make("p", {role: "status"}, this.texts.finished), ...[nextButton, again].filter(Boolean));
    this.ending.hidden = false;
    this.dispatchEvent(new CustomEvent("yoga-finished", {bubbles: true, detail: this.current}));
    const key = this.dataset.onEnd;
    const press = isPageVideo && key ?
        document.querySelector(`button[name=press][value="${CSS.escape(key)}"]`) :
        null;
    if (press && !document.fullscreenElement)
      press.click();
    else
      (nextButton || again).focus();
  }

  fail() {
    const text = navigator.onLine ? this.texts.failed : this.texts.offlineFailed;
    const at = this.video.currentTime || this.resumeAt;
    this.failures += 1;
    const retry = button(this.texts.retry, () => {
      // The signed URLs of a page that has long been open may have expired; a reload gets new ones.
      if (this.failures > 1) return location.reload();
      this.failure.hidden = true;
      this.resumeAt = at;
      this.load(this.currentItem(), false);
      this.video.play().catch(() => null);
    }, {class: "yoga-button yoga-primary"});
    this.failure.replaceChildren(make("p", {}, text), retry);
    this.failure.hidden = false;
  }

  // MARK: Settings

  show(device) {
    const hasBell = setting(device, "bell") !== "off";
    this.bells.checked = hasBell;
    this.captions.value = setting(device, "captions");
    this.applyCaptions();
    const done = new Set(stateOf(device).completed);
    for (const item of this.querySelectorAll(".yoga-item[data-video]")) {
      item.classList.toggle("yoga-is-done", done.has(item.dataset.video));
      const mark = item.querySelector(".yoga-done");
      if (done.has(item.dataset.video) && !mark) {
        item.querySelector(".yoga-item-text")
            .append(make("em", {class: "yoga-mark yoga-done"}, this.texts.done));
      }
    }
    if (this.hasBell === undefined || hasBell === this.hasBell || this.isFirstVideo) return;
    this.changeSound(hasBell);
  }

  /** Switches between sound with and without bells at the same position. */
  async changeSound(hasBell) {
    this.hasBell = hasBell;
    const copies = await downloaded();
    // A video that was opened meanwhile has the new sound already.
    if (this.isGone || this.opening || this.hasBell !== hasBell) return;
    const isPlaying = !this.video.paused;
    this.resumeAt = this.resumeAt || this.video.currentTime;
    this.load(this.currentItem(), Boolean(copies[this.current]));
    if (isPlaying) this.video.play().catch(() => null);
  }

  applyCaptions() {
    if (!this.captions) return;
    for (const track of this.video.textTracks) {
      const mode = track.language === this.captions.value ? "showing" : "disabled";
      if (track.mode !== mode) track.mode = mode;
    }
  }
}

customElements.define("yoga-player", Player);
