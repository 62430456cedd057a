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
  measureScreen, nothingMeasured, type Faint, type Measured, type Overflow,
} from "./measure";

/**
 * The delay after the last change before a screen is measured, in milliseconds, so that it is not
 * measured while a user types.
 */
const DELAY = 700;

/** The last measurement, with the measured screen. */
export interface Measurement extends Measured { screen?: DrawnScreen }

/** Measures a screen again whenever its rendering has changed. */
export function useMeasured(document: FlowDocument, screen: DrawnScreen | undefined): Measurement {
  const [measured, setMeasured] = useState<Measurement>(nothingMeasured);
  const { strings, theme, defaultLocale } = document;
  useEffect(() => {
    if (!screen) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      // A screen that cannot be drawn has findings that say so.
      measureScreen(document, screen).catch(() => nothingMeasured)
        .then((next) => isWanted && setMeasured({ ...next, screen }));
    }, DELAY);
    return () => {
      isWanted = false;
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
  const { overflows, faint } = followed(measured, screen);
  const own = faint.filter((one) => !isInTheme(one, document, findings));
  const first = own.filter((one) => own.find(({ path }) => path === one.path) === one);
  return [
    ...overflows.map((overflow) => overflowAdvice(overflow, document, screen)),
    ...first.map((one) => faintAdvice(one, screen)),
  ];
}

/** The measurement with current block paths, without removed blocks. */
export function followed({ screen: before, overflows, faint }: Measurement, screen: DrawnScreen) {
  const now = <Item extends { path: string }>(one: Item): Item[] =>
    followPaths(before ?? screen, screen, [one.path]).map((path) => ({ ...one, path }));
  return { overflows: overflows.flatMap(now), faint: faint.flatMap(now) };
}

function overflowAdvice(
  { kind, path, word, locale, isLarge }: Overflow, document: FlowDocument, screen: DrawnScreen,
): LocatedFinding {
  const isOneOfMany = Object.keys(document.strings ?? {}).length > 1;
  const where = [
    isLarge ? t("screens.display-large") : "",
    isOneOfMany ? t("screens.display-locale", { language: languageText(locale) }) : "",
  ].join("");
  const name = blockName(blockAt(screen, path), document);
  return {
    code: kind, severity: "advice", path, pointer: path, name: word, display: { locale, isLarge },
    text: t(`screens.advice-${kind}`, { name, word, where }), fix: t(`screens.advise-${kind}`),
  };
}

function faintAdvice(
  { path, appearance, hundredths }: Faint, screen: DrawnScreen,
): LocatedFinding {
  const block = blockAt(screen, path);
  const key = ["tone", "surface"].find((one) => block?.[one] !== undefined);
  return {
    code: "faint", severity: "advice", path, display: { appearance },
    pointer: key ? `${path}/${key}` : path,
    text: t("screens.advice-faint", {
      name: blockName(block), ratio: formatNumber(hundredths / 100),
      where: t(`screens.display-${appearance}`),
    }),
    fix: t("screens.advise-faint"),
  };
}

/** Whether the verifier has found the same two colors of the theme. */
function isInTheme(
  { appearance, color, background }: Faint, document: FlowDocument, findings: Finding[],
): boolean {
  const { colors } = readTheme(document.theme);
  return findings.some(({ code, arguments: args }) => code === "low-contrast"
    && args["appearance"] === appearance
    && colors[args["text"] as ThemeRole]?.[appearance] === color
    && colors[args["background"] as ThemeRole]?.[appearance] === background);
}
