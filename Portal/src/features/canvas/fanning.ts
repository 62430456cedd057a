// Distributes the edges that end at one card side by side, so that each can be seen and selected.

import { clamp, entryOf, insetOf, isBackward, LANE, type Box, type Point } from "./geometry";

/** The distance of two ends at a card, if there is enough space. */
const END_GAP = 20;

export interface Arrival {
  key: string;
  from: Box;
  start: Point;
  /** The index among the edges between the same two nodes, and their number. */
  lane: number;
  lanes: number;
}

/**
 * Returns the end of each edge at a node: at its top for edges from the left, at its left for
 * backward edges. A single edge at a side keeps its usual end.
 */
export function fanned(arrivals: Arrival[], to: Box): Map<string, number> {
  const ends = new Map<string, number>();
  const put = (
    side: Arrival[], preferred: (it: Arrival) => number, min: number, max: number,
  ) => {
    const preferences = side.map((it) => ({
      key: it.key, at: clamp(preferred(it), min, max), by: preferred(it),
    })).sort((a, b) => a.by - b.by || (a.key < b.key ? -1 : 1));
    const places = spread(preferences.map((it) => it.at), min, max);
    preferences.forEach(({ key }, index) => ends.set(key, places[index] as number));
  };
  const around = arrivals.filter((it) => isBackward(it.start, to));
  const ahead = arrivals.filter((it) => !isBackward(it.start, to));
  const inset = insetOf(to);
  put(
    ahead, ({ start, lane, lanes }) => start.y + (lane - (lanes - 1) / 2) * LANE - to.y,
    inset, to.height - inset);
  put(around, ({ from, lane }) => entryOf(from, to, lane) - to.x, 20, to.width - 20);
  return ends;
}

/**
 * Positions in a range, near the preferred ones and in their order, as far apart as space allows.
 */
export function spread(preferences: number[], min: number, max: number): number[] {
  const gap = Math.min(END_GAP, Math.max(0, max - min) / Math.max(1, preferences.length - 1));
  const places = [...preferences];
  for (let index = 1; index < places.length; index += 1) {
    places[index] = Math.max(places[index] as number, (places[index - 1] as number) + gap);
  }
  let limit = Math.max(min, max);
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index] as number, limit);
    limit = (places[index] as number) - gap;
  }
  return places;
}
