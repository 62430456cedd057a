// Distributes the edges that end at one card side by side, so that each can be seen and selected.

import { clamp, entryOf, insetOf, isBackward, LANE, type Box, type Point } from "./geometry";

/** The distance of two ends at a card, if there is enough space. */
const END_GAP = 20;

export interface IncomingEdge {
  key: string;
  from: Box;
  start: Point;
  /** The index among the edges between the same two nodes, and their number. */
  lane: number;
  lanes: number;
}

/**
 * Returns the end of each edge at a node: the distance from its top for edges from the left, from
 * its left for backward edges. A single edge at a side keeps its usual end.
 */
export function distributedEnds(incoming: IncomingEdge[], to: Box): Map<string, number> {
  const ends = new Map<string, number>();
  const put = (
    side: IncomingEdge[], preferred: (edge: IncomingEdge) => number, min: number, max: number,
  ) => {
    const preferences = side.map((edge) => ({
      key: edge.key, at: clamp(preferred(edge), min, max), by: preferred(edge),
    })).sort((a, b) => a.by - b.by || (a.key < b.key ? -1 : 1));
    const positions = spread(preferences.map((it) => it.at), min, max);
    preferences.forEach(({ key }, index) => ends.set(key, positions[index] as number));
  };
  const backward = incoming.filter((it) => isBackward(it.start, to));
  const forward = incoming.filter((it) => !isBackward(it.start, to));
  const inset = insetOf(to);
  put(
    forward, ({ start, lane, lanes }) => start.y + (lane - (lanes - 1) / 2) * LANE - to.y,
    inset, to.height - inset);
  put(backward, ({ from, lane }) => entryOf(from, to, lane) - to.x, 20, to.width - 20);
  return ends;
}

/**
 * Positions in a range, near the preferred ones and in their order, as far apart as space allows.
 */
export function spread(preferences: number[], min: number, max: number): number[] {
  const gap = Math.min(END_GAP, Math.max(0, max - min) / Math.max(1, preferences.length - 1));
  const positions = [...preferences];
  for (let index = 1; index < positions.length; index += 1) {
    positions[index] = Math.max(positions[index] as number, (positions[index - 1] as number) + gap);
  }
  let limit = Math.max(min, max);
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    positions[index] = Math.min(positions[index] as number, limit);
    limit = (positions[index] as number) - gap;
  }
  return positions;
}
