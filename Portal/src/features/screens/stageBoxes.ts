// The boxes of blocks in the preview, relative to the screen.

import { useLayoutEffect, useState, type RefObject } from "react";
import type { BlockPath } from "../../document/blocks";
import { elementsIn, elementsOf, phoneRoot } from "./design";

export interface Box { left: number; top: number; width: number; height: number }

/** A number that changes whenever the size of an element's parent does. */
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

/** A box relative to another one. */
export const relativeTo = (box: Box, container: DOMRect): Box => ({
  left: box.left - container.left, top: box.top - container.top,
  width: box.width, height: box.height,
});

/** The box of a block in the window; undefined if it is not drawn. */
export const boxOnPhone = (path: BlockPath): DOMRect | undefined =>
  elementsOf(phoneRoot(), path)[0]?.getBoundingClientRect();

/** The boxes of blocks, including each element of a list. */
export function boxesOf(paths: BlockPath[], container: DOMRect): Box[] {
  const root = phoneRoot();
  return paths.flatMap((path) => elementsOf(root, path))
    .map((element) => relativeTo(element.getBoundingClientRect(), container));
}

/** The first box of each rendered block, measured lazily. */
export function boxByPath(container: DOMRect): (path: BlockPath) => Box | undefined {
  const elements = new Map<BlockPath, Element>();
  for (const { path, element } of elementsIn(phoneRoot())) {
    if (!elements.has(path)) elements.set(path, element);
  }
  return (path) => {
    const element = elements.get(path);
    return element && relativeTo(element.getBoundingClientRect(), container);
  };
}
