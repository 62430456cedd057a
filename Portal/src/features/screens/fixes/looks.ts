// Fixes of appearance: readable colors, and space for long words.

import { blockAt, blocksOf, withValue } from "../../../document/blocks";
import { backgroundsOf, readableColor } from "../../../document/contrast";
import { readTheme, type Appearance, type ThemeRole } from "../../../document/theme";
import { setThemeColor } from "../../../document/themeEdits";
import { t, tIfExists } from "../../../localization";
import { wordName } from "../naming";
import { onScreen, type FixFactory } from "./context";

/** The nearest color of the theme that is readable on all its backgrounds. */
export const readableTheme: FixFactory = ({ finding: { finding }, document }) => {
  const role = finding?.arguments["text"] as ThemeRole;
  const appearance = finding?.arguments["appearance"] as Appearance;
  const { colors } = readTheme(document.theme);
  const now = colors[role]?.[appearance];
  const color = now && readableColor(
    now, backgroundsOf(role).map((one) => colors[one][appearance]));
  if (color === undefined || color === now) return [];
  const name = tIfExists(`screens.role-${role}`) ?? role;
  return [{
    label: t("screens.fix-color", { name, color }), edit: setThemeColor(role, appearance, color),
  }];
};

/** Resets the color of the text or its background. */
export const defaultColor: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const holder = blocksOf(screen).filter((one) => path === one.path
    || path.startsWith(`${one.path}/`)).reverse();
  const block = blockAt(screen, path);
  if (block?.["tone"] !== undefined) {
    return [onScreen(context, t("screens.fix-tone"), (one) =>
      withValue(one, `${path}/tone`, undefined))];
  }
  const colored = holder.find((one) => one.block["surface"] !== undefined);
  return colored ? [onScreen(context, t("screens.fix-surface"), (one) =>
    withValue(one, `${colored.path}/surface`, undefined))] : [];
};

const styles = ["display", "title", "headline", "body"];

/** The next smaller style of a text. */
export const smallerText: FixFactory = (context) => {
  const { finding: { path }, screen } = context;
  const block = blockAt(screen, path);
  const smaller = styles[styles.indexOf(String(block?.["style"])) + 1];
  if (block?.type !== "text" || smaller === undefined || block["style"] === undefined) return [];
  return [onScreen(
    context, t("screens.fix-smaller", { style: wordName("style", smaller) }),
    (one) => withValue(one, `${path}/style`, smaller))];
};

/** Stacks a row where space is tight. */
export const stackedRow: FixFactory = (context) => {
  const { finding: { path, look }, screen } = context;
  const row = blocksOf(screen).filter((one) => one.block.type === "row"
    && path.startsWith(`${one.path}/`)).at(-1);
  const when = row?.block["stackWhen"] ?? "largeText";
  if (!row || when === "compact" || look?.isLarge && when === "largeText") return [];
  const next = look?.isLarge ? undefined : "compact";
  return [onScreen(context, t("screens.fix-stack"), (one) =>
    withValue(one, `${row.path}/stackWhen`, next))];
};
