// Level of detail: what is shown of a card at each zoom, so that what is written can be read.

/**
 * `near`: the card as it is. `small` and `smaller`: its picture, with its names in a larger type.
 * `title`: its name all over it. `block`: sections as colored blocks with their names.
 */
export type Level = "near" | "small" | "smaller" | "title" | "block";

/**
 * From which zoom on each is shown: where its letters are 11 pixels high in the window, those of 12
 * pixels, 17 and 23.2 (levels.css).
 */
export const NEAR = 0.92;
export const SMALL = 0.66;
export const SMALLER = 0.475;
const TITLE = 0.16;

const levels: [Level, number][] = [
  ["near", NEAR], ["small", SMALL], ["smaller", SMALLER], ["title", TITLE],
];

/** The share of the window up to which a section is shown as a block: its name is in sight then. */
const WIDEST_BLOCK = 0.75;

/** The level at a zoom; `widest` gives the share of the window that the widest section takes. */
export function levelOf(zoom: number, widest = () => 0): Level {
  const level = levels.find(([, least]) => zoom >= least)?.[0];
  return level ?? (widest() > WIDEST_BLOCK ? "title" : "block");
}

/** Returns the scale of chips, which keeps them legible from further away. */
export const chipScaleOf = (level: Level): number => (
  level === "near" ? 1 : level === "small" ? 17 / 12 : 23.2 / 12);

/**
 * Returns the scale of section titles, which keeps them about as large in the window; in steps,
 * because every other size has to be painted anew.
 */
export function labelScale(zoom: number): number {
  return 2 ** (Math.round(Math.log2(Math.max(1, 1 / zoom)) * 2) / 2);
}
