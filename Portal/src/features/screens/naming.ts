// Display names of blocks: their type in words, and their text.

import { isObject, type FlowDocument, type Json } from "../../document";
import type { Block } from "../../document/blocks";
import { t, tIfExists } from "../../localization";

/** A type in words; the raw name for a type of a newer vocabulary. */
export const typeName = (type: string): string => tIfExists(`screens.block-${type}`) ?? type;

/** The purpose of a block type, in a sentence. */
export const typeHint = (type: string): string | undefined => tIfExists(`screens.about-${type}`);

/** The members that identify a block for users. */
const identifying = ["text", "title", "label", "alt", "summary", "name"];

/** The key of a text in the document's string tables. */
export const keyOfText = (value: Json | undefined): string | undefined =>
  (isObject(value) && typeof value["$text"] === "string" ? value["$text"] : undefined);

/** A text in one of the document's languages, its key if there is none, or a binding in braces. */
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

/** The text of a block, shortened; empty for one without text. */
export function blockText(block: Block, document?: FlowDocument): string {
  const caption = identifying.map((key) => textOf(block[key], document))
    .find((text) => text !== "") ?? "";
  return caption.length > 48 ? `${caption.slice(0, 46).trim()}…` : caption;
}

/** The display name of a block: “Text “What is your goal?””. */
export function blockName(block: Block | undefined, document?: FlowDocument): string {
  if (!block) return "";
  const name = typeName(block.type);
  const text = blockText(block, document);
  return text === "" ? name : t("screens.block-named", { name, text });
}

/** The label of a property, specific to the block type if there is one. */
export const propertyName = (type: string, key: string): string =>
  tIfExists(`screens.of-${type}-${key}`) ?? tIfExists(`screens.prop-${key}`) ?? key;

/** A hint for a property; undefined if its name is clear enough. */
export const propertyHint = (type: string, key: string): string | undefined =>
  tIfExists(`screens.hint-${type}-${key}`) ?? tIfExists(`screens.hint-${key}`);

/** The label of one of a property's values. */
export const valueName = (key: string, value: string): string =>
  tIfExists(`screens.value-${key}-${value}`) ?? tIfExists(`screens.value-${value}`) ?? value;
