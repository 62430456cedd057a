// Fixes of exits: a button for a port that nothing fires, a fallback in builds that cannot show a
// block, and the position of the footer.

import { isObject, type Json } from "../../../document";
import {
  blockAt, blocksOf, insertBlocks, isBlock, moveBlocks, portsIn, slotsOf, withValue,
  type Block, type DrawnScreen,
} from "../../../document/blocks";
import { t } from "../../../localization";
import { blockText, typeName } from "../naming";
import { isField } from "../vocabulary";
import { onScreen, type FixFactory } from "./context";

/** `haveAccount` as “Have account”. */
const worded = (name: string) => {
  const words = name.replace(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const firing = (port: string, title = worded(port)): Block =>
  ({ type: "button", title, do: [{ fire: port }] });

/** Adds a button that fires a port with a route. */
export const button: FixFactory = (context) => {
  const { finding: { name }, screen } = context;
  if (name === undefined || portsIn(screen.root).includes(name)) return [];
  const [slot] = slotsOf(screen.root, "/root");
  const last = slot?.blocks.at(-1);
  const inner = last?.block.type === "footer" ? slotsOf(last.block, last.path)[0] : undefined;
  const into = inner ?? slot;
  const target = { slot: into?.path ?? "", index: into?.blocks.length ?? 0 };
  return target.slot === "" ? [] : [onScreen(
    context, t("screens.fix-button", { port: name }),
    (drawnScreen) => insertBlocks(drawnScreen, target, [firing(name)]))];
};

/** Adds a fallback for builds that cannot show a block, with the same outputs and ports. */
export const fallbackFix: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const block = blockAt(screen, path);
  if (!block || block["else"] !== undefined) return [];
  return [onScreen(context, t("screens.fix-else", { name: typeName(block.type) }), (drawnScreen) =>
    withValue(drawnScreen, `${path}/else`, fallbackFor(block) as Json))];
};

function fallbackFor(block: Block): Block {
  const inner = blocksOf({ name: "", root: block }).map((locatedBlock) => locatedBlock.block);
  const parts = [
    ...inner.flatMap((one) => fieldFor(one, one === block)),
    ...portsIn(block).map((port) => firing(port, titleOf(inner, port))),
  ];
  const [only, ...others] = parts;
  if (!only) return { type: "text", text: blockText(block) || t("screens.placeholder-instead") };
  return others.length === 0 ? only : { type: "column", gap: 3, children: parts };
}

/** A field that every build supports, replacing one that some builds lack. */
function fieldFor(block: Block, isMissing: boolean): Block[] {
  const name = block["name"];
  if (typeof name !== "string") return [];
  const products = block["products"];
  if (block.type === "offer" && Array.isArray(products)) {
    const options = products.map((product) => ({ value: product, title: worded(String(product)) }));
    return [{
      type: "choice", name, label: t("screens.placeholder-choose"), required: true, options,
      ...(block["default"] === undefined ? {} : { default: block["default"] }),
    }];
  }
  if (!isField(block.type)) return [];
  const kept = isMissing ? ["name", "label", "hint", "required"]
    : Object.keys(block).filter((key) => key !== "id" && key !== "showIf");
  const members = Object.fromEntries(kept.filter((key) => key in block)
    .map((key) => [key, block[key] ?? null]));
  return [isMissing ? { ...members, type: "input", kind: "text" }
    : { ...members, type: block.type }];
}

/** The title of the button that fires a port, or the port's name in words. */
function titleOf(blocks: Block[], port: string): string {
  const found = blocks.find((one) => one.type === "button" && portsIn(one["do"]).includes(port));
  const title = found?.["title"];
  return typeof title === "string" ? title : worded(port);
}

/** Adds a button to the fallback of a block that fires a port. */
export const buttonInElse: FixFactory = (context) => {
  const found = blocksOf(context.screen).find(({ block }) => {
    const { else: instead, ...own } = block;
    return isBlock(instead) && portsIn(own).length > 0 && portsIn(instead).length === 0;
  });
  const instead = found?.block["else"];
  if (!found || !isBlock(instead)) return [];
  const { else: _, ...own } = found.block;
  const [port = "next"] = portsIn(own);
  const title = titleOf(blocksOf({ name: "", root: own as Block }).map((one) => one.block), port);
  return [onScreen(context, t("screens.fix-button-else", { port }), (screen) =>
    withValue(screen, `${found.path}/else`, {
      type: "column", gap: 3, children: [instead, firing(port, title)],
    }))];
};

/** Moves the only footer to the end of the screen. */
export const toEnd: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const isOnly = blocksOf(screen).filter(({ block }) => block.type === "footer").length === 1;
  if (blockAt(screen, path)?.type !== "footer" || !isOnly) return [];
  const [slot] = slotsOf(screen.root, "/root");
  if (!slot?.isList || !isObject(screen.root)) return [];
  return [onScreen(context, t("screens.fix-end"), (one: DrawnScreen) =>
    moveBlocks(one, [path], { slot: slot.path, index: slot.blocks.length })?.screen ?? one)];
};
