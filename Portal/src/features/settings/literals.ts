// Literal texts on drawn screens, and making them translatable.

import { isObject, templateParts, type Edit, type Json, type JsonObject } from "../../document";
import type { FlowDocument } from "../../document";
import { sourceLanguage } from "./texts";

const fieldTexts = ["label", "hint", "message"];
/** The properties of blocks that are texts, by type. */
const properties: { [type: string]: string[] } = {
  text: ["text"], image: ["alt"], icon: ["alt"], badge: ["text"], progress: ["alt"],
  chart: ["summary"], disclosure: ["title"], button: ["title"], link: ["title"], input: fieldTexts,
  number: [...fieldTexts, "unit"], date: fieldTexts, toggle: fieldTexts,
  slider: [...fieldTexts, "unit"],
  choice: fieldTexts, offer: ["title", "price"],
};
/** Members whose elements have texts but are not blocks. */
const items: { [member: string]: { [type: string]: string[] } } = {
  items: { bullets: ["title", "text"], facts: ["name", "value"] },
  options: { choice: ["title", "text"] }, tabs: { tabs: ["title"] },
};

interface Literal {
  /** The preferred key, if it is unused. */
  preferred: string;
  text: string;
}

/** The number of literal texts on drawn screens. */
export function literalCount(document: FlowDocument): number {
  let count = 0;
  for (const screen of document.screens ?? []) {
    replaceLiterals(screen, () => {
      count += 1;
      return undefined;
    });
  }
  return count;
}

/**
 * Moves the literal texts of drawn screens into the string tables, where they can be translated.
 */
export const makeTranslatable: Edit = (document) => {
  const locale = sourceLanguage(document);
  const table = { ...document.strings?.[locale] };
  const tables = Object.values(document.strings ?? {});
  const taken = new Set(tables.flatMap((strings) => Object.keys(strings)));
  const moveToTable = ({ preferred, text }: Literal): Json => {
    let key = preferred;
    for (let number = 2; taken.has(key); number += 1) key = `${preferred}-${number}`;
    taken.add(key);
    table[key] = text;
    return { $text: key };
  };
  const screens = document.screens?.map((screen) => replaceLiterals(screen, moveToTable));
  if (!screens) return document;
  const locales = document.locales?.includes(locale)
    ? document.locales : [...document.locales ?? [], locale];
  return {
    ...document, screens, locales, defaultLocale: locale,
    strings: { ...document.strings, [locale]: table },
  };
};

/** Replaces the literal texts of a screen, except those for which `change` returns undefined. */
function replaceLiterals(screen: Json, change: (literal: Literal) => Json | undefined): Json {
  if (!isObject(screen)) return screen;
  const name = typeof screen["name"] === "string" ? screen["name"] : "screen";
  const replacement = (value: Json | undefined, ...path: string[]): Json | undefined => {
    if (typeof value !== "string" || !hasLetters(value)) return undefined;
    return change({ preferred: [name, ...path].join("."), text: value });
  };
  const withTexts = (object: JsonObject, keys: string[], ...path: string[]): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) =>
      [key, keys.includes(key) ? replacement(value, ...path, key) ?? value : value]));
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const type = typeof value["type"] === "string" ? value["type"] : "";
    const id = [value["id"], value["name"], type]
      .find((part) => typeof part === "string") as string;
    const own = withTexts(value, properties[type] ?? [], id);
    return Object.fromEntries(Object.entries(own).map(([key, member]) => {
      const keys = items[key]?.[type];
      if (keys && Array.isArray(member)) {
        return [key, member.map((element) => (
          isObject(element) ? visit(withTexts(element, keys, id, key)) : element))];
      }
      if (key === "a11y" && isObject(member)) return [key, withTexts(member, ["label"], id)];
      return [key, blocks.includes(key) ? visit(member) : member];
    }));
  };
  const titled = withTexts(screen, ["title"]);
  return { ...titled, ...(titled["root"] === undefined ? {} : { root: visit(titled["root"]) }) };
}

/** The members of blocks that contain blocks. */
const blocks = ["children", "else", "item", "empty", "ended", "tabs"];

/** Whether a text contains letters apart from placeholders. */
const hasLetters = (text: string) =>
  templateParts(text).some((part) => !part.isPlaceholder && /\p{L}/u.test(part.text));
