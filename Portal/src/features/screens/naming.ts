// Blocks by name: their type in words, and what they say.

import { isObject, type FlowDocument, type Json } from "../../document";
import type { Block } from "../../document/blocks";
import { t, tIfExists } from "../../localization";

/** A type in words; the name itself where it is of a newer vocabulary. */
export const typeName = (type: string): string => tIfExists(`screens.block-${type}`) ?? type;

/** What a type of block is for, in a sentence. */
export const typeHint = (type: string): string | undefined => tIfExists(`screens.about-${type}`);

/** The members that a block is recognized by. */
const telling = ["text", "title", "label", "alt", "summary", "name"];

/** The key of a text that stands in the document's string tables. */
export const keyOfText = (value: Json | undefined): string | undefined =>
  (isObject(value) && typeof value["$text"] === "string" ? value["$text"] : undefined);

/** A text of the document in one of its languages; a key that has none is shown itself. */
export function textOf(value: Json | undefined, document?: FlowDocument, locale?: string): string {
  if (typeof value === "string") return value;
  if (!isObject(value)) return "";
  const key = value["$text"];
  if (typeof key === "string") {
    const tables = document?.strings ?? {};
    const table = tables[locale ?? document?.defaultLocale ?? ""] ?? Object.values(tables)[0];
    return table?.[key] ?? key;
  }
  return typeof value["$"] === "string" ? `{${value["$"]}}` : "";
}

/** What a block says, shortened; empty for one that says nothing. */
export function blockText(block: Block, document?: FlowDocument): string {
  const said = telling.map((key) => textOf(block[key], document)).find((one) => one !== "") ?? "";
  return said.length > 48 ? `${said.slice(0, 46).trim()}…` : said;
}

/** A block as it is spoken of: “Text “What is your goal?””. */
export function blockName(block: Block | undefined, document?: FlowDocument): string {
  if (!block) return "";
  const name = typeName(block.type);
  const text = blockText(block, document);
  return text === "" ? name : t("screens.block-named", { name, text });
}

/** The label of a property: of this type of block where it has one of its own. */
export const propertyName = (type: string, key: string): string =>
  tIfExists(`screens.of-${type}-${key}`) ?? tIfExists(`screens.prop-${key}`) ?? key;

/** A hint for a property; undefined where its name says enough. */
export const propertyHint = (type: string, key: string): string | undefined =>
  tIfExists(`screens.hint-${type}-${key}`) ?? tIfExists(`screens.hint-${key}`);

/** A word that a property can be, as a label. */
export const wordName = (key: string, word: string): string =>
  tIfExists(`screens.word-${key}-${word}`) ?? tIfExists(`screens.word-${word}`) ?? word;

