// Pseudo-languages for testing: longer texts, and texts from right to left. Their tags are those of
// CLDR, as in other tools.

import { templateParts, type FlowDocument } from "../../document";

export const LONGER = "en-XA";
export const MIRRORED = "ar-XB";
export const pseudoLanguages = [LONGER, MIRRORED] as const;

/** The document with its texts in a pseudo-language, if the locale is one. */
export function withPseudo(document: FlowDocument, locale: unknown): FlowDocument {
  const change = locale === LONGER ? longer : locale === MIRRORED ? mirrored : undefined;
  if (!change) return document;
  const strings = document.strings ?? {};
  const source = strings[document.defaultLocale ?? Object.keys(strings)[0] ?? ""] ?? {};
  const texts = Object.fromEntries(
    Object.entries(source).map(([key, text]) => [key, change(text)]));
  return { ...document, strings: { ...strings, [locale as string]: texts } };
}

// The direction follows from the script, or from the language if there is none.
const rightToLeftScripts = /^(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm|Rohg)$/;
const rightToLeftLanguages = /^(ar|he|fa|ur|ps|sd|ug|yi|dv|ckb|arc|syr)$/;

/** The direction that a language is written in. */
export function directionOf(locale: unknown): "ltr" | "rtl" {
  if (typeof locale !== "string") return "ltr";
  try {
    const { language, script } = new Intl.Locale(locale);
    const isRightToLeft = script
      ? rightToLeftScripts.test(script) : rightToLeftLanguages.test(language);
    return isRightToLeft ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}

const plain = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwYyZz";
const accented = "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþŔŕŠšŢţÛûṼṽŴŵÝýŽž";
const accents = new Map(
  [...plain].map((letter, index) => [letter, [...accented][index] ?? letter]));
const fillers = ["öñé", "ţŵö", "ţĥŕéé", "ƒöûŕ", "ƒîṽé", "šîẋ"];

/** A text with accents, at least 40% longer, in brackets that reveal truncation. */
export function longer(text: string): string {
  if (text.trim() === "") return text;
  let result = mapWords(text, (words) =>
    [...words].map((letter) => accents.get(letter) ?? letter).join(""));
  const minimum = Math.ceil([...text].length * 1.4);
  for (let index = 0; [...result].length < minimum; index += 1) {
    result += ` ${fillers[index % fillers.length]}`;
  }
  return `[${result}]`;
}

/** A text whose words are read from right to left. */
export const mirrored = (text: string): string =>
  mapWords(text, (words) => words.replace(/[\p{L}\p{N}]+/gu, "\u200F\u202E$&\u202C\u200F"));

/** Transforms readable text, but not placeholders, markup or the URLs of links. */
function mapWords(text: string, change: (words: string) => string): string {
  return templateParts(text).map((part) => (part.isPlaceholder ? part.text
    : part.text.split(/(\]\([^)\s]*\))/).map((words, index) =>
      (index % 2 === 1 ? words : change(words))).join(""))).join("");
}
