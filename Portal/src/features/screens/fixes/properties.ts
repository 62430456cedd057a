// Fixes of properties: missing ones, invalid ones, and names.

import { isObject, type Json } from "../../../document";
import {
  blockAt, blocksOf, fieldNames, valueAt, withUniqueNames, withValue, type DrawnScreen,
} from "../../../document/blocks";
import { bySimilarity, distance } from "../../../document/similarity";
import { t } from "../../../localization";
import { propertyName, valueName } from "../naming";
import { newBlock } from "../defaultBlocks";
import { commonRules, rulesFor } from "../vocabulary";
import { screenFix, removeBlock, type FixContext, type FixFactory } from "./context";

/** The maximum edit distance of a misspelled name. */
const MAX_DISTANCE = 2;

const lastKey = (pointer: string) => pointer.slice(pointer.lastIndexOf("/") + 1);
const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));

/** Corrects a misspelled name, removes a meaningless property, or sets an allowed value. */
export const correctProperty: FixFactory = (context) => {
  const { screen, finding: { pointer, code, finding } } = context;
  if (valueAt(screen, pointer) === undefined) return [];
  const values = finding?.arguments["values"];
  if (Array.isArray(values)) {
    return [...nearestValue(context, values.map(String)), ...removeProperty(context)];
  }
  return code === "unknown-property"
    ? [...correctName(context), ...removeProperty(context)] : removeProperty(context);
};

function nearestValue(context: FixContext, values: string[]) {
  const { screen, finding: { pointer } } = context;
  const value = String(valueAt(screen, pointer));
  const [nearest] = bySimilarity(values, value);
  if (nearest === undefined) return [];
  if (distance(nearest, value) > MAX_DISTANCE && !isNeeded(context)) return [];
  const name = valueName(lastKey(pointer), nearest);
  return [screenFix(context, t("screens.fix-value", { value: name }), (drawnScreen) =>
    withValue(drawnScreen, pointer, nearest))];
}

function correctName(context: FixContext) {
  const { screen, finding: { pointer, path } } = context;
  const block = blockAt(screen, path);
  const key = lastKey(pointer);
  if (!block || pointer !== `${path}/${key}`) return [];
  const free = [...rulesFor(block.type), ...commonRules].map((rule) => rule.key)
    .filter((name) => block[name] === undefined);
  const [meant] = bySimilarity(free, key);
  if (meant === undefined || distance(meant, key) > MAX_DISTANCE) return [];
  const renamed = Object.fromEntries(
    Object.entries(block).map(([name, value]) => [name === key ? meant : name, value]));
  return [screenFix(context, t("screens.fix-respell", { from: key, to: meant }), (drawnScreen) =>
    withValue(drawnScreen, path, renamed))];
}

/** Whether the block requires the property. */
function isNeeded({ screen, finding: { pointer, path } }: FixContext): boolean {
  const rule = rulesFor(blockAt(screen, path)?.type ?? "")
    .find(({ key }) => pointer === `${path}/${key}`);
  return rule?.isRequired === true;
}

function removeProperty(context: FixContext) {
  const { screen, finding: { pointer, code } } = context;
  const key = lastKey(pointer);
  if (isNeeded(context) || Array.isArray(valueAt(screen, parentOf(pointer)))) return [];
  const label = code === "unknown-property"
    ? t("screens.fix-property", { name: key }) : t("screens.fix-standard");
  return [screenFix(context, label, (drawnScreen) => withValue(drawnScreen, pointer, undefined))];
}

/** Adds a missing property, with its value in a new block of the type. */
export const addProperty: FixFactory = (context) => {
  const { screen, finding: { path, pointer, name = "" } } = context;
  const block = blockAt(screen, path);
  const value = block && pointer === path ? newBlock(block.type)[name] : undefined;
  if (!block || value === undefined) return removeBlock(context);
  const [fresh] = withUniqueNames(screen, [{ ...block, [name]: value }]);
  return [{
    ...screenFix(
      context, t("screens.fix-add", { name: propertyName(block.type, name) }),
      (current) => withValue(current, `${path}/${name}`, fresh?.[name] ?? value)),
    focus: `${path}/${name}`,
  }, ...removeBlock(context)];
};

const leavesScreen = (action: Json | undefined) =>
  isObject(action) && ["fire", "back", "call"].some((kind) => kind in action);

/** Moves an action that leaves the screen to the end, or removes it if another one is last. */
export const moveActionLast: FixFactory = (context) => {
  const { screen, finding: { pointer, finding } } = context;
  const actions = valueAt(screen, parentOf(pointer));
  if (finding?.arguments["expected"] !== "last" || !Array.isArray(actions)) return [];
  const moved = actions[Number(lastKey(pointer))];
  if (moved === undefined) return [];
  const others = actions.filter((action) => action !== moved);
  const [label, reordered] = leavesScreen(others.at(-1))
    ? [t("screens.fix-action"), others] : [t("screens.fix-last"), [...others, moved]];
  return [screenFix(
    context, label, (current) => withValue(current, parentOf(pointer), reordered))];
};

/** Renames the second of two blocks with the same name. */
export const renameDuplicate: FixFactory = (context) => {
  const { screen, finding: { pointer, name = "" } } = context;
  const key = lastKey(pointer);
  const used = key === "id" ? blocksOf(screen).map(({ block }) => block["id"]) : fieldNames(screen);
  const stem = name.replace(/\d+$/, "");
  let number = 2;
  while (used.includes(`${stem}${number}`)) number += 1;
  return [screenFix(context, t("screens.fix-rename", { name: `${stem}${number}` }), (drawnScreen) =>
    withValue(drawnScreen, pointer, `${stem}${number}`))];
};

/** Declares a state value of the screen. */
export const declareState: FixFactory = (context) => {
  const { screen, finding: { name = "", pointer } } = context;
  const key = /^state\.([\w-]+)$/.exec(name)?.[1] ?? (pointer.endsWith("/set") ? name : undefined);
  if (key === undefined || key === "") return [];
  const state = isObject(screen["state"]) ? screen["state"] : {};
  const value = literalFor(screen, key);
  return [screenFix(context, t("screens.fix-state", { name: key }), (drawnScreen) => (
    { ...drawnScreen, state: { ...state, [key]: { type: typeof value, default: value } } }))];
};

/** An initial value of the type that actions set. */
function literalFor(screen: DrawnScreen, key: string): string | number | boolean {
  const find = (value: Json): Json | undefined => {
    if (Array.isArray(value)) return value.map(find).find((member) => member !== undefined);
    if (!isObject(value)) return undefined;
    return value["set"] === key ? value["to"] : find(Object.values(value));
  };
  const to = find(screen);
  return typeof to === "number" ? 0 : typeof to === "string" && to !== "$value" ? "" : false;
}
