// The offline page: lists and plays the downloads.
import "./marks.js";
import "./player.js";
import "./settings.js";

import {button, formatSize, make} from "./dom.js";
import {downloaded, folder} from "./media.js";
import {syncIfSignedIn} from "./sync.js";
import {textsFor} from "./texts.js";

const main = document.querySelector("#yoga-offline");
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
document.documentElement.lang = language;
const texts = textsFor(main);
const path = (name) => new URL(name, import.meta.url).pathname;

const item = (myth, video, bytes) => {
  const base = folder(video.id);
  const name = video.name[language];
  const length = `${video.seconds} ${texts.seconds}`;
  return make(
      "li", {class: "yoga-item", "data-video": video.id},
      make(
          "a", {
            href: `${base}video.mp4`,
            "data-mp4": `${base}video.mp4`,
            "data-quiet": `${base}quiet.mp4`,
            "data-hls": "",
            "data-poster": `${base}poster.webp`,
            "data-captions-en": `${base}captions-en.vtt`,
            "data-captions-de": `${base}captions-de.vtt`,
            "data-seconds": video.seconds,
            "data-name": `${myth.name} · ${name}`,
          },
          make("img", {src: `${base}poster.webp`, alt: "", width: 120, height: 68}),
          make(
              "span", {class: "yoga-item-text"}, make("b", {}, `${myth.name} · ${name}`),
              make("i", {}, video.sanskrit.iast),
              make("small", {}, `${length} · ${formatSize(bytes, language)}`))));
};

const show = async () => {
  const catalog = fetch(path("catalog.json")).then((response) => response.json());
  const [copies, myths] = await Promise.all([downloaded(), catalog]);
  const items = myths.flatMap(
      (myth) => myth.videos.filter(({id}) => copies[id])
                    .map((video) => item(myth, video, copies[video.id])));
  const notice = make(
      "p", {class: "yoga-offline-text"}, items.length ? texts.offlineText : texts.offlineEmpty);
  const heading = make("h1", {tabindex: "-1"}, texts.offlineTitle);
  main.replaceChildren(
      heading, notice, make("yoga-sync", {class: "yoga-sync", role: "status", lang: language}));
  if (items.length) {
    const player = make(
        "yoga-player",
        {class: "yoga-player", lang: language, "data-video": items[0].dataset.video});
    player.append(
        make("div", {class: "yoga-stage"}, make("video", {playsinline: true, preload: "metadata"})),
        make(
            "section", {class: "yoga-playlist"}, make("h2", {}, texts.downloaded),
            make("ol", {}, ...items)),
        make("div", {class: "yoga-below"}));
    main.append(player);
  }
  const isOffline = !navigator.onLine;
  const open = button(texts.open, () => location.reload(), {hidden: isOffline});
  main.append(open);
  addEventListener("online", () => {
    syncIfSignedIn();
    heading.textContent = texts.online;
    open.hidden = false;
  });
};

show();
