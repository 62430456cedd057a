// The changes and rejections of an import, computed in advance.

import { placeholdersOf, type Edit, type FlowDocument } from "../../../document";
import { importTexts, languagesOf } from "../edits";
import { rowsOf, sourceLanguage } from "../texts";
import type { FileText, Rejection, RejectionReason, TextFile } from "./file";

/** A text that would be different. */
export interface TextChange {
  line: number;
  key: string;
  locale: string;
  before?: string;
  after: string;
}

export interface Review {
  changes: TextChange[];
  /** Texts with unknown keys and a source text, imported only if the user allows it. */
  additions: TextChange[];
  /** Rejections, without those of additions. */
  rejections: Rejection[];
  /** The languages that the application does not have yet. */
  newLanguages: string[];
  /** The number of unchanged texts. */
  unchanged: number;
}

/** Compares a file with the document. */
export function reviewOf(file: TextFile, document: FlowDocument): Review {
  const rows = new Map(rowsOf(document).map((row) => [row.key, row]));
  const source = sourceLanguage(document);
  const seen = new Set<string>();
  const review: Review = {
    changes: [], additions: [], rejections: [], newLanguages: [], unchanged: 0,
  };
  const rejections: Rejection[] = [...file.rejections];
  for (const text of file.texts) {
    const row = rows.get(text.key);
    const id = JSON.stringify([text.key, text.locale]);
    const reason = seen.has(id)
      ? { kind: "duplicate" as const, key: text.key, locale: text.locale }
      : reasonAgainst(text, row?.texts[source], source, row !== undefined);
    seen.add(id);
    const change = { line: text.line, key: text.key, locale: text.locale, after: text.text };
    const before = row?.texts[text.locale];
    if (reason) rejections.push({ line: text.line, reason });
    else if (!row && file.canAdd && text.source !== undefined) review.additions.push(change);
    else if (!row && file.canAdd) rejections.push(
      { line: text.line, reason: { kind: "no-source", key: text.key, locale: source } });
    else if (!row) rejections.push(unknownKey(change));
    else if (before === text.text) review.unchanged += 1;
    else review.changes.push({ ...change, ...(before === undefined ? {} : { before }) });
  }
  review.rejections = withoutRepeats(rejections);
  const known = new Set(languagesOf(document));
  review.newLanguages = file.locales.filter((locale) => !known.has(locale));
  return review;
}

const unknownKey = ({ line, key }: TextChange): Rejection => (
  { line, reason: { kind: "unknown-key", key } });

/** The rejections by line; unknown keys are rejected unless they are added. */
export function rejectionsOf(review: Review, withAdditions: boolean): Rejection[] {
  const unknownKeys = withAdditions ? []
    : firstPerKey(review.additions, (change) => change.key).map(unknownKey);
  return [...review.rejections, ...unknownKeys].sort((a, b) => a.line - b.line);
}

/** A changed or missing source or unknown key is reported once for a row, not for each language. */
const withoutRepeats = (rejections: Rejection[]): Rejection[] =>
  firstPerKey(rejections, ({ line, reason }) => (
    ["source", "no-source", "unknown-key"].includes(reason.kind)
      ? JSON.stringify([line, reason.key]) : undefined));

/** The first value of each key, and all values without one. */
function firstPerKey<Value>(list: Value[], keyOf: (value: Value) => string | undefined): Value[] {
  const seen = new Set<string>();
  return list.filter((value) => {
    const key = keyOf(value);
    if (key === undefined) return true;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** The reason why a text is rejected; undefined if it is valid. */
function reasonAgainst(
  { key, locale, text, source }: FileText, now: string | undefined, language: string,
  isKnown: boolean,
): RejectionReason | undefined {
  if (isKnown && now !== undefined && source !== undefined && source !== now) {
    return { kind: "source", key, source, now };
  }
  const reference = isKnown ? now : source;
  if (reference === undefined || locale === language) return undefined;
  const missing = difference(placeholdersOf(reference), placeholdersOf(text));
  const unknown = difference(placeholdersOf(text), placeholdersOf(reference));
  // A plural form such as “One day left” need not contain the number.
  const isPluralForm = /\.(zero|one|two)$/.test(key);
  if (unknown.length === 0 && (missing.length === 0 || isPluralForm)) return undefined;
  return { kind: "placeholders", key, locale, missing, unknown };
}

/** The multiset difference of two lists. */
function difference(list: string[], other: string[]): string[] {
  const rest = [...other];
  return list.filter((element) => {
    const index = rest.indexOf(element);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

/** The edit that applies a review. */
export const importOf = (review: Review, withAdditions: boolean): Edit => importTexts(
  [...review.changes, ...withAdditions ? review.additions : []]
    .map(({ locale, key, after }) => ({ locale, key, text: after })));
