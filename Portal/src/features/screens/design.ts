// The editing version of a screen: all blocks are visible, and elements carry their paths.

import { isObject, type Json } from "../../document";
import { isBlock, type BlockPath, type DrawnScreen } from "../../document/blocks";

/** A copy in which nothing is hidden, and whose block ids are their paths. */
export function designCopy(screen: DrawnScreen): DrawnScreen {
  return { ...screen, root: strip(screen.root) as DrawnScreen["root"] };
}

function strip(value: Json): Json {
  if (Array.isArray(value)) return value.map(strip);
  if (!isObject(value)) return value;
  const isInner = isBlock(value);
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (
    isInner && (key === "id" || key === "showIf") ? [] : [[key, strip(member)]])));
}

/** The path of an element's block; all elements of a list have the same one. */
export function pathOfElement(element: Element): BlockPath {
  const key = element.getAttribute("data-key") ?? "";
  return key.slice(key.lastIndexOf("]") + 1);
}

/** The elements of blocks, outermost first. */
export function elementsIn(root: ParentNode | null): { path: BlockPath; element: Element }[] {
  return [...root?.querySelectorAll("[data-key]") ?? []]
    .map((element) => ({ path: pathOfElement(element), element }));
}

/** The elements of one block: several if it is in a list. */
export function elementsOf(root: ParentNode | null, path: BlockPath): Element[] {
  return [...root?.querySelectorAll(`[data-key$="${CSS.escape(path)}"]`) ?? []]
    .filter((element) => pathOfElement(element) === path);
}

/** Whether a box contains a point. */
export const contains = (box: DOMRect, x: number, y: number) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** The innermost block at a point of the window; null outside the screen. */
export function pathAt(root: ParentNode | null, x: number, y: number): BlockPath | null {
  let found: BlockPath | null = null;
  for (const { path, element } of elementsIn(root)) {
    if (contains(element.getBoundingClientRect(), x, y)) found = path;
  }
  return found;
}

/** The blocks' elements in the preview. */
export const phoneRoot = (): ShadowRoot | null =>
  document.querySelector(".stage-host")?.shadowRoot ?? null;
