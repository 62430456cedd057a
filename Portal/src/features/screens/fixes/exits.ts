// Fixes of exits: a button for a port that nothing fires, a fallback in builds that cannot show a
// block, and the position of the footer.

import { isObject, type Json } from "../../../document";
import {
  blockAt, blocksOf, endOf, insertBlocks, isBlock, moveBlocks, portsIn, slotsOf, withValue,
  type Block, type DrawnScreen,
} from "../../../document/blocks";
import { t } from "../../../localization";
import { humanized } from "../../screen";
import { blockText, typeName } from "../naming";
import { isLabeledField } from "../vocabulary";
import { screenFix, type FixFactory } from "./context";

/** A button that fires a port. */
const buttonFor = (port: string, title = humanized(port)): Block =>
  ({ type: "button", title, do: [{ fire: port }] });

/** Adds a button for a port that has a route but that no block fires. */
export const addButton: FixFactory = (context) => {
  const { finding: { name }, screen } = context;
  if (name === undefined || portsIn(screen.root).includes(name)) return [];
  const end = endOf(screen.root);
  return end ? [screenFix(
    context, t("screens.fix-button", { port: name }),
    (drawnScreen) => insertBlocks(drawnScreen, end, [buttonFor(name)]))] : [];
};

/** Adds a fallback for builds that cannot show a block, with the same outputs and ports. */
export const addFallback: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const block = blockAt(screen, path);
  if (!block || block["else"] !== undefined) return [];
  return [screenFix(context, t("screens.fix-else", { name: typeName(block.type) }), (drawnScreen) =>
    withValue(drawnScreen, `${path}/else`, fallbackFor(block) as Json))];
};

function fallbackFor(block: Block): Block {
  const inner = blocksOf({ name: "", root: block }).map((locatedBlock) => locatedBlock.block);
  const parts = [
    ...inner.flatMap((innerBlock) => fieldFor(innerBlock, innerBlock === block)),
    ...portsIn(block).map((port) => buttonFor(port, titleOf(inner, port))),
  ];
  const [only, ...others] = parts;
  if (!only) return { type: "text", text: blockText(block) || t("screens.placeholder-instead") };
  return others.length === 0 ? only : { type: "column", gap: 3, children: parts };
}

/**
 * A field for the same output: for an offer a choice, for the unsupported block a text input, and
 * for a field inside it a copy.
 */
function fieldFor(block: Block, isUnsupported: boolean): Block[] {
  const name = block["name"];
  if (typeof name !== "string") return [];
  const products = block["products"];
  if (block.type === "offer" && Array.isArray(products)) {
    const options = products.map((product) => (
      { value: product, title: humanized(String(product)) }));
    return [{
      type: "choice", name, label: t("screens.placeholder-choose"), required: true, options,
      ...(block["default"] === undefined ? {} : { default: block["default"] }),
    }];
  }
  if (!isLabeledField(block.type)) return [];
  const keys = isUnsupported ? ["name", "label", "hint", "required"]
    : Object.keys(block).filter((key) => key !== "id" && key !== "showIf");
  const members = Object.fromEntries(keys.filter((key) => key in block)
    .map((key) => [key, block[key] ?? null]));
  return [isUnsupported ? { ...members, type: "input", kind: "text" }
    : { ...members, type: block.type }];
}

/** The title of the button that fires a port, or the port's name in words. */
function titleOf(blocks: Block[], port: string): string {
  const existing = blocks.find((block) => (
    block.type === "button" && portsIn(block["do"]).includes(port)));
  const title = existing?.["title"];
  return typeof title === "string" ? title : humanized(port);
}

/** Adds a button to the first fallback that fires no port although its block does. */
export const addButtonToFallback: FixFactory = (context) => {
  const located = blocksOf(context.screen).find(({ block }) => {
    const { else: fallback, ...own } = block;
    return isBlock(fallback) && portsIn(own).length > 0 && portsIn(fallback).length === 0;
  });
  const fallback = located?.block["else"];
  if (!located || !isBlock(fallback)) return [];
  const { else: _, ...own } = located.block;
  const [port = "next"] = portsIn(own);
  const title = titleOf(blocksOf({ name: "", root: own as Block }).map(({ block }) => block), port);
  return [screenFix(context, t("screens.fix-button-else", { port }), (screen) =>
    withValue(screen, `${located.path}/else`, {
      type: "column", gap: 3, children: [fallback, buttonFor(port, title)],
    }))];
};

/** Moves the only footer to the end of the screen. */
export const moveToEnd: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const isOnly = blocksOf(screen).filter(({ block }) => block.type === "footer").length === 1;
  if (blockAt(screen, path)?.type !== "footer" || !isOnly) return [];
  const [slot] = slotsOf(screen.root, "/root");
  if (!slot?.isList || !isObject(screen.root)) return [];
  return [screenFix(context, t("screens.fix-end"), (current: DrawnScreen) =>
    moveBlocks(current, [path], { slot: slot.path, index: slot.blocks.length })?.screen
      ?? current)];
};
