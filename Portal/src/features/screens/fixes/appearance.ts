// Fixes for the appearance: readable colors, and space for long words.

import { blockAt, blocksOf, withValue } from "../../../document/blocks";
import { backgroundsOf, readableColor } from "../../../document/contrast";
import { readTheme, type Appearance, type ThemeRole } from "../../../document/theme";
import { setThemeColor } from "../../../document/themeEdits";
import { t, tIfExists } from "../../../localization";
import { valueName } from "../naming";
import { screenFix, type FixFactory } from "./context";

/** Changes a color of the theme to the nearest one that is readable on all its backgrounds. */
export const fixThemeColor: FixFactory = ({ finding: { finding }, document }) => {
  const role = finding?.arguments["text"] as ThemeRole;
  const appearance = finding?.arguments["appearance"] as Appearance;
  const { colors } = readTheme(document.theme);
  const current = colors[role]?.[appearance];
  const color = current && readableColor(
    current, backgroundsOf(role).map((background) => colors[background][appearance]));
  if (color === undefined || color === current) return [];
  const name = tIfExists(`screens.role-${role}`) ?? role;
  return [{
    label: t("screens.fix-color", { name, color }), edit: setThemeColor(role, appearance, color),
  }];
};

/** Resets the color of the text or its background. */
export const resetColor: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const enclosing = blocksOf(screen).filter((locatedBlock) => path === locatedBlock.path
    || path.startsWith(`${locatedBlock.path}/`)).reverse();
  const block = blockAt(screen, path);
  if (block?.["tone"] !== undefined) {
    return [screenFix(context, t("screens.fix-tone"), (drawnScreen) =>
      withValue(drawnScreen, `${path}/tone`, undefined))];
  }
  const colored = enclosing.find((locatedBlock) => locatedBlock.block["surface"] !== undefined);
  return colored ? [screenFix(context, t("screens.fix-surface"), (drawnScreen) =>
    withValue(drawnScreen, `${colored.path}/surface`, undefined))] : [];
};

const styles = ["display", "title", "headline", "body"];

/** Gives a text the next smaller style. */
export const reduceTextStyle: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const block = blockAt(screen, path);
  const smaller = styles[styles.indexOf(String(block?.["style"])) + 1];
  if (block?.type !== "text" || smaller === undefined || block["style"] === undefined) return [];
  return [screenFix(
    context, t("screens.fix-smaller", { style: valueName("style", smaller) }),
    (drawnScreen) => withValue(drawnScreen, `${path}/style`, smaller))];
};

/** Stacks the row around a block: with large text if it only overflows then, else if compact. */
export const stackRow: FixFactory = (context) => {
  const { finding: { path, display }, screen } = context;
  const row = blocksOf(screen).filter((locatedBlock) => locatedBlock.block.type === "row"
    && path.startsWith(`${locatedBlock.path}/`)).at(-1);
  const when = row?.block["stackWhen"] ?? "largeText";
  if (!row || when === "compact" || display?.isLarge && when === "largeText") return [];
  const next = display?.isLarge ? undefined : "compact";
  return [screenFix(context, t("screens.fix-stack"), (drawnScreen) =>
    withValue(drawnScreen, `${row.path}/stackWhen`, next))];
};
