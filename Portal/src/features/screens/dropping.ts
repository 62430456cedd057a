// Drop targets of a dragged block, in the preview and in the structure.

import {
  blockAt, blocksOf, slotsOf, type BlockPath, type DrawnScreen, type InsertionPoint,
  type LocatedBlock,
} from "../../document/blocks";
import type { Boxes } from "./boxCache";
import { contains } from "./design";

/** The target at a point of the preview: inside the innermost block there, or beside it. */
export function targetOnPhone(
  screen: DrawnScreen, boxes: Boxes, x: number, y: number,
): InsertionPoint {
  let path = "/root";
  for (const located of boxes.all) if (contains(located.box, x, y)) path = located.path;
  const block = blockAt(screen, path);
  const inner = block && slotsOf(block, path).find((slot) => slot.isList);
  if (inner) {
    const isRow = block.type === "row";
    const index = inner.blocks.filter((child) => {
      const box = boxes.byPath.get(child.path);
      return box && (isRow ? box.left + box.width / 2 < x : box.top + box.height / 2 < y);
    }).length;
    return beforeFooter(screen, { slot: inner.path, index });
  }
  return beside(screen, locatedAt(screen, path), boxes.byPath.get(path), x, y);
}

/** The target at a row of the structure: before, after, or inside it. */
export function targetInTree(
  screen: DrawnScreen, path: BlockPath, box: DOMRect, y: number,
): InsertionPoint {
  const at = locatedAt(screen, path);
  const inner = at && slotsOf(at.block, path).find((slot) => slot.isList);
  const part = (y - box.top) / box.height;
  if (inner && (path === "/root" || part > 0.3 && part < 0.7)) {
    return beforeFooter(screen, { slot: inner.path, index: inner.blocks.length });
  }
  return beside(screen, at, box, 0, y);
}

/** The blocks of a screen by path, cached for each state of the screen. */
const blocksByPath = new WeakMap<DrawnScreen, ReadonlyMap<BlockPath, LocatedBlock>>();

function locatedAt(screen: DrawnScreen, path: BlockPath): LocatedBlock | undefined {
  let all = blocksByPath.get(screen);
  if (!all) {
    all = new Map(blocksOf(screen).map((block) => [block.path, block]));
    blocksByPath.set(screen, all);
  }
  return all.get(path);
}

function beside(
  screen: DrawnScreen, at: LocatedBlock | undefined, box: DOMRect | undefined, x: number, y: number,
): InsertionPoint {
  if (!at?.slot?.isList || !box) return atEnd(screen);
  const parent = blockAt(screen, blockOfSlot(at.slot.path));
  const isAfter = parent?.type === "row" && x > 0
    ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  return beforeFooter(screen, { slot: at.slot.path, index: at.index + (isAfter ? 1 : 0) });
}

export const atEnd = (screen: DrawnScreen): InsertionPoint =>
  beforeFooter(screen, { slot: "/root/children", index: Number.MAX_SAFE_INTEGER });

/** Keeps targets before the footer, which must be last. */
export function beforeFooter(screen: DrawnScreen, target: InsertionPoint): InsertionPoint {
  if (target.slot !== "/root/children") return target;
  const slot = slotsOf(screen.root, "/root").find(({ path }) => path === target.slot);
  if (!slot) return target;
  const hasFooter = slot.blocks.at(-1)?.block.type === "footer";
  const maxIndex = slot.blocks.length - (hasFooter ? 1 : 0);
  return { ...target, index: Math.min(target.index, maxIndex) };
}

/** The path of the block that has a slot: `/root` for `/root/tabs/0/children`. */
const blockOfSlot = (slot: BlockPath) => slot.replace(/(\/tabs\/\d+)?\/children$/, "");

/** The line that shows a target in the preview, in the coordinates of the window. */
export function lineAt(
  screen: DrawnScreen, boxOf: (path: BlockPath) => DOMRect | undefined,
  { slot, index }: InsertionPoint,
): { left: number; top: number; width: number; height: number } | null {
  const path = blockOfSlot(slot);
  const parent = blockAt(screen, path);
  const inner = parent && slotsOf(parent, path).find((candidate) => candidate.path === slot);
  if (!parent || !inner) return null;
  const outer = boxOf(path);
  const box = (at: number) => {
    const child = inner.blocks[at];
    return child && boxOf(child.path);
  };
  const [next, last] = [box(index), box(Math.min(index, inner.blocks.length) - 1)];
  if (!next && !last) {
    return outer ? {
      left: outer.left + 4, top: outer.top + outer.height / 2, width: outer.width - 8, height: 0,
    } : null;
  }
  if (parent.type === "row") {
    const left = next ? next.left - 3 : (last?.right ?? 0) + 3;
    const { top, height } = next ?? last ?? new DOMRect();
    return { left, top, width: 0, height };
  }
  const { left, width } = next ?? last ?? new DOMRect();
  return { left, width, height: 0, top: next ? next.top - 5 : (last?.bottom ?? 0) + 5 };
}
