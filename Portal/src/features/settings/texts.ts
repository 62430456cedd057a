// The table of texts: keys by languages.

import type { FlowDocument } from "../../document";
import { languagesOf } from "./edits";
import { textUses } from "./uses";

export interface TextRow {
  key: string;
  /** The text in each language; undefined if it is missing. */
  texts: { [locale: string]: string | undefined };
  /** Whether some language lacks the text. */
  isMissing: boolean;
  /** The steps and drawn screens that show the text. */
  uses: string[];
  /** Whether it is a plural form, such as `days.one`; screens refer only to the base key. */
  isPluralForm: boolean;
}

/** The source language of translations, which is the fallback. */
export const sourceLanguage = (document: FlowDocument): string =>
  document.defaultLocale ?? languagesOf(document)[0] ?? "en";

/** All texts by key, including used keys without any text. */
export function rowsOf(document: FlowDocument): TextRow[] {
  const locales = languagesOf(document);
  const uses = textUses(document);
  const keys = new Set([
    ...Object.values(document.strings ?? {}).flatMap((table) => Object.keys(table)),
    ...uses.keys(),
  ]);
  return [...keys].sort((a, b) => a.localeCompare(b)).map((key) => {
    const texts = Object.fromEntries(
      locales.map((locale) => {
        const table = document.strings?.[locale] ?? {};
        return [locale, Object.hasOwn(table, key) ? table[key] : undefined];
      }));
    return {
      key, texts, isMissing: locales.some((locale) => texts[locale] === undefined),
      uses: [...uses.get(key)?.names ?? []],
      isPluralForm: uses.get(key)?.isPluralForm ?? false,
    };
  });
}

export type RowFilter = "all" | "missing" | "unused";

export function filterRows(rows: TextRow[], query: string, filter: RowFilter): TextRow[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter === "missing" && !row.isMissing) return false;
    if (filter === "unused" && row.uses.length > 0) return false;
    const text = [row.key, ...row.uses, ...Object.values(row.texts)].join("\n")
      .toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The canonical form of a language tag, such as `de-AT`; undefined if it is invalid. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-")).toString();
  } catch {
    return undefined;
  }
}
