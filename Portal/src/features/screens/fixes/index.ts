// The safe quick fixes at a block: each is one edit that can be undone, or focuses the field that
// only the user can fill in.

import { blockAt, valueAt, withValue, type DrawnScreen } from "../../../document/blocks";
import { t } from "../../../localization";
import { conditionalPaths } from "../advice/advice";
import { screenFix, removeBlock, type BlockFix, type FixFactory } from "./context";
import { fixThemeColor, reduceTextStyle, stackRow, resetColor } from "./appearance";
import {
  addProperty, correctProperty, declareState, moveActionLast, renameDuplicate,
} from "./properties";
import { addButton, addButtonToFallback, addFallback, moveToEnd } from "./exits";

export type { BlockFix } from "./context";

const markAsDecorative: FixFactory = (context) => [
  { label: t("screens.fix-alternative"), focus: `${context.finding.path}/alt` },
  screenFix(context, t("screens.fix-decorative"), (screen) =>
    withValue(screen, `${context.finding.path}/alt`, { decorative: true })),
];

const emptyText: FixFactory = (context) => [
  { label: t("screens.fix-write"), focus: context.finding.pointer }, ...removeBlock(context)];

const unhide: FixFactory = (context) => [screenFix(
  context, t("screens.fix-always"),
  (screen) => conditionalPaths(screen, context.finding.path)
    .reduce((drawnScreen, path) => withValue(drawnScreen, `${path}/showIf`, undefined), screen))];

/** Makes the first text the heading, if there is one, or focuses the title. */
const addHeading: FixFactory = (context) => {
  const text = firstTextPath(context.screen);
  const title: BlockFix = { label: t("screens.fix-title"), focus: "/title" };
  return text === undefined ? [title] : [
    screenFix(context, t("screens.fix-heading"), (screen) =>
      withValue(screen, `${text}/role`, "heading1")), title];
};

/** The path of the first text in the blocks' `children`; undefined if there is none. */
function firstTextPath(screen: DrawnScreen): string | undefined {
  const find = (path: string): string | undefined => {
    const block = blockAt(screen, path);
    if (block?.type === "text") return path;
    const children = valueAt(screen, `${path}/children`);
    return (Array.isArray(children) ? children : [])
      .map((_, index) => find(`${path}/children/${index}`)).find((child) => child !== undefined);
  };
  return find("/root");
}

const factories: { [code: string]: FixFactory } = {
  "unknown-property": correctProperty,
  "invalid-property": (context) => [...moveActionLast(context), ...correctProperty(context)],
  "unknown-block": removeBlock,
  "missing-property": (context) => (
    context.finding.name === "alt" ? markAsDecorative(context) : addProperty(context)),
  "misplaced-block": (context) => [...moveToEnd(context), ...removeBlock(context)],
  "duplicate-block": renameDuplicate,
  "unknown-binding": declareState,
  "block-not-in-build": (context) => (
    context.finding.pointer === "/root" ? addButtonToFallback(context)
      : [...addFallback(context), ...removeBlock(context)]),
  "unknown-port": addButton,
  "low-contrast": fixThemeColor,
  "no-alternative": markAsDecorative,
  "empty-text": emptyText,
  "hidden-exit": unhide,
  "no-heading": addHeading,
  "broken-word": (context) => [...stackRow(context), ...reduceTextStyle(context)],
  "too-wide": stackRow,
  "text-contrast": resetColor,
};

/** The codes with quick fixes at a block. */
export const fixableCodes = Object.keys(factories);

/** The fixes of a finding, the likeliest first; empty if there is none. */
export const fixesFor: FixFactory = (context) => factories[context.finding.code]?.(context) ?? [];
