// Sample values for a screen's bindings, so that nothing is missing in the editor.

import { isObject, type Json, type JsonObject } from "../../document";
import type { DrawnScreen } from "../../document/blocks";

/** The number of sample elements in a list. */
const ELEMENT_COUNT = 3;

/** Sample values for bindings: the last part of their paths, or numbers, dates and lists. */
export function samplesFor(screen: DrawnScreen): {
  outputs: JsonObject; content: JsonObject; data: JsonObject;
} {
  const outputs: JsonObject = {};
  const content: JsonObject = {};
  const data: JsonObject = {};
  const values: { [scope: string]: JsonObject } = { output: outputs, content, data };
  const add = (path: string, value: Json) => {
    const [scope = "", key, ...rest] = path.split(".");
    const target = values[scope];
    if (target && key && rest.length === 0 && !(key in target)) target[key] = value;
  };
  const visit = (value: Json, isNumber: boolean): void => {
    if (Array.isArray(value)) return value.forEach((element) => visit(element, isNumber));
    if (typeof value === "string") {
      for (const [, path] of value.matchAll(/\{([\w.-]+)\}/g)) add(path ?? "", nameOf(path ?? ""));
    }
    if (!isObject(value)) return;
    const path = value["$"];
    if (typeof path === "string") add(path, sample(path, value["as"], isNumber));
    const from = value["from"];
    if (typeof from === "string") add(from, elements(value));
    for (const [name, member] of Object.entries(value)) {
      visit(member, name === "value" && value["type"] === "progress" || name === "total");
    }
  };
  visit(screen, false);
  return { outputs, content, data };
}

const nameOf = (path: string) => path.split(".").at(-1) ?? path;

function sample(path: string, format: Json | undefined, isNumber: boolean): Json {
  if (format === "date" || format === "time") return "2026-12-24T18:30:00Z";
  return isNumber || format !== undefined ? 3 : nameOf(path);
}

/** Sample elements of a list; numbers for a chart. */
function elements(list: JsonObject): Json {
  const keys = new Set<string>();
  const text = JSON.stringify(list);
  for (const [, key] of text.matchAll(/\bitem\.([\w-]+)/g)) if (key) keys.add(key);
  const y = typeof list["y"] === "string" ? nameOf(list["y"]) : "";
  return Array.from({ length: ELEMENT_COUNT }, (_, index) => Object.fromEntries(
    [...keys].map((key) => [key, key === y ? [3, 5, 4][index] ?? 1 : `${key} ${index + 1}`])));
}
