// Merging drawn screens: matching the blocks of the three versions, and the rule of each part.

import { sameJSON } from "../json";
import type { Similarity } from "./align";
import { atomic, json, list, members, namesBySimilarity, type Rule } from "./merger";

export type Members = { [name: string]: unknown };

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isBlock = (value: unknown): value is Members =>
  isObject(value) && typeof value["type"] === "string";

/** Whether two blocks have the same type and the same value of a member. */
const hasSame = (name: string): Similarity => (a, b) => isObject(a) && isObject(b)
  && a["type"] === b["type"] && a[name] !== undefined && sameJSON(a[name], b[name]);
export const bothHaveChildren: Similarity = (a, b) => isBlock(a) && isBlock(b)
  && a["type"] === b["type"] && "children" in a && "children" in b;
export const similarities = [
  hasSame("id"), hasSame("name"), hasSame("text"), hasSame("title"), bothHaveChildren,
];

/** A property of a block; a text key or a binding is merged as a whole. */
const property: Rule = (merger, path, values) => {
  const isReference = [values.mine, values.theirs].some(
    (element) => isObject(element) && ("$text" in element || "$" in element));
  return (isReference ? atomic : json)(merger, path, values);
};

const item: Rule = (...all) => members({ children: blocks }, property)(...all);
const items: Rule = (...all) => list({
  element: item, hasOrder: true,
  names: namesBySimilarity(hasSame("value"), hasSame("name"), hasSame("title")),
})(...all);

const block: Rule = (merger, path, values) => {
  const [mine, theirs] = [values.mine, values.theirs] as [Members, Members];
  if (mine["type"] !== theirs["type"]) return atomic(merger, path, values);
  return members({
    children: blocks, options: items, items, tabs: items, item: block, empty: block, ended: block,
    else: block, do: atomic, showIf: atomic,
  }, property)(merger, path, values);
};

const blocks: Rule = (...all) =>
  list({ element: block, hasOrder: true, names: namesBySimilarity(...similarities) })(...all);

const nameOf = (screen: unknown) => (isObject(screen) ? String(screen["name"]) : "");

/** The drawn screens by name; a renamed one keeps its identity. */
export const screens: Rule = list({
  element: members({ root: block }, json), hasOrder: false,
  names(base, mine, theirs) {
    const matched = namesBySimilarity((a, b) => nameOf(a) === nameOf(b))(base, mine, theirs);
    const baseNames = (names: string[], side: unknown[]) => names.map((name, index) => nameOf(
      name.startsWith("b") ? base[Number(name.slice(1))] : side[index]));
    return {
      base: base.map(nameOf), mine: baseNames(matched.mine, mine),
      theirs: baseNames(matched.theirs, theirs),
    };
  },
});
