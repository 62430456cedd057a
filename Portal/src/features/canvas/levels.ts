// Level of detail: the parts of a card that are shown at each zoom, so that texts are legible.

/**
 * `near`: the card as it is. `small` and `smaller`: its picture, with its names in a larger type.
 * `title`: its name fills it. `block`: sections as colored blocks with their names.
 */
export type Level = "near" | "small" | "smaller" | "title" | "block";

/**
 * The minimum zoom of each level: where its type of 12, 17 or 23.2 pixels (levels.css) is about 11
 * pixels high in the window.
 */
export const NEAR = 0.92;
export const SMALL = 0.66;
export const SMALLER = 0.475;
const TITLE = 0.16;

const levels: [Level, number][] = [
  ["near", NEAR], ["small", SMALL], ["smaller", SMALLER], ["title", TITLE],
];

/**
 * The maximum share of the window for a section shown as a block, so that its name stays visible.
 */
const WIDEST_BLOCK = 0.75;

/** The level at a zoom; `widest` returns the widest section's share of the window. */
export function levelOf(zoom: number, widest = () => 0): Level {
  const level = levels.find(([, minZoom]) => zoom >= minZoom)?.[0];
  return level ?? (widest() > WIDEST_BLOCK ? "title" : "block");
}

/** Returns the scale of chips, which keeps them legible when zoomed out. */
export const chipScaleOf = (level: Level): number => (
  level === "near" ? 1 : level === "small" ? 17 / 12 : 23.2 / 12);

/**
 * Returns the scale of section titles, which keeps their size in the window roughly constant; in
 * steps, because every new size needs a repaint.
 */
export function titleScale(zoom: number): number {
  return 2 ** (Math.round(Math.log2(Math.max(1, 1 / zoom)) * 2) / 2);
}
