// What the portal says, in the reader's language. All of it stands in one file per language.

import type { en } from "./en";

/**
 * A text; `{name}` stands for a value. Where a number decides, one form for each kind of number.
 */
export type Text = string | { one: string; other: string };
export type Key = keyof typeof en;
export type Values = { [name: string]: string | number };

/** `en` or `de`: the server has chosen it by the cookie or by what the browser asks for. */
export const language: string = globalThis.document?.documentElement.lang || "en";

/** Dates and numbers follow the reader's own region, if it speaks the page's language. */
export const locale: string =
  globalThis.navigator?.languages?.find((tag) => tag.toLowerCase().split("-")[0] === language)
    ?? language;

type Table = Record<Key, Text>;

// NB: nothing is said before the words are there: no module may ask for a text while it is loaded.
let table: Table = {} as Table;
const plural = new Intl.PluralRules(language);

type Engine = typeof import("./engine-de") & typeof import("./changes-de");
/** How the engine's sentences read in the page's language; null where they stay as they are. */
let engine: Engine | null = null;

/** Loads the language that the page is in, and no other. */
export async function loadWords(wanted: string = language): Promise<void> {
  if (wanted !== "de") return takeWords((await import("./en")).en);
  table = (await import("./de")).de;
  engine = { ...await import("./engine-de"), ...await import("./changes-de") };
}

/** Takes a table that is there already, of the engine's own language. */
export function takeWords(words: Table): void {
  table = words;
  engine = null;
}

/** The engine's sentences in the page's language, if it is not English. */
export function engineWords(): Engine | null {
  return engine;
}

/** The text of a key. `count` chooses the form. */
export function t(key: Key, values: Values = {}): string {
  const text = table[key];
  let form: string;
  if (typeof text === "string") {
    form = text;
  } else {
    const count = Number(values["count"] ?? 0);
    form = plural.select(count) === "one" ? text.one : text.other;
  }
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** The text of a key that is made of parts, or nothing if there is none. */
export function tIfThere(key: string, values?: Values): string | undefined {
  return Object.hasOwn(table, key) ? t(key as Key, values) : undefined;
}

const numbers = new Intl.NumberFormat(locale);
export function formatNumber(value: number): string {
  return numbers.format(value);
}

const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
/** 0.25 as 25 %. */
export function formatShare(value: number): string {
  return percents.format(value);
}

const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const exactMoments = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium" });
export function formatMoment(moment: string | Date, isExact = false): string {
  return (isExact ? exactMoments : moments).format(new Date(moment));
}

const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
export function formatDay(moment: string | Date): string {
  return dates.format(new Date(moment));
}

const spans = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400],
  ["hour", 3600], ["minute", 60],
];
/** “5 minutes ago”; the moment itself where it is long ago. */
export function formatAgo(moment: string | Date, now: number = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  if (Math.abs(seconds) < 45) return t("time.now");
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return spans.format(Math.round(seconds / length), unit);
  }
  return spans.format(Math.round(seconds / 60), "minute");
}

const lists = new Intl.ListFormat(language, { type: "conjunction" });
const choices = new Intl.ListFormat(language, { type: "disjunction" });
/** “a, b and c”. */
export function formatList(items: string[], isChoice = false): string {
  return (isChoice ? choices : lists).format(items);
}
