// Blocks that someone has moved from one list of a drawn screen to another: others' edits follow
// them. NB: loaded with the screen editor, so that pages without it load less.

import { sameJSON } from "../edits";
import { align } from "./align";
import { similarities, bothHaveChildren, isBlock, isObject, type Members } from "./blocks";
import type { ThreeWay } from "./merger";

/** The position of a block: its parent, the parent's member, and the blocks there. */
interface Position {
  parent: Members;
  key: string;
  list: unknown[];
}

/** The children of a block, by member. */
function slotsIn(parent: Members): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  const visit = (value: unknown, key: string) => {
    if (isBlock(value)) found.set(key, [value]);
    else if (Array.isArray(value) && value.every(isBlock)) {
      found.set(key, value);
    } else if (isObject(value) || Array.isArray(value)) {
      for (const [name, one] of Object.entries(value)) visit(one, `${key}/${name}`);
    }
  };
  for (const [name, value] of Object.entries(parent)) visit(value, name);
  return found;
}

function placesIn(parent: Members, found = new Map<Members, Position>()): Map<Members, Position> {
  for (const [key, inner] of slotsIn(parent)) {
    for (const one of inner as Members[]) {
      found.set(one, { parent, key, list: inner });
      placesIn(one, found);
    }
  }
  return found;
}

/** The blocks of one tree, with their counterparts in another one. */
export function pairsOf(base: Members, side: Members): Map<Members, Members> {
  const pairs = new Map<Members, Members>();
  const pair = (one: Members, other: Members) => {
    pairs.set(one, other);
    const slots = slotsIn(other);
    for (const [key, inner] of slotsIn(one)) {
      const there = slots.get(key) ?? [];
      align(inner, there, similarities).forEach((place, index) => {
        const [before, now] = [inner[place], there[index]];
        if (isBlock(before) && isBlock(now) && before["type"] === now["type"]) pair(before, now);
      });
    }
  };
  pair(base, side);
  const found = new Set(pairs.values());
  const fresh = [...placesIn(side).keys()].filter((one) => !found.has(one));
  for (const one of placesIn(base).keys()) {
    if (pairs.has(one)) continue;
    const at = fresh.findIndex((other) => sameJSON(one, other)
      || similarities.some((isSimilar) => isSimilar !== bothHaveChildren && isSimilar(one, other)));
    const [other] = at < 0 ? [] : fresh.splice(at, 1);
    if (other) pair(one, other);
  }
  return pairs;
}

/** Applies a side's moves between lists to other trees. */
function follow(base: Members, side: Members, others: Members[]): boolean {
  const known = pairsOf(base, side);
  const back = new Map([...known].map(([before, now]) => [now, before]));
  const [from, to] = [placesIn(base), placesIn(side)];
  const pairs = others.map((one) => pairsOf(base, one));
  const moves = [...to].flatMap(([now, place]) => {
    const one = back.get(now);
    const before = one && from.get(one);
    const into = back.get(place.parent);
    const isMoved = one && before && into && (before.parent !== into || before.key !== place.key);
    return isMoved ? [{ one, before, into, place, at: place.list.indexOf(now) }] : [];
  });
  for (const { one, before, into, place, at } of moves) {
    for (const pair of pairs) {
      const [block, parent, old] = [pair.get(one), pair.get(into), pair.get(before.parent)];
      const origin = old && slotsIn(old).get(before.key);
      const target = parent && slotsIn(parent).get(place.key);
      if (!block || !target || !origin?.includes(block) || placesIn(block).has(parent)) continue;
      origin.splice(origin.indexOf(block), 1);
      const left = place.list.slice(0, at).map((each) => pair.get(back.get(each as Members) ?? {}));
      const behind = left.map((each) => target.indexOf(each)).filter((index) => index >= 0).at(-1);
      target.splice((behind ?? -1) + 1, 0, block);
    }
  }
  return moves.length > 0;
}

/**
 * A screen in which each side has the moves of the other, too; null if nobody has moved a block
 * from one list to another.
 */
export function withMoves({ base, mine, theirs }: ThreeWay): ThreeWay | null {
  const roots = [base, mine, theirs].map((one) => isObject(one) && structuredClone(one["root"]));
  const [before, here, there] = roots;
  if (!isBlock(before) || !isBlock(here) || !isBlock(there)) return null;
  const isFollowed = [
    follow(before, here, [there, before]), follow(before, there, [here, before])].some(Boolean);
  return isFollowed ? {
    base: { ...base as Members, root: before }, mine: { ...mine as Members, root: here },
    theirs: { ...theirs as Members, root: there },
  } : null;
}
