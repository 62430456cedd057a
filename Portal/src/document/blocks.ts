// Drawn screens as trees of blocks: reading them by path, and all edits. Edits are pure, and
// unchanged parts keep their identity.

import type { Edit } from "./edits";
import { isObject } from "./rule";
import type { FlowDocument, Json, JsonObject } from "./types";

export type Block = JsonObject & { type: string };

/** A drawn screen; docs/blocks.md describes its other members. */
export type DrawnScreen = JsonObject & { name: string; root: Block };

/** The path of a block or property: a JSON Pointer in its screen, such as `/root/children/0`. */
export type BlockPath = string;

/** A member that holds blocks: a list of them, or one. */
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
export function valueAt(whole: Json | undefined, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>((value, key) => (
    Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined), whole);
}

export function blockAt(screen: DrawnScreen, path: BlockPath): Block | undefined {
  const value = valueAt(screen, path);
  return isBlock(value) ? value : undefined;
}

const keysOf = (pointer: string) => pointer.split("/").slice(1)
  .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

const singles = ["item", "empty", "ended", "else"] as const;
const holdsChildren = [
  "column", "row", "grid", "overlay", "card", "footer", "disclosure", "carousel", "custom",
];

/** The members of a block that can contain blocks, including empty ones. */
export function slotsOf(block: Block, path: BlockPath): Slot[] {
  const slots: Slot[] = [];
  const list = (blocks: Json | undefined, at: string, kind: "children" | "tab", title?: Json) =>
    slots.push({
      path: at, kind, isList: true, ...(title === undefined ? {} : { title }),
      blocks: (Array.isArray(blocks) ? blocks : []).flatMap((element, index) => (
        isBlock(element) ? [{ path: `${at}/${index}`, block: element }] : [])),
    });
  const isBound = block.type === "carousel" && block["item"] !== undefined;
  if (holdsChildren.includes(block.type) && !isBound) {
    list(block["children"], `${path}/children`, "children");
  }
  const tabs = block["tabs"];
  (Array.isArray(tabs) ? tabs : []).forEach((tab, index) => {
    if (!isObject(tab)) return;
    list(tab["children"], `${path}/tabs/${index}/children`, "tab", tab["title"]);
  });
  for (const kind of singles) {
    const one = block[kind];
    const at = `${path}/${kind}`;
    if (isBlock(one)) {
      slots.push({ path: at, kind, isList: false, blocks: [{ path: at, block: one }] });
    }
  }
  return slots;
}

const located = new WeakMap<DrawnScreen, readonly LocatedBlock[]>();

/** All blocks of a screen from top to bottom; cached for each state of it. */
export function blocksOf(screen: DrawnScreen): readonly LocatedBlock[] {
  const known = located.get(screen);
  if (known) return known;
  const found: LocatedBlock[] = [];
  const visit = (block: Block, path: BlockPath, depth: number, slot: Slot | null, at: number) => {
    found.push({ path, block, depth, slot, index: at });
    for (const inner of slotsOf(block, path)) {
      inner.blocks.forEach((one, index) => visit(one.block, one.path, depth + 1, inner, index));
    }
  };
  visit(screen.root, "/root", 0, null, 0);
  located.set(screen, found);
  return found;
}

/** The names that a screen's fields write; each must be unique. */
export function fieldNames(screen: DrawnScreen): string[] {
  return blocksOf(screen).flatMap(({ block }) => (
    "label" in block && typeof block["name"] === "string" ? [block["name"]] : []));
}

/** The ports that a value's actions fire, in order. */
export function portsIn(value: Json | undefined, found: string[] = []): string[] {
  if (Array.isArray(value)) value.forEach((element) => portsIn(element, found));
  else if (isObject(value)) {
    const port = value["fire"];
    if (typeof port === "string" && !found.includes(port)) found.push(port);
    Object.values(value).forEach((member) => portsIn(member, found));
  }
  return found;
}

// Screens --------------------------------------------------------------------------------------

export const addScreen = (screen: DrawnScreen): Edit => (document) =>
  ({ ...document, screens: [...document.screens ?? [], screen] });

export function changeScreen(name: string, change: (screen: DrawnScreen) => DrawnScreen): Edit {
  return (document) => {
    const screen = drawnScreenOf(document, name);
    const changed = screen && change(screen);
    if (!changed || changed === screen) return document;
    const screens = document.screens?.map((one) => (one === screen ? changed : one));
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
    return withLinkTo(from, to)({ ...renamed, flows });
  };
}

export function removeScreen(name: string): Edit {
  return (document) => {
    const screen = drawnScreenOf(document, name);
    if (!screen) return document;
    const { screens, ...rest } = document;
    const left = screens?.filter((one) => one !== screen) ?? [];
    return withLinkTo(name)(left.length > 0 ? { ...rest, screens: left } : rest);
  };
}

/** Moves a screen's link to a template to its new name, or removes it if there is none. */
function withLinkTo(from: string, to?: string): Edit {
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
export function withValue<Whole extends Json>(
  whole: Whole, pointer: string, value: Json | undefined,
): Whole {
  return changed(whole, keysOf(pointer), () => value) as Whole;
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

/** Where blocks are inserted: into a list before an index, or as the only block of a slot. */
export interface Target {
  slot: BlockPath;
  index: number;
}

/** Changes a list of blocks. */
export const changeBlocks = (
  screen: DrawnScreen, slot: BlockPath, change: (list: Json[]) => Json[],
): DrawnScreen => changed(
  screen, keysOf(slot), (old) => change(Array.isArray(old) ? old : [])) as DrawnScreen;

/** Inserts blocks into a list of blocks. */
export function insertBlocks(screen: DrawnScreen, { slot, index }: Target, blocks: Block[]) {
  return changed(screen, keysOf(slot), (old) => {
    const list = Array.isArray(old) ? [...old] : [];
    list.splice(index, 0, ...blocks);
    return list;
  }) as DrawnScreen;
}

/** Removes blocks from a screen; a required one becomes an empty column. */
export function removeBlocks(screen: DrawnScreen, gone: ReadonlySet<Block>): DrawnScreen {
  const empty: Block = { type: "column", children: [] };
  const strip = (value: Json, key: string): Json | undefined => {
    if (isBlock(value) && gone.has(value)) return key === "else" || key === "" ? undefined : empty;
    if (Array.isArray(value)) {
      const left = value.flatMap((element) => {
        const kept = strip(element, "");
        return kept === undefined ? [] : [kept];
      });
      return left.length === value.length && left.every((element, at) => element === value[at])
        ? value : left;
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
      const kept = strip(one, name);
      return kept === undefined ? [] : [[name, kept]];
    });
    const isSame = members.length === Object.keys(value).length
      && members.every(([name, one]) => one === value[name]);
    return isSame ? value : Object.fromEntries(members);
  };
  const root = strip(screen.root, "root") as Block;
  return root === screen.root ? screen : { ...screen, root };
}

/** The blocks at paths, in screen order, without those inside another one. */
export function topBlocks(screen: DrawnScreen, paths: Iterable<BlockPath>): LocatedBlock[] {
  const wanted = new Set(paths);
  return blocksOf(screen).filter(({ path }) => wanted.has(path)
    && ![...wanted].some((other) => path.startsWith(`${other}/`)));
}

/** The result of an edit: the screen, and the affected blocks. */
export interface Edited {
  screen: DrawnScreen;
  blocks: Block[];
}

/** Moves blocks elsewhere; null if the target is inside one of them, or one is the root block. */
export function moveBlocks(
  screen: DrawnScreen, paths: Iterable<BlockPath>, target: Target,
): Edited | null {
  const moved = topBlocks(screen, paths);
  const isInside = moved.some(({ path }) => target.slot.startsWith(`${path}/`));
  if (moved.length === 0 || isInside || moved.some(({ slot }) => slot === null)) return null;
  const copies = moved.map(({ block }) => ({ ...block }));
  const added = insertBlocks(screen, target, copies);
  return {
    screen: removeBlocks(added, new Set(moved.map(({ block }) => block))), blocks: copies,
  };
}

/** Renames ids and field names of blocks that are already used on the target screen. */
export function withFreeNames(screen: DrawnScreen, blocks: Block[]): Block[] {
  const all = blocksOf(screen).map(({ block }) => block);
  const ids = new Set(all.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  const names = new Set(fieldNames(screen));
  const free = (name: string, taken: Set<string>) => {
    const stem = name.replace(/\d+$/, "");
    let wanted = name;
    for (let number = 2; taken.has(wanted); number += 1) wanted = `${stem}${number}`;
    taken.add(wanted);
    return wanted;
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
  const wanted = new Set(blocks);
  return blocksOf(screen).flatMap(({ path, block }) => (wanted.has(block) ? [path] : []));
}

/**
 * The paths of the same blocks in a changed screen: by identity, otherwise by position and type.
 * This way a selection follows blocks that someone else has moved.
 */
export function followPaths(
  before: DrawnScreen, after: DrawnScreen, paths: BlockPath[],
): BlockPath[] {
  if (before === after) return paths;
  const now = new Map(blocksOf(after).map(({ path, block }) => [block, path]));
  return paths.flatMap((path) => {
    const old = blockAt(before, path);
    const moved = old && now.get(old);
    if (moved !== undefined) return [moved];
    return old && blockAt(after, path)?.type === old.type ? [path] : [];
  });
}
