// Where a block that is dragged would be dropped: on the phone and in the structure.

import {
  blockAt, blocksOf, slotsOf, type BlockPath, type DrawnScreen, type LocatedBlock, type Target,
} from "../../document/blocks";
import { elementsIn, pathAt } from "./design";

/** The target at a point of the phone: between the blocks around it, or in an empty one. */
export function targetOnPhone(
  screen: DrawnScreen, root: ParentNode | null, x: number, y: number,
): Target {
  const path = pathAt(root, x, y) ?? "/root";
  const block = blockAt(screen, path);
  const inner = block && slotsOf(block, path).find((slot) => slot.isList);
  if (inner) {
    const isRow = block.type === "row";
    const boxes = inner.blocks.map((one) => boxOf(root, one.path));
    const index = boxes.filter((box) => box && (isRow
      ? box.left + box.width / 2 < x : box.top + box.height / 2 < y)).length;
    return beforeFooter(screen, { slot: inner.path, index });
  }
  const at = blocksOf(screen).find((one) => one.path === path);
  return beside(screen, at, boxOf(root, path), x, y);
}

/** The target at a row of the structure: before it, behind it, or in it. */
export function targetInTree(
  screen: DrawnScreen, path: BlockPath, box: DOMRect, y: number,
): Target {
  const at = blocksOf(screen).find((one) => one.path === path);
  const inner = at && slotsOf(at.block, path).find((slot) => slot.isList);
  const part = (y - box.top) / box.height;
  if (inner && (path === "/root" || part > 0.3 && part < 0.7)) {
    return beforeFooter(screen, { slot: inner.path, index: inner.blocks.length });
  }
  return beside(screen, at, box, 0, y);
}

function beside(
  screen: DrawnScreen, at: LocatedBlock | undefined, box: DOMRect | undefined, x: number, y: number,
): Target {
  if (!at?.slot?.isList || !box) return atEnd(screen);
  const around = blockAt(screen, at.slot.path.replace(/\/children$/, ""));
  const isAfter = around?.type === "row" && x > 0
    ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  return beforeFooter(screen, { slot: at.slot.path, index: at.index + (isAfter ? 1 : 0) });
}

export const atEnd = (screen: DrawnScreen): Target =>
  beforeFooter(screen, { slot: "/root/children", index: Number.MAX_SAFE_INTEGER });

/** Nothing stands behind the footer. */
export function beforeFooter(screen: DrawnScreen, target: Target): Target {
  const slot = slotsOf(screen.root, "/root").find((one) => one.path === target.slot);
  if (!slot) return target;
  const isEnded = slot.blocks.at(-1)?.block.type === "footer";
  const most = slot.blocks.length - (isEnded ? 1 : 0);
  return { ...target, index: Math.min(target.index, most) };
}

export function boxOf(root: ParentNode | null, path: BlockPath): DOMRect | undefined {
  return elementsIn(root).find((one) => one.path === path)?.element.getBoundingClientRect();
}

/** The line that shows a target on the phone, in the coordinates of the window. */
export function lineAt(
  screen: DrawnScreen, root: ParentNode | null, { slot, index }: Target,
): { left: number; top: number; width: number; height: number } | null {
  const around = blocksOf(screen).find(({ block, path }) =>
    slotsOf(block, path).some((one) => one.path === slot));
  const inner = around && slotsOf(around.block, around.path).find((one) => one.path === slot);
  if (!around || !inner) return null;
  const whole = boxOf(root, around.path);
  const box = (at: number) => {
    const one = inner.blocks[at];
    return one && boxOf(root, one.path);
  };
  const [next, last] = [box(index), box(index - 1)];
  if (!next && !last) {
    return whole ? {
      left: whole.left + 4, top: whole.top + whole.height / 2, width: whole.width - 8, height: 0,
    } : null;
  }
  if (around.block.type === "row") {
    const left = next ? next.left - 3 : (last?.right ?? 0) + 3;
    const { top, height } = next ?? last ?? new DOMRect();
    return { left, top, width: 0, height };
  }
  const { left, width } = next ?? last ?? new DOMRect();
  return { left, width, height: 0, top: next ? next.top - 5 : (last?.bottom ?? 0) + 5 };
}
