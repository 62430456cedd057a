// Issues of a screen that only appear when it is rendered: on a small phone, in several languages,
// with text at 200%, light and dark. Measured on an off-screen copy.

import { isObject, type FlowDocument, type Json } from "../../../document";
import type { BlockPath, DrawnScreen } from "../../../document/blocks";
import { contrast, MIN_CONTRAST } from "../../../document/contrast";
import type { Appearance } from "../../../document/theme";
import { language } from "../../../localization";
import { drawnRoot, patchHTML, setTheme } from "../../drawn";
import { localesOf } from "../../inspector";
import { designCopy, pathOfElement } from "../design";
import { keyOfText } from "../naming";
import { renderScreens } from "../rendering";

/**
 * The maximum number of languages in which a screen is measured: the first, and those with the
 * longest texts.
 */
const MAX_LOCALES = 4;

/** An element that overflows the screen, or a word that does not fit on a line. */
export interface Overflow {
  kind: "too-wide" | "broken-word";
  path: BlockPath;
  word: string;
  locale: string;
  isLarge: boolean;
}

/** Text with too little contrast (WCAG 2.2, 1.4.3), and its two colors as `#rrggbb`. */
export interface LowContrastText {
  path: BlockPath;
  appearance: Appearance;
  color: string;
  background: string;
  /** The contrast ratio, times 100. */
  hundredths: number;
}

/** The issues of a rendered screen. */
export interface ScreenIssues { overflows: Overflow[]; lowContrast: LowContrastText[] }

export const noIssues: ScreenIssues = { overflows: [], lowContrast: [] };

/** Renders a screen in its measured languages, and finds its issues; contrast only in the first. */
export async function measureScreen(document: FlowDocument, screen: DrawnScreen) {
  const host = window.document.createElement("div");
  host.className = "screen-probe";
  host.inert = true;
  host.setAttribute("aria-hidden", "true");
  const root = drawnRoot(host);
  setTheme(root, document.theme);
  const issues: ScreenIssues = { overflows: [], lowContrast: [] };
  const design = designCopy(screen);
  try {
    for (const [index, locale] of measuredLocales(document, screen).entries()) {
      const html = (await renderScreens(document, [design], locale)).get(screen.name);
      if (html === undefined) return noIssues;
      patchHTML(root, html, {});
      window.document.body.append(host);
      for (const isLarge of [false, true]) {
        host.style.setProperty("--fm-text-size", isLarge ? "2rem" : "1rem");
        issues.overflows.push(...overflowsIn(root, locale, isLarge));
      }
      if (index === 0) issues.lowContrast = lowContrastTexts(root, host);
      host.remove();
    }
  } finally {
    host.remove();
  }
  return { ...issues, overflows: firstOfEach(issues.overflows) };
}

/** The first overflow of each block, preferring the default text size. */
function firstOfEach(overflows: Overflow[]): Overflow[] {
  const first = new Map<string, Overflow>();
  for (const overflow of [...overflows].sort((a, b) => Number(a.isLarge) - Number(b.isLarge))) {
    if (!first.has(overflow.path)) first.set(overflow.path, overflow);
  }
  return [...first.values()];
}

/** The document's first language and those in which the screen's texts are longest. */
export function measuredLocales(document: FlowDocument, screen: DrawnScreen): string[] {
  const keys = keysIn(screen);
  const length = (locale: string) => keys.reduce(
    (sum, key) => sum + (document.strings?.[locale]?.[key]?.length ?? 0), 0);
  const [first = language, ...others] = localesOf(document);
  if (keys.length === 0) return [first];
  return [first, ...others.sort((a, b) => length(b) - length(a)).slice(0, MAX_LOCALES - 1)];
}

function keysIn(value: Json): string[] {
  const key = keyOfText(value);
  if (key !== undefined) return [key];
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return isObject(value) ? Object.values(value).flatMap(keysIn) : [];
}

const blockOf = (element: Element | null): BlockPath => {
  const block = element?.closest("[data-key]");
  return block ? pathOfElement(block) : "/root";
};

// Overflow -------------------------------------------------------------------------------------

function overflowsIn(root: ShadowRoot, locale: string, isLarge: boolean): Overflow[] {
  const overflow = (kind: Overflow["kind"], element: Element, word: string): Overflow =>
    ({ kind, path: blockOf(element), word, locale, isLarge });
  const edge = root.host.getBoundingClientRect();
  const wide = [...root.querySelectorAll(".fm-screen *")].filter((element) => {
    if (element.closest(".fm-carousel, svg, option, [hidden]")) return false;
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > edge.right + 1 || left < edge.left - 1);
  });
  return [
    ...wide.map((element) => overflow("too-wide", element, "")),
    ...textsIn(root).flatMap((text) => {
      const word = brokenWord(text);
      return word === undefined || !text.parentElement ? []
        : [overflow("broken-word", text.parentElement, word)];
    }),
  ];
}

function textsIn(root: ShadowRoot): Text[] {
  const walker = window.document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== "" && !text.parentElement?.closest("option, style")) texts.push(text);
  }
  return texts;
}

/** Words without line break opportunities; scripts that break anywhere are excluded. */
const words = /[^\s\u00ad\u200b\-–—/]{2,}/gu;
const breakableScripts = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** The first word that is broken across lines without a break opportunity. */
function brokenWord(text: Text): string | undefined {
  const range = window.document.createRange();
  for (const { 0: word = "", index = 0 } of text.data.matchAll(words)) {
    if (breakableScripts.test(word)) continue;
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const first = lines[0]?.top ?? 0;
    if (lines.some(({ top }) => top > first + 2)) return word;
  }
  return undefined;
}

// Contrast -------------------------------------------------------------------------------------

function lowContrastTexts(root: ShadowRoot, host: HTMLElement): LowContrastText[] {
  return (["light", "dark"] as const).flatMap((appearance) => {
    host.style.colorScheme = appearance;
    const lowContrast = new Map<string, LowContrastText>();
    for (const { parentElement: element } of textsIn(root)) {
      const colors = element ? colorsOf(element) : null;
      if (!element || !colors) continue;
      const hundredths = contrast(colors.color, colors.background);
      const path = blockOf(element);
      if (hundredths < MIN_CONTRAST && !lowContrast.has(path)) {
        lowContrast.set(path, { path, appearance, hundredths, ...colors });
      }
    }
    return [...lowContrast.values()];
  });
}

/** The colors of a text and its background; null if one is translucent, or over a picture. */
function colorsOf(element: Element): { color: string; background: string } | null {
  if (element.closest(".fm-overlay")) return null;
  const color = hexOf(getComputedStyle(element).color);
  const background = hexOf(backgroundBehind(element));
  return color && background ? { color, background } : null;
}

/** The background of the innermost ancestor that has one. */
function backgroundBehind(element: Element): string {
  const own = getComputedStyle(element).backgroundColor;
  const isNone = own === "rgba(0, 0, 0, 0)";
  return isNone && element.parentElement ? backgroundBehind(element.parentElement) : own;
}

/** `rgb(31, 87, 214)` as `#1f57d6`; undefined for a translucent color. */
function hexOf(color: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}
