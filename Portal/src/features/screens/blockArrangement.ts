// Arranging several blocks with the properties of blocks: a container's alignment, widths, and
// grouping.

import {
  blockAt, blocksOf, changeBlocks, insertBlocks, removeBlocks, slotsOf, topBlocks,
  type Block, type BlockPath, type DrawnScreen, type BlockEdit, type LocatedBlock,
} from "../../document/blocks";
import { newBlock } from "./defaultBlocks";

/** The containers that blocks can be grouped into. */
export const wrappers = ["row", "column", "card", "grid"] as const;
export type Wrapper = typeof wrappers[number];

/** The possible arrangements of the selected blocks. */
export interface Arrangement {
  blocks: LocatedBlock[];
  /** Their common container, if it has an alignment. */
  container: { path: BlockPath; block: Block; count: number } | null;
  /** The texts among them, which have their own alignment. */
  texts: BlockPath[];
  /** Whether they can be grouped. */
  canWrap: boolean;
  canReverse: boolean;
}

/** Returns the arrangement of the selected blocks; null if none but the root is selected. */
export function arrangementOf(
  screen: DrawnScreen, paths: Iterable<BlockPath>,
): Arrangement | null {
  const blocks = topBlocks(screen, paths).filter(({ slot }) => slot !== null);
  const slot = blocks[0]?.slot;
  if (!slot) return null;
  const isInOneList = slot.isList && blocks.every((located) => located.slot?.path === slot.path);
  const path = slot.path.replace(/\/children$/, "");
  const block = isInOneList ? blockAt(screen, path) : undefined;
  const hasAlignment = block && (block.type === "row" || block.type === "column");
  const canWrap = isInOneList && blocks.every((located) => located.block.type !== "footer");
  return {
    blocks, container: hasAlignment ? { path, block, count: slot.blocks.length } : null,
    texts: blocks.flatMap((located) => (located.block.type === "text" ? [located.path] : [])),
    canWrap, canReverse: canWrap && blocks.length > 1,
  };
}

/** The alignment values of a container. */
export const alignmentsOf = (type: string): string[] => (
  type === "row" ? ["top", "center", "bottom", "baseline"] : ["start", "center", "end", "fill"]);

/** Groups blocks into a container of a type, at the position of the first one. */
export function wrapBlocks(
  screen: DrawnScreen, paths: Iterable<BlockPath>, type: Wrapper,
): BlockEdit | null {
  const arrangement = arrangementOf(screen, paths);
  const [first] = arrangement?.blocks ?? [];
  if (!arrangement?.canWrap || !first?.slot) return null;
  const all = arrangement.blocks.map(({ block }) => block);
  const container: Block = { ...newBlock(type), children: all.map((block) => ({ ...block })) };
  const added = insertBlocks(screen, { slot: first.slot.path, index: first.index }, [container]);
  return { screen: removeBlocks(added, new Set(all)), blocks: [container] };
}

/** Replaces a container with its children; null if it has none or is not one of `wrappers`. */
export function unwrapBlock(screen: DrawnScreen, path: BlockPath): BlockEdit | null {
  const container = blocksOf(screen).find((block) => block.path === path);
  const inner = container && slotsOf(container.block, path);
  if (!container?.slot?.isList || inner?.length !== 1 || inner[0]?.kind !== "children") return null;
  if (!(wrappers as readonly string[]).includes(container.block.type)) return null;
  const blocks = inner[0].blocks.map(({ block }) => ({ ...block }));
  if (blocks.length === 0) return null;
  const target = { slot: container.slot.path, index: container.index };
  const added = insertBlocks(screen, target, blocks);
  return { screen: removeBlocks(added, new Set([container.block])), blocks };
}

/** Reverses the order of blocks in one container; blocks between them stay. */
export function reverseBlocks(screen: DrawnScreen, paths: Iterable<BlockPath>): BlockEdit | null {
  const arrangement = arrangementOf(screen, paths);
  const slot = arrangement?.blocks[0]?.slot;
  if (!arrangement?.canReverse || !slot) return null;
  const indexes = arrangement.blocks.map(({ index }) => index);
  const copies = arrangement.blocks.map(({ block }) => ({ ...block })).reverse();
  const changed = changeBlocks(screen, slot.path, (list) => list.map((element, index) => (
    copies[indexes.indexOf(index)] ?? element)));
  return { screen: changed, blocks: copies };
}
