// Suggestions from measuring a rendered screen, updated shortly after it has changed.

import { useEffect, useState } from "react";
import type { Finding, FlowDocument } from "../../../document";
import { blockAt, followPaths, type DrawnScreen } from "../../../document/blocks";
import { readTheme, type ThemeRole } from "../../../document/theme";
import { formatNumber, t } from "../../../localization";
import { languageText } from "../../inspector";
import type { LocatedFinding } from "../locatedFinding";
import { blockName } from "../naming";
import {
  measureScreen, noIssues, type LowContrastText, type Overflow, type ScreenIssues,
} from "./measure";

/**
 * The delay after the last change before a screen is measured, in milliseconds, so that it is not
 * measured while a user types.
 */
const MEASUREMENT_DELAY = 700;

/** The last measurement, with the measured screen. */
export interface Measurement extends ScreenIssues { screen?: DrawnScreen }

/** Measures a screen again whenever its rendering has changed. */
export function useMeasurement(
  document: FlowDocument, screen: DrawnScreen | undefined,
): Measurement {
  const [measured, setMeasured] = useState<Measurement>(noIssues);
  const { strings, theme, defaultLocale } = document;
  useEffect(() => {
    if (!screen) return;
    let isActive = true;
    const timer = setTimeout(() => {
      // A screen that cannot be drawn has findings that explain it.
      measureScreen(document, screen).catch(() => noIssues)
        .then((next) => isActive && setMeasured({ ...next, screen }));
    }, MEASUREMENT_DELAY);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [screen, strings, theme, defaultLocale]);
  return measured;
}

/** The suggestions from a measurement, without what the verifier reports. */
export function measuredAdvice(
  measured: Measurement, document: FlowDocument, screen: DrawnScreen,
  findings: Finding[],
): LocatedFinding[] {
  const { overflows, lowContrast } = withCurrentPaths(measured, screen);
  const own = lowContrast.filter((text) => !isReported(text, document, findings));
  const first = own.filter((text) => own.find(({ path }) => path === text.path) === text);
  return [
    ...overflows.map((overflow) => overflowAdvice(overflow, document, screen)),
    ...first.map((text) => contrastAdvice(text, screen)),
  ];
}

/** The measurement with current block paths, without removed blocks. */
export function withCurrentPaths(
  { screen: measured, overflows, lowContrast }: Measurement, screen: DrawnScreen,
) {
  const follow = <Item extends { path: string }>(item: Item): Item[] =>
    followPaths(measured ?? screen, screen, [item.path]).map((path) => ({ ...item, path }));
  return { overflows: overflows.flatMap(follow), lowContrast: lowContrast.flatMap(follow) };
}

function overflowAdvice(
  { kind, path, word, locale, isLarge }: Overflow, document: FlowDocument, screen: DrawnScreen,
): LocatedFinding {
  const hasLanguages = Object.keys(document.strings ?? {}).length > 1;
  const where = [
    isLarge ? t("screens.display-large") : "",
    hasLanguages ? t("screens.display-locale", { language: languageText(locale) }) : "",
  ].join("");
  const name = blockName(blockAt(screen, path), document);
  return {
    code: kind, severity: "advice", path, pointer: path, name: word, display: { locale, isLarge },
    text: t(`screens.advice-${kind}`, { name, word, where }), fix: t(`screens.advise-${kind}`),
  };
}

function contrastAdvice(
  { path, appearance, hundredths }: LowContrastText, screen: DrawnScreen,
): LocatedFinding {
  const block = blockAt(screen, path);
  const key = ["tone", "surface"].find((name) => block?.[name] !== undefined);
  return {
    code: "text-contrast", severity: "advice", path, display: { appearance },
    pointer: key ? `${path}/${key}` : path,
    text: t("screens.advice-text-contrast", {
      name: blockName(block), ratio: formatNumber(hundredths / 100),
      where: t(`screens.display-${appearance}`),
    }),
    fix: t("screens.advise-text-contrast"),
  };
}

/** Whether the verifier already reports these two colors of the theme. */
function isReported(
  { appearance, color, background }: LowContrastText, document: FlowDocument, findings: Finding[],
): boolean {
  const { colors } = readTheme(document.theme);
  return findings.some(({ code, arguments: args }) => code === "low-contrast"
    && args["appearance"] === appearance
    && colors[args["text"] as ThemeRole]?.[appearance] === color
    && colors[args["background"] as ThemeRole]?.[appearance] === background);
}
