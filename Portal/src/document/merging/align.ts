// Lists whose elements have no names, such as the routes of a port: which element of one is which
// of the other.

import { sameJSON } from "../edits";

/** Whether two elements that differ are the same one, changed. */
export type Similarity = (a: unknown, b: unknown) => boolean;

/**
 * Says for each element of `list` which one of `base` it was; -1 for one that is new.
 *
 * Equal elements belong together wherever they are, then those that are alike, and then those
 * that stand alone in the same gap.
 */
export function align(base: unknown[], list: unknown[], alike: Similarity[]): number[] {
  const places = Array.from({ length: list.length }, () => -1);
  const taken = new Set<number>();
  const pair = (index: number, place: number) => {
    places[index] = place;
    taken.add(place);
  };
  for (const isSame of [sameJSON, ...alike]) {
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
 * Pairs elements between the same two neighbors, as many before as after: they were changed in
 * place.
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

/** Names for the elements of three lists: the same name where they are the same element. */
export function nameElements(
  base: unknown[], mine: unknown[], theirs: unknown[], alike: Similarity[],
): { base: string[]; mine: string[]; theirs: string[] } {
  const fromMine = align(base, mine, alike);
  const fromTheirs = align(base, theirs, alike);
  const added = mine.flatMap((element, index) =>
    fromMine[index] === -1 ? [{ element, name: `m${index}` }] : []);
  return {
    base: base.map((_, index) => `b${index}`),
    mine: fromMine.map((place, index) => (place === -1 ? `m${index}` : `b${place}`)),
    theirs: fromTheirs.map((place, index) => {
      if (place !== -1) return `b${place}`;
      const twin = added.findIndex((one) => sameJSON(one.element, theirs[index]));
      if (twin < 0) return `t${index}`;
      return added.splice(twin, 1)[0]?.name ?? `t${index}`;
    }),
  };
}

/** One order of two: `first`, and behind its neighbor each name that only `second` has. */
export function interleave(first: string[], second: string[]): string[] {
  const woven = [...first];
  const known = new Set(first);
  second.forEach((name, index) => {
    if (known.has(name)) return;
    const before = second[index - 1];
    woven.splice(before === undefined ? 0 : woven.indexOf(before) + 1, 0, name);
    known.add(name);
  });
  return woven;
}

/** Whether the elements that both lists have are in another order. */
export function isReordered(base: string[], list: string[]): boolean {
  const inList = new Set(list);
  const inBase = new Set(base);
  const before = base.filter((name) => inList.has(name));
  const after = list.filter((name) => inBase.has(name));
  return before.some((name, index) => name !== after[index]);
}
