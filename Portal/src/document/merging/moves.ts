// Blocks that one side has moved from one list of a drawn screen to another: the other side's edits
// follow them. NB: loaded with the screen editor, so that pages without it load less.

import { sameJSON } from "../json";
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
  const slots = new Map<string, unknown[]>();
  const visit = (value: unknown, key: string) => {
    if (isBlock(value)) slots.set(key, [value]);
    else if (Array.isArray(value) && value.every(isBlock)) {
      slots.set(key, value);
    } else if (isObject(value) || Array.isArray(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, `${key}/${name}`);
    }
  };
  for (const [name, value] of Object.entries(parent)) visit(value, name);
  return slots;
}

/** The positions of all blocks below a block. */
function positionsIn(
  parent: Members, positions = new Map<Members, Position>(),
): Map<Members, Position> {
  for (const [key, list] of slotsIn(parent)) {
    for (const block of list as Members[]) {
      positions.set(block, { parent, key, list });
      positionsIn(block, positions);
    }
  }
  return positions;
}

/** The blocks of one tree, with their counterparts in another one. */
export function pairsOf(base: Members, side: Members): Map<Members, Members> {
  const pairs = new Map<Members, Members>();
  const pair = (block: Members, counterpart: Members) => {
    pairs.set(block, counterpart);
    const otherSlots = slotsIn(counterpart);
    for (const [key, list] of slotsIn(block)) {
      const otherList = otherSlots.get(key) ?? [];
      align(list, otherList, similarities).forEach((baseIndex, index) => {
        const [before, after] = [list[baseIndex], otherList[index]];
        if (isBlock(before) && isBlock(after) && before["type"] === after["type"]) {
          pair(before, after);
        }
      });
    }
  };
  pair(base, side);
  const paired = new Set(pairs.values());
  const unpaired = [...positionsIn(side).keys()].filter((block) => !paired.has(block));
  for (const block of positionsIn(base).keys()) {
    if (pairs.has(block)) continue;
    const match = unpaired.findIndex((other) => sameJSON(block, other) || similarities.some(
      (isSimilar) => isSimilar !== bothHaveChildren && isSimilar(block, other)));
    const [counterpart] = match < 0 ? [] : unpaired.splice(match, 1);
    if (counterpart) pair(block, counterpart);
  }
  return pairs;
}

/** Applies a side's moves between lists to other trees. Returns whether there are any. */
function applyMoves(base: Members, side: Members, others: Members[]): boolean {
  const baseOf = new Map([...pairsOf(base, side)].map(([before, after]) => [after, before]));
  const basePositions = positionsIn(base);
  const otherPairs = others.map((other) => pairsOf(base, other));
  const moves = [...positionsIn(side)].flatMap(([moved, to]) => {
    const baseBlock = baseOf.get(moved);
    const from = baseBlock && basePositions.get(baseBlock);
    const baseParent = baseOf.get(to.parent);
    const isMoved = baseBlock && from && baseParent
      && (from.parent !== baseParent || from.key !== to.key);
    return isMoved ? [{ baseBlock, from, baseParent, to, index: to.list.indexOf(moved) }] : [];
  });
  for (const { baseBlock, from, baseParent, to, index } of moves) {
    for (const pairs of otherPairs) {
      const [block, parent, oldParent] = [
        pairs.get(baseBlock), pairs.get(baseParent), pairs.get(from.parent)];
      const origin = oldParent && slotsIn(oldParent).get(from.key);
      const target = parent && slotsIn(parent).get(to.key);
      if (!block || !target || !origin?.includes(block) || positionsIn(block).has(parent)) continue;
      origin.splice(origin.indexOf(block), 1);
      const predecessors = to.list.slice(0, index).map(
        (sibling) => pairs.get(baseOf.get(sibling as Members) ?? {}));
      const previous = predecessors.map((sibling) => target.indexOf(sibling))
        .filter((position) => position >= 0).at(-1);
      target.splice((previous ?? -1) + 1, 0, block);
    }
  }
  return moves.length > 0;
}

/**
 * The versions of a screen, each with the block moves of both sides; null if no side has moved a
 * block from one list to another.
 */
export function withMoves({ base, mine, theirs }: ThreeWay): ThreeWay | null {
  const [baseRoot, myRoot, theirRoot] = [base, mine, theirs].map(
    (screen) => isObject(screen) && structuredClone(screen["root"]));
  if (!isBlock(baseRoot) || !isBlock(myRoot) || !isBlock(theirRoot)) return null;
  const hasMoves = [
    applyMoves(baseRoot, myRoot, [theirRoot, baseRoot]),
    applyMoves(baseRoot, theirRoot, [myRoot, baseRoot])].some(Boolean);
  return hasMoves ? {
    base: { ...base as Members, root: baseRoot }, mine: { ...mine as Members, root: myRoot },
    theirs: { ...theirs as Members, root: theirRoot },
  } : null;
}
