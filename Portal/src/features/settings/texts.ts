// The table of texts: keys by languages.

import type { Edit, FlowDocument } from "../../document";
import { importTexts, languagesOf } from "./edits";
import { textUses } from "./uses";

export interface TextRow {
  key: string;
  /** The text in each language; what is not there is missing. */
  texts: { [locale: string]: string | undefined };
  isMissing: boolean;
  /** The number of steps that show it. */
  uses: number;
}

/** All texts by key, also those that contents ask for and that no language has. */
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
      uses: uses.get(key)?.length ?? 0,
    };
  });
}

export type Show = "all" | "missing" | "unused";

export function chosen(rows: TextRow[], words: string, show: Show): TextRow[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (show === "missing" && !row.isMissing) return false;
    if (show === "unused" && row.uses > 0) return false;
    const text = [row.key, ...Object.values(row.texts)].join("\n").toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function tableOf(document: FlowDocument): string[][] {
  const locales = languagesOf(document);
  return [
    ["key", ...locales],
    ...rowsOf(document).map((row) => [row.key, ...locales.map((one) => row.texts[one] ?? "")]),
  ];
}

/** A language's tag as it is written everywhere, such as `de-AT`; undefined if it is none. */
export function canonical(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-")).toString();
  } catch {
    return undefined;
  }
}

/**
 * Reads texts from a table; an empty cell changes nothing. Returns the reason if the table cannot
 * be read.
 */
export function readTable(
  rows: string[][],
): { edit: Edit; texts: number; locales: string[] } | { wrong: "no-head" | string } {
  const [head, ...lines] = rows;
  if (!head || head.length < 2) return { wrong: "no-head" };
  const locales: string[] = [];
  for (const cell of head.slice(1)) {
    const tag = canonical(cell);
    if (!tag) return { wrong: cell };
    locales.push(tag);
  }
  const texts = lines.flatMap(([key = "", ...cells]) => cells.flatMap((text, index) => {
    const locale = locales[index];
    return key.trim() === "" || text === "" || !locale ? [] : [{ locale, key: key.trim(), text }];
  }));
  return { edit: importTexts(texts), texts: texts.length, locales };
}
