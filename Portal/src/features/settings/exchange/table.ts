// Texts as CSV: a column for each language, the source first.

import type { FlowDocument } from "../../../document";
import { parseTable, TableError, toCSV } from "../../../model/csv";
import { canonicalTag, rowsOf, sourceLanguage } from "../texts";
import { languagesOf } from "../edits";
import { FileError, type FileText, type TextFile } from "./file";

/** The languages of the columns: the source first. */
const columnLanguages = (document: FlowDocument): string[] => {
  const source = sourceLanguage(document);
  return [source, ...languagesOf(document).filter((language) => language !== source)];
};

/** All texts as CSV for spreadsheets, with a byte order mark to signal UTF-8. */
export function toTable(document: FlowDocument): string {
  const locales = columnLanguages(document);
  return `\uFEFF${toCSV([
    ["key", ...locales],
    ...rowsOf(document).map(({ key, texts }) => [
      key, ...locales.map((locale) => texts[locale] ?? "")]),
  ])}`;
}

/** Reads CSV; empty cells are ignored. Throws `FileError` for an invalid table. */
export function readTable(text: string, document: FlowDocument): TextFile {
  const [header, ...rows] = parse(text);
  if (!header || header.cells.length < 2) throw new FileError({ kind: "no-header" });
  const locales = header.cells.slice(1).map((cell) => {
    const tag = canonicalTag(cell);
    if (!tag) throw new FileError({ kind: "language", name: cell });
    return tag;
  });
  const sourceIndex = locales.indexOf(sourceLanguage(document));
  const texts = rows.flatMap(({ line, cells: [key = "", ...cells] }) => {
    const source = sourceIndex < 0 ? undefined : cells[sourceIndex];
    if (key.trim() === "") return [];
    return locales.flatMap((locale, index): FileText[] => {
      const cell = cells[index] ?? "";
      return cell === "" ? [] : [{
        line, key, locale, text: cell, ...(source === undefined || source === "" ? {} : { source }),
      }];
    });
  });
  return { texts, rejections: [], locales, canAdd: true };
}

function parse(text: string): { line: number; cells: string[] }[] {
  try {
    return parseTable(text);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new FileError({ kind: "quote", line: error.line });
  }
}
