// The texts in a step's content.

import { isObject } from "./rule";
import type { FlowDocument, Json } from "./types";

/** The JSON Pointer of the first text in content that equals a text in any language, or its key. */
export function pointerToText(
  content: Json, text: string, strings: FlowDocument["strings"],
): string | undefined {
  if (typeof content === "string") return content === text ? "" : undefined;
  if (!Array.isArray(content) && !isObject(content)) return undefined;
  const key = isObject(content) ? content["$text"] : undefined;
  if (typeof key === "string") {
    const isSame = key === text
      || Object.values(strings ?? {}).some((table) => table[key] === text);
    return isSame ? "" : undefined;
  }
  for (const [name, value] of Object.entries(content)) {
    const pointer = pointerToText(value, text, strings);
    if (pointer === undefined) continue;
    return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
  }
  return undefined;
}
