// Level of detail: what is shown of a card at each zoom, so that what is written can be read.

/**
 * `near`: the card as it is. `small`: its picture, with its names in a larger type. `title`: its
 * name all over it. `block`: sections as coloured blocks with their names.
 */
export type Level = "near" | "small" | "title" | "block";

/** From which zoom on each is shown. */
const NEAR = 0.8;
const SMALL = 0.45;
const TITLE = 0.16;

export function levelOf(zoom: number): Level {
  return zoom >= NEAR ? "near" : zoom >= SMALL ? "small" : zoom >= TITLE ? "title" : "block";
}

/** How much larger chips are drawn, so that they can be read from further away. */
export const chipScaleOf = (level: Level): number => (level === "near" ? 1 : 1.7);

/**
 * How much larger the titles of sections are drawn, so that they stay about as large in the window;
 * in steps, because every other size has to be painted anew.
 */
export function labelScale(zoom: number): number {
  return 2 ** (Math.round(Math.log2(Math.max(1, 1 / zoom)) * 2) / 2);
}
