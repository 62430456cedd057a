// The texts of blocks that can be edited in place in the preview.

import { isObject, type Json } from "../../document";
import {
  blockAt, blocksOf, followPaths, valueAt, type Block, type BlockPath, type DrawnScreen,
} from "../../document/blocks";
import { pairsOf } from "../../document/merging/moves";
import { elementsOf } from "./design";

/** A text in the preview: its pointer in the screen, and the element that shows it. */
export interface VisibleText {
  /** Its block. */
  path: BlockPath;
  pointer: string;
  element: HTMLElement;
}

/** The members that can be edited in the preview, and the elements that show them. */
const members: { [type: string]: [key: string, selector: string] } = {
  text: ["text", ""], badge: ["text", ""], button: ["title", "span:last-child"],
  link: ["title", ""],
  disclosure: ["title", "summary"], input: ["label", "label"], number: ["label", "label"],
  date: ["label", "label"], slider: ["label", "label"], toggle: ["label", "label > span"],
  choice: ["label", "legend, label[for]"],
};

/** The texts of items, such as the choices of a question. */
const items: { [type: string]: { list: string; key: string; selector: string }[] } = {
  choice: [{ list: "options", key: "title", selector: ".fm-option-title" }],
  bullets: [{ list: "items", key: "title", selector: ".fm-item-title" }],
  facts: [
    { list: "items", key: "name", selector: "dt" }, { list: "items", key: "value", selector: "dd" },
  ],
  tabs: [{ list: "tabs", key: "title", selector: ":scope > details > summary" }],
};

const isText = (value: Json | undefined) =>
  typeof value === "string" || isObject(value) && "$text" in value;

/** The pointers of a block's editable texts, without those that are bound to a value. */
export function textsOf(screen: DrawnScreen, path: BlockPath): string[] {
  const block = blockAt(screen, path);
  if (!block) return [];
  return textSlots(block).map(({ key }) => `${path}/${key}`)
    .filter((pointer) => isText(valueAt(screen, pointer)));
}

/** The texts of a block: their keys and the elements that show them. */
function textSlots(block: Block): { key: string; selector: string; index: number }[] {
  const [key, selector = ""] = members[block.type] ?? [];
  const own = key === undefined ? [] : [{ key, selector, index: 0 }];
  return [...own, ...(items[block.type] ?? []).flatMap(({ list, key: itemKey, selector: item }) => {
    const elements = block[list];
    return (Array.isArray(elements) ? elements : []).map((_, index) => (
      { key: `${list}/${index}/${itemKey}`, selector: item, index }));
  })];
}

/** The visible texts of a block, each with its element. */
export function visibleTexts(
  screen: DrawnScreen, root: ParentNode | null, path: BlockPath,
): VisibleText[] {
  const block = blockAt(screen, path);
  const [blockElement] = elementsOf(root, path);
  if (!block || !blockElement) return [];
  const writable = new Set(textsOf(screen, path));
  return textSlots(block).flatMap(({ key, selector, index }) => {
    const element = selector === "" ? blockElement : blockElement.querySelectorAll(selector)[index];
    const pointer = `${path}/${key}`;
    return element instanceof HTMLElement && writable.has(pointer)
      ? [{ path, pointer, element }] : [];
  });
}

/** The text at a point of the window, otherwise the block's first one. */
export function textAt(
  screen: DrawnScreen, root: ParentNode | null, path: BlockPath, x: number, y: number,
): VisibleText | undefined {
  const texts = visibleTexts(screen, root, path);
  const isAt = ({ element }: VisibleText) => {
    const line = (element.closest(".fm-option, li") ?? element).getBoundingClientRect();
    return x >= line.left && x <= line.right && y >= line.top && y <= line.bottom;
  };
  return texts.find(isAt) ?? texts[0];
}

/** The text before or after another one, in screen order. */
export function nextText(
  screen: DrawnScreen, root: ParentNode | null, pointer: string, by: 1 | -1,
): VisibleText | undefined {
  const all = blocksOf(screen).flatMap(({ path }) => visibleTexts(screen, root, path));
  const at = all.findIndex((text) => text.pointer === pointer);
  return at < 0 ? undefined : all[at + by];
}

/** The current paths of the same blocks in a screen that others have changed. */
export const followMoved: typeof followPaths = (before, after, paths) => {
  const pairs = pairsOf(before.root, after.root);
  const newPaths = new Map<unknown, BlockPath>(
    blocksOf(after).map(({ path, block }) => [block, path]));
  return paths.flatMap((path) => {
    const block = blockAt(before, path);
    const to = block && newPaths.get(pairs.get(block));
    return to === undefined ? [] : [to];
  });
};

/** The pointer of a text after a change of its screen; null if it no longer exists. */
export function followText(
  before: DrawnScreen, after: DrawnScreen, pointer: string, follow = followPaths,
): string | null {
  const [path, rest] = ownerOf(before, pointer);
  const [to] = follow(before, after, [path]);
  const [, list = "", index = "", key = ""] = /^\/(\w+)\/(\d+)(\/\w+)$/.exec(rest) ?? [];
  if (to === undefined || list === "") return to === undefined ? null : to + rest;
  const [oldItems, newItems] = [
    valueAt(before, `${path}/${list}`), valueAt(after, `${to}/${list}`)];
  if (!Array.isArray(oldItems) || !Array.isArray(newItems)) return null;
  const newIndex = newItems.indexOf(oldItems[Number(index)] ?? null);
  if (newIndex >= 0) return `${to}/${list}/${newIndex}${key}`;
  return oldItems.length === newItems.length ? to + rest : null;
}

/** The block of a text, and the pointer of the text in that block. */
export function ownerOf(screen: DrawnScreen, pointer: string): [path: BlockPath, rest: string] {
  const { path = "/root" } = blocksOf(screen).filter(
    (block) => pointer.startsWith(`${block.path}/`)).at(-1) ?? {};
  return [path, pointer.slice(path.length)];
}
