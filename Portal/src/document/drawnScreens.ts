// Drawn screens of a document, without using the engine.

import { isObject } from "./rule";
import type { FlowDocument, Json, JsonObject } from "./types";

/** The members of a document that drawn screens depend on. */
const parts = [
  "screens", "strings", "defaultLocale", "locales", "segments", "formats", "theme", "assets",
] as const;

/** The document reduced to its drawn screens, without flows; null if it draws none. */
export function drawnPart(document: FlowDocument): FlowDocument | null {
  if (!document.screens?.length) return null;
  const part: FlowDocument = { schema: 1, flows: [] };
  for (const key of parts) {
    if (document[key] !== undefined) Object.assign(part, { [key]: document[key] });
  }
  return part;
}

/** The drawn screen with a name, as it is in the document; undefined if there is none. */
export const drawnScreen = (document: FlowDocument, name: string): Json | undefined =>
  document.screens?.find((value) => isObject(value) && value["name"] === name);

/** Whether two documents have the same drawn screens; compares the identity of their parts. */
export const haveSameDrawnScreens = (document: FlowDocument, other: FlowDocument) =>
  parts.every((key) => document[key] === other[key]);

/** The ports that a value's actions fire, in order. */
export function portsIn(value: Json | undefined, ports: string[] = []): string[] {
  if (Array.isArray(value)) value.forEach((element) => portsIn(element, ports));
  else if (isObject(value)) {
    const port = value["fire"];
    if (typeof port === "string" && !ports.includes(port)) ports.push(port);
    Object.values(value).forEach((member) => portsIn(member, ports));
  }
  return ports;
}

/** Sample products for a screen's offers, as an app store would return them. */
export function sampleProducts(document: FlowDocument, screen: string): JsonObject {
  const products: JsonObject = {};
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    if (value["type"] === "offer" && Array.isArray(value["products"])) {
      value["products"].forEach((name, index) => {
        if (typeof name === "string") products[name] = { name, price: 4.99 + 10 * index };
      });
    }
    Object.values(value).forEach(visit);
  };
  visit(drawnScreen(document, screen));
  return products;
}
