// Values that a schema allows, for the subset of JSON Schema that FlowCore's ContentSchema checks.

import { isObject, type Json, type JsonObject } from "../../../document";
import { humanized } from "../../screen";

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return typeOf(value) === type;
}

const list = (value: Json | undefined): Json[] => (
  Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** The alternatives of a schema. */
function alternatives(schema: Json | undefined): Json[] {
  if (!isObject(schema)) return [];
  const choices = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(choices) ? choices : [];
}

/** Whether a value matches a schema. A reference to a string table counts as a text. */
export function matchesSchema(schema: Json | undefined, value: Json | undefined): boolean {
  if (schema === undefined || schema === true) return true;
  if (schema === false || !isObject(schema)) return false;
  if (value === undefined) return false;
  const any = alternatives(schema);
  if (any.length > 0) return any.some((element) => matchesSchema(element, value));
  const isText = isObject(value) && typeof value["$text"] === "string";
  const types = list(schema["type"]).map(String);
  if (types.length > 0) {
    if (isText) return types.includes("string") || types.includes("object");
    if (!types.some((type) => isOfType(value, type))) return false;
  }
  if (isText) return true;
  const allowed = schema["enum"] ?? (schema["const"] !== undefined ? [schema["const"]] : undefined);
  if (Array.isArray(allowed) && !allowed.some((element) => isEqual(element, value))) return false;
  return matchesLimits(schema, value) && matchesParts(schema, value);
}

const isEqual = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

function matchesLimits(schema: JsonObject, value: Json): boolean {
  const limit = (name: string) => {
    const bound = schema[name];
    return typeof bound === "number" ? bound : undefined;
  };
  if (typeof value === "number") {
    return value >= (limit("minimum") ?? -Infinity) && value <= (limit("maximum") ?? Infinity);
  }
  if (typeof value !== "string") return true;
  const length = [...value].length;
  if (length < (limit("minLength") ?? 0) || length > (limit("maxLength") ?? Infinity)) return false;
  if (typeof schema["pattern"] !== "string") return true;
  try {
    return new RegExp(schema["pattern"], "u").test(value);
  } catch {
    return true;
  }
}

function matchesParts(schema: JsonObject, value: Json): boolean {
  if (Array.isArray(value)) {
    return value.every((element) => matchesSchema(schema["items"], element));
  }
  if (!isObject(value)) return true;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  if (!list(schema["required"]).every((key) => Object.hasOwn(value, String(key)))) return false;
  return Object.entries(value).every(([key, member]) => (
    Object.hasOwn(properties, key) ? matchesSchema(properties[key], member)
      : matchesSchema(schema["additionalProperties"], member)));
}

/** The schema for a pointer within a value. */
export function schemaAt(schema: Json | undefined, parts: string[]): Json | undefined {
  if (!isObject(schema) || parts.length === 0) return schema;
  for (const alternative of alternatives(schema)) {
    const part = schemaAt(alternative, parts);
    if (part !== undefined) return part;
  }
  const [first, ...rest] = parts;
  const properties = schema["properties"];
  if (isObject(properties) && Object.hasOwn(properties, first ?? "")) {
    return schemaAt(properties[first ?? ""], rest);
  }
  if (/^\d+$/.test(first ?? "") && schema["items"] !== undefined) {
    return schemaAt(schema["items"], rest);
  }
  return isObject(schema["additionalProperties"])
    ? schemaAt(schema["additionalProperties"], rest) : undefined;
}

/**
 * A value that the schema allows: its default, otherwise the simplest; undefined if none is found.
 */
export function simplestValue(schema: Json | undefined, name = ""): Json | undefined {
  if (!isObject(schema)) return schema === false ? undefined : humanized(name);
  const result = schema["default"] ?? schema["const"] ?? list(schema["enum"])[0]
    ?? simplestOfType(schema, name);
  return result !== undefined && matchesSchema(schema, result) ? result : undefined;
}

function simplestOfType(schema: JsonObject, name: string): Json | undefined {
  for (const alternative of alternatives(schema)) {
    const result = simplestValue(alternative, name);
    if (result !== undefined) return result;
  }
  const types = list(schema["type"]).map(String);
  const type = types[0] ?? (isObject(schema["properties"]) ? "object" : "string");
  switch (type) {
    case "string": return simplestText(schema, name);
    case "integer": case "number": return simplestNumber(schema, type === "integer");
    case "boolean": return false;
    case "array": return [];
    case "object": return simplestObject(schema);
    default: return null;
  }
}

function simplestText(schema: JsonObject, name: string): string {
  const minimum = Number(schema["minLength"] ?? 0);
  const maximum = Number(schema["maxLength"] ?? Infinity);
  const result = humanized(name);
  return result.length <= maximum ? result.padEnd(minimum, ".")
    : [...result].slice(0, maximum).join("");
}

function simplestNumber(schema: JsonObject, isInteger: boolean): number {
  const minimum = typeof schema["minimum"] === "number" ? schema["minimum"] : -Infinity;
  const maximum = typeof schema["maximum"] === "number" ? schema["maximum"] : Infinity;
  const nearest = Math.min(Math.max(0, minimum), maximum);
  return isInteger ? Math.ceil(nearest) : nearest;
}

function simplestObject(schema: JsonObject): Json | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const members: JsonObject = {};
  for (const key of list(schema["required"]).map(String)) {
    const result = simplestValue(properties[key] ?? true, key);
    if (result === undefined) return undefined;
    members[key] = result;
  }
  return members;
}

/** The nearest value that matches: within the limits, shorter or converted; else the simplest. */
export function closestValue(schema: Json | undefined, value: Json | undefined, name: string) {
  if (isObject(schema) && typeof value === "number") {
    const minimum = typeof schema["minimum"] === "number" ? schema["minimum"] : -Infinity;
    const maximum = typeof schema["maximum"] === "number" ? schema["maximum"] : Infinity;
    const nearest = Math.min(Math.max(value, minimum), maximum);
    if (matchesSchema(schema, nearest)) return nearest;
    if (matchesSchema(schema, Math.round(nearest))) return Math.round(nearest);
  }
  if (isObject(schema) && typeof value === "string") {
    const short = [...value].slice(0, Number(schema["maxLength"] ?? Infinity)).join("");
    if (matchesSchema(schema, short)) return short;
    if (value.trim() !== "" && matchesSchema(schema, Number(value))) return Number(value);
  }
  const isNumberOrBoolean = typeof value === "number" || typeof value === "boolean";
  if (isNumberOrBoolean && matchesSchema(schema, String(value))) {
    return String(value);
  }
  return simplestValue(schema, name);
}

// Pointers -------------------------------------------------------------------------------------

export function pointerParts(pointer: string): string[] {
  return pointer.split("/").slice(1).map((part) => (
    part.replaceAll("~1", "/").replaceAll("~0", "~")));
}

export function valueAt(value: Json | undefined, parts: string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const part of parts) {
    if (Array.isArray(current)) current = current[Number(part)];
    else if (isObject(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

/** Returns the value with another one at a pointer; undefined removes it. */
export function withValue(value: Json, parts: string[], next: Json | undefined): Json {
  const [first, ...rest] = parts;
  if (first === undefined) return next ?? null;
  const inner = (member: Json | undefined) => (
    rest.length === 0 ? next : withValue(member ?? {}, rest, next));
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => {
      const changed = index === Number(first) ? inner(element) : element;
      return changed === undefined ? [] : [changed];
    });
  }
  const members = isObject(value) ? { ...value } : {};
  const changed = inner(members[first]);
  if (changed === undefined) delete members[first];
  else members[first] = changed;
  return members;
}
