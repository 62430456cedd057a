// Drawn screens as trees of blocks: reading them by path, and all edits. Edits are pure, and
// unchanged parts keep their identity.

import type { Edit } from "./edits";
import { isObject } from "./rule";
import type { FlowDocument, Json, JsonObject } from "./types";

export { portsIn } from "./drawnScreens";

export type Block = JsonObject & { type: string };

/** A drawn screen; docs/blocks.md describes its other members. */
export type DrawnScreen = JsonObject & { name: string; root: Block };

/** The path of a block or property: a JSON Pointer in its screen, such as `/root/children/0`. */
export type BlockPath = string;

/** A member that contains blocks: a list of them, or one. */
export interface Slot {
  /** The pointer of the member, in the screen. */
  path: BlockPath;
  kind: "children" | "tab" | "item" | "empty" | "ended" | "else";
  /** The title of a tab. */
  title?: Json;
  isList: boolean;
  blocks: { path: BlockPath; block: Block }[];
}

export interface LocatedBlock {
  path: BlockPath;
  block: Block;
  depth: number;
  /** The slot that contains it, and its position there; null for the root block. */
  slot: Slot | null;
  index: number;
}

// Reading --------------------------------------------------------------------------------------

export const isBlock = (value: Json | undefined): value is Block =>
  isObject(value) && typeof value["type"] === "string";

const isScreen = (value: Json): value is DrawnScreen =>
  isObject(value) && typeof value["name"] === "string" && isBlock(value["root"]);

/** The drawn screens that can be edited: those with a name and a root block. */
export function drawnScreensOf(document: FlowDocument): DrawnScreen[] {
  const { screens } = document;
  return Array.isArray(screens) ? screens.filter(isScreen) : [];
}

export function drawnScreenOf(document: FlowDocument, name: string): DrawnScreen | undefined {
  return drawnScreensOf(document).find((screen) => screen.name === name);
}

/** The value at a pointer. */
export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>((value, key) => (
    Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined), root);
}

export function blockAt(screen: DrawnScreen, path: BlockPath): Block | undefined {
  const value = valueAt(screen, path);
  return isBlock(value) ? value : undefined;
}

const keysOf = (pointer: string) => pointer.split("/").slice(1)
  .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

const singleBlockMembers = ["item", "empty", "ended", "else"] as const;
const typesWithChildren = [
  "column", "row", "grid", "overlay", "card", "footer", "disclosure", "carousel", "custom",
];

/** The members of a block that can contain blocks, including empty lists. */
export function slotsOf(block: Block, path: BlockPath): Slot[] {
  const slots: Slot[] = [];
  const addList = (
    blocks: Json | undefined, slotPath: string, kind: "children" | "tab", title?: Json,
  ) => slots.push({
    path: slotPath, kind, isList: true, ...(title === undefined ? {} : { title }),
    blocks: (Array.isArray(blocks) ? blocks : []).flatMap((element, index) => (
      isBlock(element) ? [{ path: `${slotPath}/${index}`, block: element }] : [])),
  });
  const isBound = block.type === "carousel" && block["item"] !== undefined;
  if (typesWithChildren.includes(block.type) && !isBound) {
    addList(block["children"], `${path}/children`, "children");
  }
  const tabs = block["tabs"];
  (Array.isArray(tabs) ? tabs : []).forEach((tab, index) => {
    if (!isObject(tab)) return;
    addList(tab["children"], `${path}/tabs/${index}/children`, "tab", tab["title"]);
  });
  for (const kind of singleBlockMembers) {
    const child = block[kind];
    const slotPath = `${path}/${kind}`;
    if (isBlock(child)) {
      slots.push({
        path: slotPath, kind, isList: false, blocks: [{ path: slotPath, block: child }],
      });
    }
  }
  return slots;
}

const cache = new WeakMap<DrawnScreen, readonly LocatedBlock[]>();

/** All blocks of a screen from top to bottom, parents first; cached for each screen object. */
export function blocksOf(screen: DrawnScreen): readonly LocatedBlock[] {
  const cached = cache.get(screen);
  if (cached) return cached;
  const located: LocatedBlock[] = [];
  const visit = (
    block: Block, path: BlockPath, depth: number, slot: Slot | null, index: number,
  ) => {
    located.push({ path, block, depth, slot, index });
    for (const inner of slotsOf(block, path)) {
      inner.blocks.forEach((child, position) =>
        visit(child.block, child.path, depth + 1, inner, position));
    }
  };
  visit(screen.root, "/root", 0, null, 0);
  cache.set(screen, located);
  return located;
}

/** The names that a screen's fields write; each must be unique. */
export function fieldNames(screen: DrawnScreen): string[] {
  return blocksOf(screen).flatMap(({ block }) => (
    "label" in block && typeof block["name"] === "string" ? [block["name"]] : []));
}

// Screens --------------------------------------------------------------------------------------

export const addScreen = (screen: DrawnScreen): Edit => (document) =>
  ({ ...document, screens: [...document.screens ?? [], screen] });

export function changeScreen(name: string, change: (screen: DrawnScreen) => DrawnScreen): Edit {
  return (document) => {
    const screen = drawnScreenOf(document, name);
    const changedScreen = screen && change(screen);
    if (!changedScreen || changedScreen === screen) return document;
    const screens = document.screens?.map(
      (value) => (value === screen ? changedScreen : value));
    return { ...document, screens };
  };
}

/** Renames a drawn screen, and updates the steps that show it. */
export function renameScreen(from: string, to: string): Edit {
  return (document) => {
    const renamed = changeScreen(from, (screen) => ({ ...screen, name: to }))(document);
    if (renamed === document) return document;
    const flows = document.flows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => (step.screen === from ? { ...step, screen: to } : step)),
    }));
    return moveTemplateLink(from, to)({ ...renamed, flows });
  };
}

export function removeScreen(name: string): Edit {
  return (document) => {
    const screen = drawnScreenOf(document, name);
    if (!screen) return document;
    const { screens, ...rest } = document;
    const others = screens?.filter((value) => value !== screen) ?? [];
    return moveTemplateLink(name)(others.length > 0 ? { ...rest, screens: others } : rest);
  };
}

/** Moves a screen's link to its template to the screen's new name; removes it without a name. */
function moveTemplateLink(from: string, to?: string): Edit {
  return (document) => {
    const { [from]: link, ...others } = document.screenTemplates ?? {};
    if (link === undefined) return document;
    const { screenTemplates: _, ...rest } = document;
    const links = to === undefined ? others : { ...others, [to]: link };
    return Object.keys(links).length > 0 ? { ...rest, screenTemplates: links } : rest;
  };
}

// Blocks ---------------------------------------------------------------------------------------

/** Returns the value with another one at a pointer; undefined removes the member. */
export function withValue<Root extends Json>(
  root: Root, pointer: string, value: Json | undefined,
): Root {
  return changed(root, keysOf(pointer), () => value) as Root;
}

function changed(
  value: Json | undefined, [key, ...rest]: string[],
  change: (old: Json | undefined) => Json | undefined,
): Json | undefined {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const index = Number(key);
    const next = changed(value[index], rest, change);
    if (next === value[index]) return value;
    const copy = [...value];
    if (next === undefined) copy.splice(index, 1);
    else copy[index] = next;
    return copy;
  }
  const object = isObject(value) ? value : {};
  const next = changed(object[key], rest, change);
  if (next === object[key]) return value;
  if (next !== undefined) return { ...object, [key]: next };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Where blocks are inserted: a list of blocks, and the index before which they go. */
export interface InsertionPoint {
  slot: BlockPath;
  index: number;
}

/** The end of a block's first list of blocks, inside its footer if that is last. */
export function endOf(root: Block): InsertionPoint | undefined {
  const list = slotsOf(root, "/root").find(({ isList }) => isList);
  const last = list?.blocks.at(-1);
  const footer = last?.block.type === "footer" ? slotsOf(last.block, last.path)[0] : undefined;
  const into = footer ?? list;
  return into && { slot: into.path, index: into.blocks.length };
}

/** Changes a list of blocks. */
export const changeBlocks = (
  screen: DrawnScreen, slot: BlockPath, change: (list: Json[]) => Json[],
): DrawnScreen => changed(
  screen, keysOf(slot), (old) => change(Array.isArray(old) ? old : [])) as DrawnScreen;

/** Inserts blocks into a list of blocks. */
export function insertBlocks(
  screen: DrawnScreen, { slot, index }: InsertionPoint, blocks: Block[],
): DrawnScreen {
  return changed(screen, keysOf(slot), (old) => {
    const list = Array.isArray(old) ? [...old] : [];
    list.splice(index, 0, ...blocks);
    return list;
  }) as DrawnScreen;
}

/** Removes blocks; the root or one in `item`, `empty` or `ended` becomes an empty column. */
export function removeBlocks(screen: DrawnScreen, removed: ReadonlySet<Block>): DrawnScreen {
  const empty: Block = { type: "column", children: [] };
  const prune = (value: Json, key: string): Json | undefined => {
    if (isBlock(value) && removed.has(value)) {
      return key === "else" || key === "" ? undefined : empty;
    }
    if (Array.isArray(value)) {
      const elements = value.flatMap((element) => {
        const pruned = prune(element, "");
        return pruned === undefined ? [] : [pruned];
      });
      const isSame = elements.length === value.length
        && elements.every((element, index) => element === value[index]);
      return isSame ? value : elements;
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const pruned = prune(member, name);
      return pruned === undefined ? [] : [[name, pruned]];
    });
    const isSame = members.length === Object.keys(value).length
      && members.every(([name, member]) => member === value[name]);
    return isSame ? value : Object.fromEntries(members);
  };
  const root = prune(screen.root, "root") as Block;
  return root === screen.root ? screen : { ...screen, root };
}

/** The blocks at paths, in screen order, without those inside another one. */
export function topBlocks(screen: DrawnScreen, paths: Iterable<BlockPath>): LocatedBlock[] {
  const selected = new Set(paths);
  return blocksOf(screen).filter(({ path }) => selected.has(path)
    && ![...selected].some((other) => path.startsWith(`${other}/`)));
}

/** The result of an edit: the screen, and the affected blocks. */
export interface BlockEdit {
  screen: DrawnScreen;
  blocks: Block[];
}

/** Moves blocks to a target; null if there are none, or one is the root or contains the target. */
export function moveBlocks(
  screen: DrawnScreen, paths: Iterable<BlockPath>, target: InsertionPoint,
): BlockEdit | null {
  const moved = topBlocks(screen, paths);
  const isInside = moved.some(({ path }) => target.slot.startsWith(`${path}/`));
  if (moved.length === 0 || isInside || moved.some(({ slot }) => slot === null)) return null;
  const copies = moved.map(({ block }) => ({ ...block }));
  const added = insertBlocks(screen, target, copies);
  return {
    screen: removeBlocks(added, new Set(moved.map(({ block }) => block))), blocks: copies,
  };
}

/** Returns copies of blocks, with new ids and field names where the screen has theirs already. */
export function withUniqueNames(screen: DrawnScreen, blocks: Block[]): Block[] {
  const all = blocksOf(screen).map(({ block }) => block);
  const ids = new Set(all.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  const names = new Set(fieldNames(screen));
  const free = (name: string, taken: Set<string>) => {
    const stem = name.replace(/\d+$/, "");
    let candidate = name;
    for (let number = 2; taken.has(candidate); number += 1) candidate = `${stem}${number}`;
    taken.add(candidate);
    return candidate;
  };
  const rename = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, rename(member)]));
    if (!isBlock(copy)) return copy;
    const { id, name } = copy;
    if (typeof id === "string") copy["id"] = free(id, ids);
    if ("label" in copy && typeof name === "string") copy["name"] = free(name, names);
    return copy;
  };
  return blocks.map(rename) as Block[];
}

/** The current paths of blocks. */
export function pathsOf(screen: DrawnScreen, blocks: Iterable<Block>): BlockPath[] {
  const searched = new Set(blocks);
  return blocksOf(screen).flatMap(({ path, block }) => (searched.has(block) ? [path] : []));
}

/**
 * The paths of the same blocks in a changed screen: by identity, otherwise by position and type.
 * This way, a selection follows blocks that another member has moved.
 */
export function followPaths(
  before: DrawnScreen, after: DrawnScreen, paths: BlockPath[],
): BlockPath[] {
  if (before === after) return paths;
  const newPaths = new Map(blocksOf(after).map(({ path, block }) => [block, path]));
  return paths.flatMap((path) => {
    const old = blockAt(before, path);
    const newPath = old && newPaths.get(old);
    if (newPath !== undefined) return [newPath];
    return old && blockAt(after, path)?.type === old.type ? [path] : [];
  });
}
