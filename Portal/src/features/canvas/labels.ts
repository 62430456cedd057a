// The names of cards when zoomed far out, like those of towns on a map: as many as fit, the most
// important first, without overlaps.

import { overlaps, type Box } from "./geometry";
import { SpatialIndex } from "./spatial";

export interface NamedNode {
  id: string;
  title: string;
  box: Box;
  /** The lowest come first. */
  rank: number;
}

export interface Label {
  id: string;
  lines: string[];
  box: Box;
}

/** The height of a line and the margin around a name, relative to the font size. */
export const LINE = 1.2;
export const LABEL_PADDING = 0.3;
const MAX_LINES = 4;
/** The maximum width of a line where cards are narrower, relative to the font size. */
const MAX_WIDTH = 9;

/**
 * Returns the names that fit.
 *
 * @param size The font size, in pixels of the canvas.
 * @param widthOf Returns the width of a text in that size.
 */
export function namesThatFit(
  nodes: Iterable<NamedNode>, size: number, widthOf: (text: string) => number,
): Label[] {
  const taken = new SpatialIndex<string>();
  const boxes = new Map<string, Box>();
  const labels: Label[] = [];
  const pad = size * LABEL_PADDING;
  for (const { id, title, box } of [...nodes].sort((a, b) => a.rank - b.rank)) {
    const lineWidth = Math.max(box.width - 2 * pad, size * MAX_WIDTH);
    const max = Math.max(1, Math.min(MAX_LINES, Math.floor(box.height / (size * LINE))));
    const lines = linesOf(title, lineWidth, max, widthOf);
    const label = {
      x: box.x, y: box.y, width: Math.max(...lines.map(widthOf)) + 2 * pad,
      height: lines.length * size * LINE + 2 * pad,
    };
    const isCovered = [...taken.overlapping(label)].some(
      (other) => overlaps(boxes.get(other) as Box, label));
    if (isCovered) continue;
    taken.set(id, label);
    boxes.set(id, label);
    labels.push({ id, lines, box: label });
  }
  return labels;
}

/** Breaks a text into lines, between words if possible; truncates what exceeds `max` lines. */
export function linesOf(
  text: string, width: number, max: number, widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== "" && lines.length < max) {
    let length = rest.length;
    while (length > 1 && widthOf(rest.slice(0, length)) > width) length -= 1;
    if (length < rest.length) {
      const isLast = lines.length === max - 1;
      if (isLast) return [...lines, `${rest.slice(0, Math.max(1, length - 1)).trimEnd()}…`];
      // Breaks after the last separator that fits, or before the last capital letter in camel case.
      const breaks = [...rest.slice(0, length + 1).matchAll(/\s|[-_./](?!$)|[a-z](?=[A-Z])/g)];
      const at = breaks.at(-1)?.index ?? 0;
      if (at > length / 3) length = at + 1;
    }
    lines.push(rest.slice(0, length).trimEnd());
    rest = rest.slice(length).trimStart();
  }
  return lines;
}
