// The files that a video is played from.
import {make} from "./dom.js";
import {folder} from "./media.js";

/**
 * Only Safari benefits from HLS; other browsers play the single file as well, and seek faster in
 * it.
 */
const prefersHLS = (video) => video.canPlayType("application/vnd.apple.mpegurl") === "maybe" &&
    "WebKitMediaSource" in window ||
    "ManagedMediaSource" in window;

const captionTracks = (item, base) => {
  const tracks = [];
  for (const [language, label] of [["en", "English"], ["de", "Deutsch"]]) {
    const url = item.dataset[language === "en" ? "captionsEn" : "captionsDe"];
    if (!url) continue;
    const src = base ? `${base}captions-${language}.vtt` : url;
    tracks.push(make("track", {kind: "captions", srclang: language, label, src}));
  }
  return tracks;
};

/** Loads a video of the list, with or without bells, from its download if it has one. */
export const loadVideo = (video, item, {id, hasBell, isDownloaded}) => {
  const base = isDownloaded ? folder(id) : null;
  const name = hasBell ? "video.mp4" : "quiet.mp4";
  const stream =
      hasBell && prefersHLS(video) ? item.dataset.hls : item.dataset[hasBell ? "mp4" : "quiet"];
  for (const track of [...video.querySelectorAll("track, source")]) track.remove();
  video.append(...captionTracks(item, base));
  video.poster = base && !navigator.onLine ? `${base}poster.webp` : item.dataset.poster;
  video.src = base ? base + name : stream;
  video.load();
};
