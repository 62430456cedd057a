// The portal's texts in the reader's language, and numbers, dates and lists formatted for it.

import type { connect } from "./connect-en";
import type { MessageKey as CommonKey } from "./en";
import { formatIn } from "./engine/formats";
import { fill, plain, type Format } from "./engine/template";
import type { EngineMessage, EngineTexts } from "./engine/texts";
import type { help } from "./help-en";
import type { history } from "./history-en";
import type { Message } from "./message";
import type { results } from "./results-en";
import type { screens } from "./screens-en";
import type { settings } from "./settings-en";
import type { theme } from "./theme-en";

export type { EngineMessage };
export type MessageKey =
  CommonKey | keyof typeof connect | keyof typeof help | keyof typeof history
  | keyof typeof results | keyof typeof screens | keyof typeof settings | keyof typeof theme;
export type MessageValues = { [name: string]: string | number };
type Messages = Record<string, Message>;

/** `en` or `de`, chosen by the server from a cookie or `Accept-Language`. */
export const language: string = globalThis.document?.documentElement.lang || "en";

/**
 * The locale of dates and numbers: the first of the user's locales in the page's language, such as
 * `en-GB`, or just the language.
 */
export const locale: string =
  globalThis.navigator?.languages?.find((tag) => tag.toLowerCase().split("-")[0] === language)
    ?? language;

// NB: empty until `loadMessages` has finished, so modules must not look up texts when evaluated.
let messages: Messages = {};
let engineTexts = {} as EngineTexts;
let format: Format = String;
const plural = new Intl.PluralRules(language);

/** Loads the texts of the page's language only. */
export async function loadMessages(wanted: string = language): Promise<void> {
  if (wanted === "de") {
    const [{ de }, findings, changes] = await Promise.all([
      import("./de"), import("./engine/findings-de"), import("./engine/changes-de"),
    ]);
    return setMessages(de, { ...findings, ...changes });
  }
  const [{ en }, findings, changes] = await Promise.all([
    import("./en"), import("./engine/findings-en"), import("./engine/changes-en"),
  ]);
  setMessages(en, { ...findings, ...changes });
}

/** The texts of parts that are loaded when they are first shown. */
const parts = {
  connect: {
    en: async () => (await import("./connect-en")).connect,
    de: async () => (await import("./connect-de")).connect,
  },
  help: {
    en: async () => (await import("./help-en")).help,
    de: async () => (await import("./help-de")).help,
  },
  history: {
    en: async () => (await import("./history-en")).history,
    de: async () => (await import("./history-de")).history,
  },
  results: {
    en: async () => (await import("./results-en")).results,
    de: async () => (await import("./results-de")).results,
  },
  screens: {
    en: async () => (await import("./screens-en")).screens,
    de: async () => (await import("./screens-de")).screens,
  },
  settings: {
    en: async () => (await import("./settings-en")).settings,
    de: async () => (await import("./settings-de")).settings,
  },
  theme: {
    en: async () => (await import("./theme-en")).theme,
    de: async () => (await import("./theme-de")).theme,
  },
};

/** Loads the texts of a part of the portal in parallel with the part. */
export async function withTexts<Part>(
  name: keyof typeof parts, part: Promise<Part>,
): Promise<Part> {
  const [texts, loaded] = await Promise.all([
    parts[name][language === "de" ? "de" : "en"](), part,
  ]);
  messages = { ...messages, ...texts };
  return loaded;
}

/** Sets texts that have already been loaded. */
export function setMessages(texts: Messages, engine: EngineTexts): void {
  messages = texts;
  engineTexts = engine;
  format = formatIn(engine.phrases, formatNumber);
}

/** The sentence of a finding after its location, and its fix; undefined for an unknown id. */
export function findingTexts(
  { messageId, arguments: values }: EngineMessage,
): { text: string; fix: string } | undefined {
  const [text, fix] = engineTexts.findings[messageId] ?? [];
  if (text === undefined || fix === undefined) return undefined;
  return { text: fill(text, values, format), fix: fill(fix, values, format) };
}

/** The text of a finding about a condition, after the words that the condition is invalid. */
export function invalidCondition(text: string): string {
  return plain(engineTexts.phrases.invalidCondition, { text });
}

/** A difference between two documents; undefined for an unknown id. */
export function changeText({ messageId, arguments: values }: EngineMessage): string | undefined {
  const text = engineTexts.changes[messageId];
  return text === undefined ? undefined : fill(text, values, format);
}

/** The text of a key, or the key if it has none; `count` chooses the plural form. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = messages[key] ?? key;
  let form: string;
  if (typeof message === "string") {
    form = message;
  } else {
    const count = Number(values["count"] ?? 0);
    form = plural.select(count) === "one" ? message.one : message.other;
  }
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** The text of a computed key; undefined if there is none. */
export function tIfExists(key: string, values?: MessageValues): string | undefined {
  return Object.hasOwn(messages, key) ? t(key as MessageKey, values) : undefined;
}

const numbers = new Intl.NumberFormat(locale);
export function formatNumber(value: number): string {
  return numbers.format(value);
}

const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
/** Formats 0.25 as “25%”. */
export function formatShare(value: number): string {
  return percents.format(value);
}

const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const exactDateTimes = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium" });
export function formatDateTime(date: string | Date, isExact = false): string {
  return (isExact ? exactDateTimes : dateTimes).format(new Date(date));
}

const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
export function formatDate(date: string | Date): string {
  return dates.format(new Date(date));
}

const relativeTimes = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400],
  ["hour", 3600], ["minute", 60],
];
/** “5 minutes ago” in the largest unit that fits; “just now” for less than 45 seconds. */
export function formatRelativeTime(date: string | Date, now: number = Date.now()): string {
  const seconds = Math.round((new Date(date).getTime() - now) / 1000);
  if (Math.abs(seconds) < 45) return t("time.now");
  const [unit, length] = units.find((entry) => Math.abs(seconds) >= entry[1]) ?? ["minute", 60];
  return relativeTimes.format(Math.round(seconds / length), unit);
}

const lists = new Intl.ListFormat(language, { type: "conjunction" });
const choices = new Intl.ListFormat(language, { type: "disjunction" });
/** “a, b, and c”, or a choice: “a, b, or c”. */
export function formatList(items: string[], isChoice = false): string {
  return (isChoice ? choices : lists).format(items);
}
