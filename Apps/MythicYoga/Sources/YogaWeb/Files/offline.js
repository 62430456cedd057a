// The offline page: lists and plays the downloads.
import "./marks.js";
import "./player.js";
import "./settings.js";

import {button, made, size} from "./dom.js";
import {downloaded, folder} from "./media.js";
import {syncIfKnown} from "./sync.js";
import {words} from "./words.js";

const main = document.querySelector("#yoga-offline");
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
document.documentElement.lang = language;
const say = words(main);
const address = (name) => new URL(name, import.meta.url).pathname;

const item = (myth, video, bytes) => {
  const base = folder(video.id);
  const name = video.name[language];
  return made(
      "li", {class: "yoga-item", "data-video": video.id},
      made(
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
          made("img", {src: `${base}poster.webp`, alt: "", width: 120, height: 68}),
          made(
              "span", {class: "yoga-item-text"}, made("b", {}, `${myth.name} · ${name}`),
              made("i", {}, video.sanskrit.iast),
              made("small", {}, `${video.seconds} ${say.seconds} · ${size(bytes, language)}`))));
};

const show = async () => {
  const [copies, myths] =
      await Promise.all([downloaded(), fetch(address("catalog.json")).then((one) => one.json())]);
  const items = myths.flatMap(
      (myth) => myth.videos.filter(({id}) => copies[id])
                    .map((video) => item(myth, video, copies[video.id])));
  const notice =
      made("p", {class: "yoga-offline-text"}, items.length ? say.offlineText : say.offlineEmpty);
  const heading = made("h1", {tabindex: "-1"}, say.offlineTitle);
  main.replaceChildren(
      heading, notice, made("yoga-sync", {class: "yoga-sync", role: "status", lang: language}));
  if (items.length) {
    const player = made(
        "yoga-player",
        {class: "yoga-player", lang: language, "data-video": items[0].dataset.video});
    player.append(
        made("div", {class: "yoga-stage"}, made("video", {playsinline: true, preload: "metadata"})),
        made(
            "section", {class: "yoga-playlist"}, made("h2", {}, say.downloaded),
            made("ol", {}, ...items)),
        made("div", {class: "yoga-below"}));
    main.append(player);
  }
  const isOffline = !navigator.onLine;
  const open = button(say.open, () => location.reload(), {hidden: isOffline});
  main.append(open);
  addEventListener("online", () => {
    syncIfKnown();
    heading.textContent = say.online;
    open.hidden = false;
  });
};

show();
