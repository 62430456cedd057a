// Truncates texts to the available width. CSS could do it, but every element with clipped overflow
// costs extra compositing in each frame, and cards have a dozen of them.

import { MAX_CHIP } from "./chips";
import { linesOf } from "./labels";

let context: CanvasRenderingContext2D | null | undefined;
let families: string | undefined;
const cache = new Map<string, string>();
const MAX_CACHED = 20_000;

const widthOf = (text: string, font: string): number => {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * 7;
  context.font = `${font} ${family()}`;
  return context.measureText(text).width;
};

/** The typeface and its fallbacks, from the style sheet. */
export const family = (): string => (
  families ??= getComputedStyle(document.documentElement).getPropertyValue("--font"));

/** The weights and sizes of the canvas's texts, which must match its style sheets. */
export const fonts = {
  title: "620 13px", small: "12px", port: "12px", button: "600 12px", headline: "660 15px",
  end: "600 12px", section: "640 20px",
  // Zoomed out; these must match levels.css.
  farTitle: "620 17px", zoomedOutTitle: "620 23.2px", farPort: "23.2px", farEnd: "600 23.2px",
  largeTitle: "620 34px",
};

/** A name wrapped into lines, for the header of a zoomed-out card, or for the whole card. */
export function wrappedTitle(
  text: string, width: number, font = fonts.largeTitle, limit = 6,
): string {
  const key = `lines\n${font}\n${width}\n${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const lines = linesOf(text, width, limit, (part) => widthOf(part, font)).join("\n");
  cache.set(key, lines);
  return lines;
}

/** The padding of a chip around its text. */
export const CHIP_PADDING = 20;
/** The same zoomed out, before scaling; as in levels.css. */
export const ZOOMED_OUT_CHIP_PADDING = 9;

/** Returns the width of an edge's chip. */
export const chipWidth = (text: string): number =>
  Math.min(MAX_CHIP, CHIP_PADDING + Math.ceil(widthOf(text, fonts.small) * 1.04));

/** A text no wider than `lines` lines of `width` pixels, with an ellipsis if it was truncated. */
export function truncated(text: string, font: string, width: number, lines = 1): string {
  const key = `${font}\n${width}\n${lines}\n${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (cache.size > MAX_CACHED) cache.clear();
  // Words that do not fit at the end of a line leave empty space there.
  const available = lines === 1 ? width : width * lines * 0.86;
  const shortened = text.slice(0, 400);
  let cut = shortened;
  if (widthOf(shortened, font) > available) {
    let [low, high] = [0, shortened.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (widthOf(`${shortened.slice(0, middle)}…`, font) <= available) low = middle;
      else high = middle - 1;
    }
    cut = `${shortened.slice(0, low).trimEnd()}…`;
  }
  cache.set(key, cut);
  return cut;
}
