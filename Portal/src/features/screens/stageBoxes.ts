// The boxes of blocks on the phone, within the screen that they are drawn on.

import { useLayoutEffect, useState, type RefObject } from "react";
import type { BlockPath } from "../../document/blocks";
import { elementsIn, phoneRoot } from "./design";

export interface Box { left: number; top: number; width: number; height: number }

/** A number that changes whenever the size of the element around another one does. */
export function useSizeAround(ref: RefObject<HTMLElement>): number {
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const host = ref.current?.parentElement;
    if (!host) return;
    const observer = new ResizeObserver(
      () => setSize(host.scrollHeight * 10_000 + host.clientWidth));
    observer.observe(host);
    return () => observer.disconnect();
  }, []);
  return size;
}

export const within = (box: Box, around: DOMRect): Box => ({
  left: box.left - around.left, top: box.top - around.top, width: box.width, height: box.height,
});

/** The boxes of blocks; of an element of a list, each. */
export function boxesOf(paths: BlockPath[], around: DOMRect): Box[] {
  const wanted = new Set(paths);
  return elementsIn(phoneRoot()).filter(({ path }) => wanted.has(path))
    .map(({ element }) => within(element.getBoundingClientRect(), around));
}

/** The first box of each block that is drawn. */
export function boxByPath(around: DOMRect): Map<BlockPath, Box> {
  const boxes = new Map<BlockPath, Box>();
  for (const { path, element } of elementsIn(phoneRoot())) {
    if (!boxes.has(path)) boxes.set(path, within(element.getBoundingClientRect(), around));
  }
  return boxes;
}
