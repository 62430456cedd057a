// The cached boxes of blocks in the window.

import type { BlockPath } from "../../document/blocks";
import { elementsIn } from "./design";

/** The boxes of blocks, outermost first, including each element of a list. */
export interface Boxes {
  all: { path: BlockPath; box: DOMRect }[];
  byPath: ReadonlyMap<BlockPath, DOMRect>;
}

export function boxesIn(root: ParentNode | null): Boxes {
  const all = elementsIn(root).map(({ path, element }) => (
    { path, box: element.getBoundingClientRect() }));
  const byPath = new Map<BlockPath, DOMRect>();
  for (const { path, box } of all) if (!byPath.has(path)) byPath.set(path, box);
  return { all, byPath };
}

/**
 * The boxes while a block is dragged.
 *
 * NB: 200 blocks are not measured in every frame, because nothing moves unless something scrolls,
 * or the screen is re-rendered after other members' changes.
 */
export class BoxCache {
  #boxes: Boxes | null = null;
  #first: { element: Element | undefined; top: number; height: number } | null = null;

  /** The current boxes in the preview. */
  current(root: ShadowRoot | null): Boxes {
    const element = root?.querySelector("[data-key]") ?? undefined;
    const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    const isCurrent = this.#first?.element === element && this.#first?.top === top
      && this.#first?.height === height;
    if (this.#boxes && isCurrent) return this.#boxes;
    this.#first = { element, top, height };
    this.#boxes = boxesIn(root);
    return this.#boxes;
  }

  invalidate(): void {
    this.#boxes = null;
  }
}
