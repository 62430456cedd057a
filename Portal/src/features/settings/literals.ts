// Texts that stand on drawn screens themselves, in one language, and making them translatable.

import { isObject, templateParts, type Edit, type Json, type JsonObject } from "../../document";
import type { FlowDocument } from "../../document";
import { sourceLanguage } from "./texts";

const field = ["label", "hint", "message"];
/** The properties of blocks that are texts, by type. */
const properties: { [type: string]: string[] } = {
  text: ["text"], image: ["alt"], icon: ["alt"], badge: ["text"], progress: ["alt"],
  chart: ["summary"], disclosure: ["title"], button: ["title"], link: ["title"], input: field,
  number: [...field, "unit"], date: field, toggle: field, slider: [...field, "unit"],
  choice: field, offer: ["title", "price"],
};
/** Members whose elements have texts but are no blocks. */
const items: { [member: string]: { [type: string]: string[] } } = {
  items: { bullets: ["title", "text"], facts: ["name", "value"] },
  options: { choice: ["title", "text"] }, tabs: { tabs: ["title"] },
};

interface Literal {
  /** The key that it would get, if no other text had it. */
  preferred: string;
  text: string;
}

/** The number of texts that stand on drawn screens themselves. */
export function literalCount(document: FlowDocument): number {
  let count = 0;
  for (const screen of document.screens ?? []) {
    replaced(screen, () => {
      count += 1;
      return undefined;
    });
  }
  return count;
}

/** Moves the texts of drawn screens into the table of texts, where every language can have them. */
export const makeTranslatable: Edit = (document) => {
  const locale = sourceLanguage(document);
  const table = { ...document.strings?.[locale] };
  const taken = new Set(Object.values(document.strings ?? {}).flatMap((one) => Object.keys(one)));
  const screens = document.screens?.map((screen) => replaced(screen, ({ preferred, text }) => {
    let key = preferred;
    for (let number = 2; taken.has(key); number += 1) key = `${preferred}-${number}`;
    taken.add(key);
    table[key] = text;
    return { $text: key };
  }));
  if (!screens) return document;
  const locales = document.locales?.includes(locale)
    ? document.locales : [...document.locales ?? [], locale];
  return {
    ...document, screens, locales, defaultLocale: locale,
    strings: { ...document.strings, [locale]: table },
  };
};

/** A screen with other values in the place of its literal texts; undefined keeps one. */
function replaced(screen: Json, change: (literal: Literal) => Json | undefined): Json {
  if (!isObject(screen)) return screen;
  const name = typeof screen["name"] === "string" ? screen["name"] : "screen";
  const text = (value: Json | undefined, ...place: string[]): Json | undefined => {
    if (typeof value !== "string" || !hasWords(value)) return undefined;
    return change({ preferred: [name, ...place].join("."), text: value });
  };
  const withTexts = (object: JsonObject, keys: string[], ...place: string[]): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) =>
      [key, keys.includes(key) ? text(value, ...place, key) ?? value : value]));
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const type = typeof value["type"] === "string" ? value["type"] : "";
    const id = [value["id"], value["name"], type].find((it) => typeof it === "string") as string;
    const own = withTexts(value, properties[type] ?? [], id);
    return Object.fromEntries(Object.entries(own).map(([key, member]) => {
      const keys = items[key]?.[type];
      if (keys && Array.isArray(member)) {
        return [key, member.map((one) => (
          isObject(one) ? visit(withTexts(one, keys, id, key)) : one))];
      }
      if (key === "a11y" && isObject(member)) return [key, withTexts(member, ["label"], id)];
      return [key, blocks.includes(key) ? visit(member) : member];
    }));
  };
  const titled = withTexts(screen, ["title"]);
  return { ...titled, ...(titled["root"] === undefined ? {} : { root: visit(titled["root"]) }) };
}

/** The members of blocks that have blocks in them. */
const blocks = ["children", "else", "item", "empty", "ended", "tabs"];

/** Whether there is something to translate: letters besides placeholders. */
const hasWords = (text: string) =>
  templateParts(text).some((part) => !part.isPlaceholder && /\p{L}/u.test(part.text));
