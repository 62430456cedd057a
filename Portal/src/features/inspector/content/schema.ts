// The parts of a content schema that a form needs.

import { isObject, sameJSON, type Json, type JsonObject } from "../../../document";

export type SchemaType =
  "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** A schema for one value, with its alternatives resolved. */
export interface Shape {
  /** Empty for any type. */
  types: SchemaType[];
  isNullable: boolean;
  title?: string;
  description?: string;
  default?: Json;
  values?: Json[];
  properties: Map<string, Json>;
  required: Set<string>;
  /** The rule for other members: any value, none, or a schema. */
  additional: true | false | Json;
  items?: Json;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

const types: SchemaType[] =
  ["string", "number", "integer", "boolean", "object", "array", "null"];

/** The shape of a schema for a value: of several alternatives one that matches, or the first. */
export function shapeOf(schema: Json | undefined, value?: Json): Shape {
  if (!isObject(schema)) return emptyShape();
  const alternatives = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [];
  const own = readShape(schema);
  if (alternatives.length === 0) return own;
  const isNull = (alternative: Json) =>
    isObject(alternative) && sameJSON(alternative["type"], "null");
  const others = alternatives.filter((alternative) => !isNull(alternative));
  const chosen = others.find((alternative) => (
    value !== undefined && value !== null && matchesType(alternative, value))) ?? others[0];
  const inner = shapeOf(chosen, value);
  return {
    ...inner, isNullable: inner.isNullable || others.length < alternatives.length,
    title: own.title ?? inner.title, description: own.description ?? inner.description,
    default: own.default ?? inner.default,
  };
}

/** The non-null alternatives, if there are several. */
export function alternativesOf(schema: Json | undefined): Json[] {
  if (!isObject(schema)) return [];
  const all = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [];
  const own = all.filter((element) => !(isObject(element) && sameJSON(element["type"], "null")));
  if (own.length > 1) return own;
  const listed = typesOf(schema["type"]).filter((type) => type !== "null");
  return listed.length > 1 ? listed.map((type) => ({ ...schema, type })) : [];
}

const emptyShape = (): Shape => (
  { types: [], isNullable: true, properties: new Map(), required: new Set(), additional: true });

const typesOf = (type: Json | undefined): SchemaType[] =>
  types.filter((known) => (Array.isArray(type) ? type.includes(known) : type === known));

function readShape(schema: JsonObject): Shape {
  const all = typesOf(schema["type"]);
  const number = (key: string) =>
    (typeof schema[key] === "number" ? { [key]: schema[key] } : {});
  const text = (key: string) => (typeof schema[key] === "string" ? { [key]: schema[key] } : {});
  const values = schema["const"] !== undefined ? [schema["const"]]
    : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    types: all.filter((type) => type !== "null"),
    isNullable: all.includes("null") || (all.length === 0 && !values),
    properties: new Map(properties), required: new Set(required.map(String)),
    additional: schema["additionalProperties"] ?? true,
    ...text("title"), ...text("description"), ...text("pattern"),
    ...number("minLength"), ...number("maxLength"), ...number("minimum"), ...number("maximum"),
    ...(schema["items"] !== undefined ? { items: schema["items"] } : {}),
    ...(schema["default"] !== undefined ? { default: schema["default"] } : {}),
    ...(values ? { values: values.filter((value) => value !== null) } : {}),
  };
}

/** Returns the kind of form for a value: by its schema, or else by the value itself. */
export function kindOf(shape: Shape, value: Json | undefined): SchemaType | "choice" | "any" {
  if (shape.values) return "choice";
  const actual = value === undefined || value === null ? undefined : typeOf(value);
  if (shape.types.length === 1) return shape.types[0] ?? "any";
  if (shape.types.length > 1) {
    return shape.types.find((type) => type === actual) ?? shape.types[0] ?? "any";
  }
  if (actual !== undefined && actual !== "integer") return actual;
  return shape.properties.size > 0 ? "object" : actual === undefined ? "any" : "number";
}

export function typeOf(value: Json): SchemaType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isTextReference(value)) return "string";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as SchemaType;
}

/** Whether a value is a reference to a text of the string tables. */
export function isTextReference(value: Json | undefined): value is { $text: string } & JsonObject {
  return isObject(value) && typeof value["$text"] === "string";
}

/** Whether a value roughly matches a schema's type, to choose among alternatives. */
export function matchesType(schema: Json, value: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  const shape = readShape(schema);
  const type = typeOf(value);
  if (value === null) return shape.isNullable;
  if (shape.values) return shape.values.some((allowed) => sameJSON(allowed, value));
  if (shape.types.length > 0 && !shape.types.includes(type)
    && !(type === "integer" && shape.types.includes("number"))) return false;
  if (!isObject(value) || isTextReference(value)) return true;
  if ([...shape.required].some((key) => !Object.hasOwn(value, key))) return false;
  return [...shape.properties].every(([key, inner]) => {
    const member = value[key];
    return member === undefined || matchesType(inner, member);
  });
}

/** The initial value for a schema: its default, otherwise the minimal one. */
export function firstValue(schema: Json | undefined): Json {
  const shape = shapeOf(schema);
  if (shape.default !== undefined) return shape.default;
  if (shape.values) return shape.values[0] ?? null;
  switch (shape.types[0]) {
    case "string": return "";
    case "number":
    case "integer":
      return Math.max(shape.minimum ?? -Infinity, Math.min(0, shape.maximum ?? Infinity));
    case "boolean": return false;
    case "array": return [];
    case "object": return Object.fromEntries([...shape.properties]
      .filter(([key]) => shape.required.has(key)).map(([key, inner]) => [key, firstValue(inner)]));
    default: return shape.isNullable && shape.types.length === 0 ? "" : null;
  }
}

/** A member's name in words: `primaryButtonText` is “Primary button text”. */
export function labelOf(name: string): string {
  const label = name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) =>
    `${a} ${b.toLowerCase()}`).replace(/[_-]+/g, " ").trim();
  return label === "" ? name : label.charAt(0).toLocaleUpperCase() + label.slice(1);
}
