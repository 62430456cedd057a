// Fixes of properties: those that a block lacks, those that it cannot have, and names.

import { isObject, type Json } from "../../../document";
import {
  blockAt, blocksOf, fieldNames, valueAt, withFreeNames, withValue, type DrawnScreen,
} from "../../../document/blocks";
import { byLikeness, distance } from "../../../document/likeness";
import { t } from "../../../localization";
import { propertyName, wordName } from "../naming";
import { freshBlock } from "../starters";
import { commonRules, rulesFor } from "../vocabulary";
import { onScreen, removal, type FixContext, type FixMaker } from "./context";

/** Names that differ by as much are taken for the same one, misspelled. */
const ALIKE = 2;

const lastKey = (pointer: string) => pointer.slice(pointer.lastIndexOf("/") + 1);
const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));

/** Corrects a name that is misspelled, takes away what means nothing, or sets what is allowed. */
export const property: FixMaker = (context) => {
  const { screen, finding: { pointer, code, finding } } = context;
  if (valueAt(screen, pointer) === undefined) return [];
  const words = finding?.arguments["values"];
  if (Array.isArray(words)) return [...nearest(context, words.map(String)), ...taken(context)];
  return code === "unknown-property" ? [...respelled(context), ...taken(context)] : taken(context);
};

function nearest(context: FixContext, words: string[]) {
  const { screen, finding: { pointer } } = context;
  const value = String(valueAt(screen, pointer));
  const [word] = byLikeness(words, value);
  if (word === undefined || distance(word, value) > ALIKE && !isNeeded(context)) return [];
  const name = wordName(lastKey(pointer), word);
  return [onScreen(context, t("screens.fix-word", { word: name }), (one) =>
    withValue(one, pointer, word))];
}

function respelled(context: FixContext) {
  const { screen, finding: { pointer, path } } = context;
  const block = blockAt(screen, path);
  const key = lastKey(pointer);
  if (!block || pointer !== `${path}/${key}`) return [];
  const free = [...rulesFor(block.type), ...commonRules].map((rule) => rule.key)
    .filter((one) => block[one] === undefined);
  const [meant] = byLikeness(free, key);
  if (meant === undefined || distance(meant, key) > ALIKE) return [];
  const renamed = Object.fromEntries(
    Object.entries(block).map(([name, value]) => [name === key ? meant : name, value]));
  return [onScreen(context, t("screens.fix-respell", { from: key, to: meant }), (one) =>
    withValue(one, path, renamed))];
}

/** Whether the block would not be shown without the property. */
function isNeeded({ screen, finding: { pointer, path } }: FixContext): boolean {
  const rule = rulesFor(blockAt(screen, path)?.type ?? "")
    .find(({ key }) => pointer === `${path}/${key}`);
  return rule?.isRequired === true;
}

function taken(context: FixContext) {
  const { screen, finding: { pointer, code } } = context;
  const key = lastKey(pointer);
  if (isNeeded(context) || Array.isArray(valueAt(screen, parentOf(pointer)))) return [];
  const label = code === "unknown-property"
    ? t("screens.fix-property", { name: key }) : t("screens.fix-standard");
  return [onScreen(context, label, (one) => withValue(one, pointer, undefined))];
}

/** Adds what a block lacks, as a new block of its type has it. */
export const missing: FixMaker = (context) => {
  const { screen, finding: { path, pointer, name = "" } } = context;
  const block = blockAt(screen, path);
  const value = block && pointer === path ? freshBlock(block.type)[name] : undefined;
  if (!block || value === undefined) return removal(context);
  const [fresh] = withFreeNames(screen, [{ ...block, [name]: value }]);
  return [{
    ...onScreen(context, t("screens.fix-add", { name: propertyName(block.type, name) }), (one) =>
      withValue(one, `${path}/${name}`, fresh?.[name] ?? value)),
    focus: `${path}/${name}`,
  }, ...removal(context)];
};

const leaves = (action: Json | undefined) =>
  isObject(action) && ["fire", "back", "call"].some((kind) => kind in action);

/** An action that leaves the screen comes last; where another one does, it goes. */
export const actionLast: FixMaker = (context) => {
  const { screen, finding: { pointer, finding } } = context;
  const actions = valueAt(screen, parentOf(pointer));
  if (finding?.arguments["expected"] !== "last" || !Array.isArray(actions)) return [];
  const moved = actions[Number(lastKey(pointer))];
  if (moved === undefined) return [];
  const others = actions.filter((action) => action !== moved);
  const [label, left] = leaves(others.at(-1))
    ? [t("screens.fix-action"), others] : [t("screens.fix-last"), [...others, moved]];
  return [onScreen(context, label, (one) => withValue(one, parentOf(pointer), left))];
};

/** Gives the second of two blocks of a name another one. */
export const anotherName: FixMaker = (context) => {
  const { screen, finding: { pointer, name = "" } } = context;
  const key = lastKey(pointer);
  const used = key === "id" ? blocksOf(screen).map(({ block }) => block["id"]) : fieldNames(screen);
  const stem = name.replace(/\d+$/, "");
  let number = 2;
  while (used.includes(`${stem}${number}`)) number += 1;
  return [onScreen(context, t("screens.fix-rename", { name: `${stem}${number}` }), (one) =>
    withValue(one, pointer, `${stem}${number}`))];
};

/** Declares a value that the screen is to keep. */
export const declared: FixMaker = (context) => {
  const { screen, finding: { name = "", pointer } } = context;
  const key = /^state\.([\w-]+)$/.exec(name)?.[1] ?? (pointer.endsWith("/set") ? name : undefined);
  if (key === undefined || key === "") return [];
  const state = isObject(screen["state"]) ? screen["state"] : {};
  const value = literalFor(screen, key);
  return [onScreen(context, t("screens.fix-state", { name: key }), (one) => (
    { ...one, state: { ...state, [key]: { type: typeof value, default: value } } }))];
};

/** A first value of the type that actions set it to. */
function literalFor(screen: DrawnScreen, key: string): string | number | boolean {
  const find = (value: Json): Json | undefined => {
    if (Array.isArray(value)) return value.map(find).find((one) => one !== undefined);
    if (!isObject(value)) return undefined;
    return value["set"] === key ? value["to"] : find(Object.values(value));
  };
  const to = find(screen);
  return typeof to === "number" ? 0 : typeof to === "string" && to !== "$value" ? "" : false;
}
