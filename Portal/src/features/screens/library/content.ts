// The content of a template: a screen's blocks, with the texts and pictures that they use.

import { isObject, type FlowDocument, type Json, type JsonObject } from "../../../document";
import type { DrawnScreen } from "../../../document/blocks";
import { sameNames, type Names } from "./links";

export type Strings = NonNullable<FlowDocument["strings"]>;

export interface TemplateContent {
  screen: DrawnScreen;
  /** The application that has the pictures. */
  application?: string;
  defaultLocale?: string;
  strings?: Strings;
  assets?: JsonObject;
}

/** The members of a block that name an asset. */
const assetMembers = ["image", "poster", "video", "captions"];

/** The keys of the texts that a value refers to. */
export function textKeysIn(value: Json | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) value.forEach((element) => textKeysIn(element, found));
  else if (isObject(value)) {
    if (typeof value["$text"] === "string") found.add(value["$text"]);
    Object.values(value).forEach((member) => textKeysIn(member, found));
  }
  return found;
}

function assetsIn(value: Json | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) value.forEach((element) => assetsIn(element, found));
  else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "string" && assetMembers.includes(key)) found.add(member);
      else assetsIn(member, found);
    }
  }
  return found;
}

/** Returns a value with its text keys and asset names replaced. */
export function replaceNames<Value extends Json>(value: Value, names: Names): Value {
  const visit = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => {
      if (typeof member !== "string") return [key, visit(member)];
      if (key === "$text") return [key, names.texts[member] ?? member];
      return [key, assetMembers.includes(key) ? names.assets[member] ?? member : member];
    }));
  };
  return visit(value) as Value;
}

/** Maps the names in this document to those of the template. */
export const invertNames = ({ texts, assets }: Names): Names => {
  const inverted = (names: { [name: string]: string }) =>
    Object.fromEntries(Object.entries(names).map(([template, local]) => [local, template]));
  return { texts: inverted(texts), assets: inverted(assets) };
};

/** The suffixes that a text's key can have: none, or that of a plural form as in `days.one`. */
const forms = ["", ".zero", ".one", ".two", ".few", ".many", ".other"];
export const pluralFormKeys = (key: string): string[] => forms.map((form) => key + form);

/** Extracts a screen with its texts and pictures as a template's content. */
export function contentOf(
  document: FlowDocument, screen: DrawnScreen, application: string, names: Names = sameNames,
): TemplateContent {
  const templateNames = invertNames(names);
  const strings: Strings = {};
  for (const [locale, table] of Object.entries(document.strings ?? {})) {
    for (const key of textKeysIn(screen)) {
      for (const form of forms) {
        const text = table[key + form];
        if (text === undefined) continue;
        (strings[locale] ??= {})[(templateNames.texts[key] ?? key) + form] = text;
      }
    }
  }
  const assets = Object.fromEntries([...assetsIn(screen)].flatMap((name) => {
    const entry = document.assets?.[name];
    return entry === undefined ? [] : [[templateNames.assets[name] ?? name, entry]];
  }));
  const { defaultLocale } = document;
  return {
    screen: replaceNames(screen, templateNames),
    ...(Object.keys(assets).length > 0 ? { application, assets } : {}),
    ...(Object.keys(strings).length > 0
      ? { strings, ...(defaultLocale ? { defaultLocale } : {}) } : {}),
  };
}
