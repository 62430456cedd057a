// Aligns lists whose elements have no names, such as the routes of a port.

import { sameJSON } from "../json";

/** Whether two different elements are versions of the same one. */
export type Similarity = (a: unknown, b: unknown) => boolean;

/**
 * Returns for each element of `list` its index in `base`; -1 for a new one.
 *
 * Equal elements are matched first, wherever they are, then similar ones, and finally those between
 * the same neighbors.
 */
export function align(base: unknown[], list: unknown[], similarities: Similarity[]): number[] {
  const matches = Array.from({ length: list.length }, () => -1);
  const taken = new Set<number>();
  const match = (index: number, baseIndex: number) => {
    matches[index] = baseIndex;
    taken.add(baseIndex);
  };
  for (const isSame of [sameJSON, ...similarities]) {
    list.forEach((element, index) => {
      if (matches[index] !== -1) return;
      const baseIndex = base.findIndex(
        (candidate, position) => !taken.has(position) && isSame(candidate, element));
      if (baseIndex >= 0) match(index, baseIndex);
    });
  }
  matchInGaps(base.length, matches, taken, match);
  return matches;
}

/**
 * Matches elements between the same two neighbors if their number is unchanged: it is assumed that
 * they were changed in place.
 */
function matchInGaps(
  baseCount: number, matches: number[], taken: Set<number>,
  match: (index: number, baseIndex: number) => void,
): void {
  let from = 0;
  while (from < matches.length) {
    if (matches[from] !== -1) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < matches.length && matches[to] === -1) to += 1;
    const first = from === 0 ? 0 : (matches[from - 1] ?? -1) + 1;
    const end = to === matches.length ? baseCount : matches[to] ?? baseCount;
    const free: number[] = [];
    for (let index = first; index < end; index += 1) if (!taken.has(index)) free.push(index);
    if (free.length === to - from) {
      const start = from;
      free.forEach((baseIndex, offset) => match(start + offset, baseIndex));
    }
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
    mine: fromMine.map((baseIndex, index) => (baseIndex === -1 ? `m${index}` : `b${baseIndex}`)),
    theirs: fromTheirs.map((baseIndex, index) => {
      if (baseIndex !== -1) return `b${baseIndex}`;
      const match = added.findIndex(({ element }) => sameJSON(element, theirs[index]));
      if (match < 0) return `t${index}`;
      return added.splice(match, 1)[0]?.name ?? `t${index}`;
    }),
  };
}

/** Combines two orders: `first`, with each name that is only in `second` after its predecessor. */
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
