// The safe quick fixes at a block: each is one edit that can be undone, or focuses the field that
// only the user can fill in.

import { blockAt, valueAt, withValue, type DrawnScreen } from "../../../document/blocks";
import { t } from "../../../localization";
import { conditionalPaths } from "../advice/advice";
import { onScreen, removal, type BlockFix, type FixFactory } from "./context";
import { readableThemeColor, smallerText, stackedRow, defaultColor } from "./appearance";
import {
  addProperty, correctProperty, declareState, moveActionLast, renameDuplicate,
} from "./properties";
import { addButton, addButtonToFallback, addFallback, moveToEnd } from "./exits";

export type { BlockFix } from "./context";

const decoration: FixFactory = (context) => [
  { label: t("screens.fix-alternative"), focus: `${context.finding.path}/alt` },
  onScreen(context, t("screens.fix-decorative"), (screen) =>
    withValue(screen, `${context.finding.path}/alt`, { decorative: true })),
];

const emptyText: FixFactory = (context) => [
  { label: t("screens.fix-write"), focus: context.finding.pointer }, ...removal(context)];

const unhide: FixFactory = (context) => [onScreen(
  context, t("screens.fix-always"),
  (screen) => conditionalPaths(screen, context.finding.path)
    .reduce((drawnScreen, path) => withValue(drawnScreen, `${path}/showIf`, undefined), screen))];

/** Makes the first text the heading, if there is one, or focuses the title. */
const heading: FixFactory = (context) => {
  const text = firstTextPath(context.screen);
  const title: BlockFix = { label: t("screens.fix-title"), focus: "/title" };
  return text === undefined ? [title] : [
    onScreen(context, t("screens.fix-heading"), (screen) =>
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
  "unknown-block": removal,
  "missing-property": (context) => (
    context.finding.name === "alt" ? decoration(context) : addProperty(context)),
  "misplaced-block": (context) => [...moveToEnd(context), ...removal(context)],
  "duplicate-block": renameDuplicate,
  "unknown-binding": declareState,
  "block-not-in-build": (context) => (
    context.finding.pointer === "/root" ? addButtonToFallback(context)
      : [...addFallback(context), ...removal(context)]),
  "unknown-port": addButton,
  "low-contrast": readableThemeColor,
  "no-alternative": decoration,
  "empty-text": emptyText,
  "hidden-exit": unhide,
  "no-heading": heading,
  "broken-word": (context) => [...stackedRow(context), ...smallerText(context)],
  "too-wide": stackedRow,
  "text-contrast": defaultColor,
};

/** The codes with quick fixes at a block. */
export const fixableCodes = Object.keys(factories);

/** The fixes of a finding, the likeliest first; empty if there is none. */
export const fixesFor: FixFactory = (context) => factories[context.finding.code]?.(context) ?? [];
