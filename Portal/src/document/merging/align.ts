// Aligns lists whose elements have no names, such as the routes of a port.

import { sameJSON } from "../edits";

/** Whether two different elements are versions of the same one. */
export type Similarity = (a: unknown, b: unknown) => boolean;

/**
 * Returns for each element of `list` its index in `base`; -1 for a new one.
 *
 * Equal elements are matched first wherever they are, then similar ones, then single ones in the
 * same gap.
 */
export function align(base: unknown[], list: unknown[], similarities: Similarity[]): number[] {
  const places = Array.from({ length: list.length }, () => -1);
  const taken = new Set<number>();
  const pair = (index: number, place: number) => {
    places[index] = place;
    taken.add(place);
  };
  for (const isSame of [sameJSON, ...similarities]) {
    list.forEach((element, index) => {
      if (places[index] !== -1) return;
      const place = base.findIndex((one, at) => !taken.has(at) && isSame(one, element));
      if (place >= 0) pair(index, place);
    });
  }
  pairInGaps(base.length, places, taken, pair);
  return places;
}

/**
 * Pairs elements between the same two neighbors if their number is unchanged, because they were
 * changed in place.
 */
function pairInGaps(
  count: number, places: number[], taken: Set<number>,
  pair: (index: number, place: number) => void,
): void {
  let from = 0;
  while (from < places.length) {
    if (places[from] !== -1) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < places.length && places[to] === -1) to += 1;
    const first = from === 0 ? 0 : (places[from - 1] ?? -1) + 1;
    const end = to === places.length ? count : places[to] ?? count;
    const free: number[] = [];
    for (let place = first; place < end; place += 1) if (!taken.has(place)) free.push(place);
    if (free.length === to - from) free.forEach((place, step) => pair(from + step, place));
    from = to;
  }
}

/** Names the elements of three lists, with the same name for the same element. */
export function nameElements(
  base: unknown[], mine: unknown[], theirs: unknown[], similarities: Similarity[],
): { base: string[]; mine: string[]; theirs: string[] } {
  const fromMine = align(base, mine, similarities);
  const fromTheirs = align(base, theirs, similarities);
  const added = mine.flatMap((element, index) =>
    fromMine[index] === -1 ? [{ element, name: `m${index}` }] : []);
  return {
    base: base.map((_, index) => `b${index}`),
    mine: fromMine.map((place, index) => (place === -1 ? `m${index}` : `b${place}`)),
    theirs: fromTheirs.map((place, index) => {
      if (place !== -1) return `b${place}`;
      const match = added.findIndex((one) => sameJSON(one.element, theirs[index]));
      if (match < 0) return `t${index}`;
      return added.splice(match, 1)[0]?.name ?? `t${index}`;
    }),
  };
}

/** Combines two orders: `first`, with each name that is only in `second` after its neighbor. */
export function interleave(first: string[], second: string[]): string[] {
  const combined = [...first];
  const known = new Set(first);
  second.forEach((name, index) => {
    if (known.has(name)) return;
    const before = second[index - 1];
    combined.splice(before === undefined ? 0 : combined.indexOf(before) + 1, 0, name);
    known.add(name);
  });
  return combined;
}

/** Whether the common elements of both lists are in a different order. */
export function isReordered(base: string[], list: string[]): boolean {
  const inList = new Set(list);
  const inBase = new Set(base);
  const before = base.filter((name) => inList.has(name));
  const after = list.filter((name) => inBase.has(name));
  return before.some((name, index) => name !== after[index]);
}
