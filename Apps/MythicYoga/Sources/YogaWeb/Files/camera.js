// A profile picture: taken with the camera or chosen from the gallery, cropped to a square.
import {square} from "./crop.js";
import {button, make} from "./dom.js";
import {textsFor} from "./texts.js";

// The sides of the preview, and the maximum side of the uploaded picture, in pixels.
const SIZE = 480;
const MAX_SIDE = 1600;

class Camera extends HTMLElement {
  connectedCallback() {
    if (this.texts) return;
    this.texts = textsFor(this);
    this.form = this.querySelector(".yoga-upload");
    this.file = this.querySelector("input[type=file]");
    this.note = make("p", {class: "yoga-note", role: "status"});
    this.canvas = make("canvas", {
      class: "yoga-crop",
      width: SIZE,
      height: SIZE,
      role: "img",
      "aria-label": this.texts.preview
    });
    this.actions = make("div", {class: "yoga-buttons yoga-two"});
    this.sliders = make(
        "div", {class: "yoga-sliders", hidden: true},
        ...["zoom", "left", "up"].map((name) => this.slider(name)));
    this.panel =
        make("div", {class: "yoga-picture", hidden: true}, this.canvas, this.sliders, this.actions);
    this.append(this.panel, this.note);
    this.form.querySelector("button").hidden = true;
    this.file.addEventListener("change", () => this.choose());
    if (this.dataset.source === "camera" && navigator.mediaDevices) {
      this.form.hidden = true;
      this.startCamera();
    }
  }

  disconnectedCallback() { this.stop(); }

  slider(name) {
    const isZoom = name === "zoom";
    const input = make("input", {
      type: "range",
      min: isZoom ? 1 : -1,
      max: isZoom ? 4 : 1,
      step: 0.02,
      value: isZoom ? 1 : 0,
      oninput: () => this.draw(),
    });
    this[name] = input;
    return make("label", {}, this.texts[name], input);
  }

  // MARK: Camera

  async startCamera() {
    this.announce(this.texts.cameraStarts);
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: {facingMode: "user", width: {ideal: 1280}, height: {ideal: 1280}},
        audio: false,
      });
    } catch (error) {
      const {cameraDenied, cameraMissing} = this.texts;
      this.announce(error.name === "NotAllowedError" ? cameraDenied : cameraMissing, true);
      this.form.hidden = false;
      return;
    }
    if (!this.isConnected) return this.stop();
    this.live = make(
        "video",
        {class: "yoga-live", playsinline: true, muted: true, "aria-label": this.texts.preview});
    this.live.muted = true;
    this.live.srcObject = this.stream;
    this.canvas.before(this.live);
    await this.live.play();
    this.showLive();
  }

  showLive() {
    this.panel.hidden = false;
    this.live.hidden = false;
    this.canvas.hidden = true;
    this.sliders.hidden = true;
    this.announce("");
    this.showButtons(
        button(this.texts.takePicture, () => this.take(), {class: "yoga-button yoga-primary"}),
        button(this.texts.choose, () => this.file.click()));
  }

  take() {
    const {videoWidth: width, videoHeight: height} = this.live;
    const copy = make("canvas", {width, height});
    const context = copy.getContext("2d");
    // Mirrored, as in the preview.
    context.translate(width, 0);
    context.scale(-1, 1);
    context.drawImage(this.live, 0, 0);
    this.showCrop(copy, width, height);
  }

  stop() {
    if (this.stream)
      for (const track of this.stream.getTracks()) track.stop();
    this.stream = null;
  }

  // MARK: Gallery

  async choose() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      const image = await createImageBitmap(file, {imageOrientation: "from-image"});
      this.showCrop(image, image.width, image.height);
    } catch {
      this.announce(this.texts.notPicture, true);
    }
  }

  // MARK: Cropping

  showCrop(source, width, height) {
    Object.assign(this, {source, width, height});
    this.zoom.value = 1;
    this.left.value = 0;
    this.up.value = 0;
    if (this.live) this.live.hidden = true;
    this.panel.hidden = false;
    this.canvas.hidden = false;
    this.sliders.hidden = false;
    this.announce("");
    this.draw();
    const useButton = button(
        this.texts.usePicture, () => this.upload(useButton), {class: "yoga-button yoga-primary"});
    const otherButton = this.stream ? button(this.texts.retake, () => this.showLive()) :
                                      button(this.texts.choose, () => this.file.click());
    this.showButtons(useButton, otherButton);
    useButton.focus();
  }

  square() {
    return square(
        this.width, this.height, Number(this.zoom.value), Number(this.left.value),
        Number(this.up.value));
  }

  draw() {
    const {x, y, size} = this.square();
    this.canvas.getContext("2d").drawImage(this.source, x, y, size, size, 0, 0, SIZE, SIZE);
  }

  /**
   * Uploads only the cropped square: the rest of the picture and its location metadata never leave
   * the device.
   */
  async upload(useButton) {
    const {x, y, size} = this.square();
    const side = Math.min(size, MAX_SIDE);
    const out = make("canvas", {width: side, height: side});
    out.getContext("2d").drawImage(this.source, x, y, size, size, 0, 0, side, side);
    useButton.disabled = true;
    this.announce(this.texts.uploading);
    try {
      const blob = await new Promise((resolve) => {
        out.toBlob(resolve, "image/jpeg", 0.92);
      });
      const response = await fetch(`/account/picture?x=0&y=0&size=${side}`, {
        method: "POST",
        headers: {"Content-Type": "image/jpeg"},
        body: blob,
        credentials: "same-origin",
      });
      if (!response.ok) throw new Error(String(response.status));
      this.stop();
      this.announce(this.texts.saved);
      if (this.dataset.back)
        location.assign(this.dataset.back);
      else
        this.showButtons();
    } catch {
      useButton.disabled = false;
      this.announce(this.texts.uploadFailed, true);
    }
  }

  showButtons(...buttons) { this.actions.replaceChildren(...buttons); }

  announce(text, isProblem = false) {
    this.note.classList.toggle("yoga-problem", isProblem);
    this.note.textContent = text;
  }
}

customElements.define("yoga-camera", Camera);
