// The texts of the string tables, by language.

import {
  changeStep, isObject, type Edit, type FlowDocument, type Json,
} from "../../../document";
import { language } from "../../../localization";
import { isTextReference } from "./schema";

/** The languages of texts: those that the application declares, and any others. */
export function localesOf(document: FlowDocument): string[] {
  const first = document.defaultLocale ? [document.defaultLocale] : [];
  return [...new Set([
    ...first, ...document.locales ?? [], ...Object.keys(document.strings ?? {}),
  ])];
}

export function stringOf(document: FlowDocument, locale: string, key: string): string | undefined {
  const table = document.strings?.[locale];
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Sets a text in a language; without a text it is removed. */
export function setString(locale: string, key: string, text: string | undefined): Edit {
  return (document) => {
    if (stringOf(document, locale, key) === text) return document;
    const { [key]: _, ...rest } = document.strings?.[locale] ?? {};
    const table = text === undefined ? rest : { ...document.strings?.[locale], [key]: text };
    return { ...document, strings: { ...document.strings, [locale]: table } };
  };
}

/** Adds a language to the application. */
export function addLocale(locale: string): Edit {
  return (document) => {
    const known = localesOf(document);
    if (document.locales?.includes(locale)) return document;
    const locales = [...document.locales ?? known, locale];
    return {
      ...document, locales: [...new Set(locales)],
      ...(document.defaultLocale === undefined ? { defaultLocale: locales[0] ?? locale } : {}),
    };
  };
}

/** An unused key for a new text, derived from the step and the member. */
export function uniqueKey(document: FlowDocument, step: string, pointer: string): string {
  const taken = new Set(allKeys(document));
  const preferred = [step, ...pointer.split("/").filter(Boolean)].join(".");
  if (!taken.has(preferred)) return preferred;
  let number = 2;
  while (taken.has(`${preferred}-${number}`)) number += 1;
  return `${preferred}-${number}`;
}

export function allKeys(document: FlowDocument): string[] {
  const keys = Object.values(document.strings ?? {}).flatMap((table) => Object.keys(table));
  return [...new Set(keys)].sort();
}

/** Returns how often the document's contents and drawn screens use a text. */
export function usesOf(document: FlowDocument, key: string): number {
  const count = (value: Json | undefined): number => {
    if (isTextReference(value)) return value.$text === key ? 1 : 0;
    if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + count(part), 0);
    if (!isObject(value)) return 0;
    return Object.values(value).reduce<number>((sum, part) => sum + count(part), 0);
  };
  return document.flows.reduce((sum, flow) =>
    sum + flow.steps.reduce((all, step) => all + count(step.content), 0), count(document.screens));
}

/** Moves a text of the content into the string tables, where it can be translated. */
export function translateText({ flow, step, pointer, key, text }: {
  flow: string; step: string; pointer: string; key: string; text: string;
}): Edit {
  return (document) => {
    const locale = localesOf(document)[0] ?? "en";
    const moved = changeStep(flow, step, (it) => ({
      ...it, content: replaceAt(it.content ?? null, pointer, { $text: key }),
    }))(document);
    return setString(locale, key, text)(addLocale(locale)(moved));
  };
}

/** Returns a value with the part at a JSON Pointer replaced. */
export function replaceAt(root: Json, pointer: string, value: Json): Json {
  const parts = pointer.split("/").slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const change = (at: Json, [part, ...rest]: string[]): Json => {
    if (part === undefined) return value;
    if (Array.isArray(at)) {
      return at.map((element, index) => (String(index) === part ? change(element, rest) : element));
    }
    if (!isObject(at)) return at;
    return Object.fromEntries(Object.entries(at).map(([name, member]) =>
      [name, name === part ? change(member, rest) : member]));
  };
  return change(root, parts);
}

const names = new Intl.DisplayNames(language, { type: "language" });

/** The name of a language, in the reader's language. */
export function languageText(locale: string): string {
  try {
    return names.of(locale) ?? locale;
  } catch {
    return locale;
  }
}
