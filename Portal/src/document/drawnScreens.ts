// The screens that a document draws, as far as the engine does not have to read them.

import type { FlowDocument, Json, JsonObject } from "./types";

/** The members that drawn screens are made of, and that say how they look. */
const parts = [
  "screens", "strings", "defaultLocale", "locales", "segments", "formats", "theme", "assets",
] as const;

/** A document without flows, of what its drawn screens are made of; null if it draws none. */
export function drawnPart(document: FlowDocument): FlowDocument | null {
  if (!document.screens?.length) return null;
  const part: FlowDocument = { schema: 1, flows: [] };
  for (const key of parts) {
    if (document[key] !== undefined) Object.assign(part, { [key]: document[key] });
  }
  return part;
}

/** Whether two documents draw the same; edits keep what they do not touch. */
export const drawsSame = (one: FlowDocument, other: FlowDocument) =>
  parts.every((key) => one[key] === other[key]);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Made-up products of a screen's offers, as the store of an app would name them. */
export function sampleProducts(document: FlowDocument, screen: string): JsonObject {
  const found: JsonObject = {};
  const look = (value: Json | undefined): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isObject(value)) return;
    if (value["type"] === "offer" && Array.isArray(value["products"])) {
      value["products"].forEach((name, index) => {
        if (typeof name === "string") found[name] = { name, price: 4.99 + 10 * index };
      });
    }
    Object.values(value).forEach(look);
  };
  look(document.screens?.find((one) => isObject(one) && one["name"] === screen));
  return found;
}
