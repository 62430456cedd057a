// The fields of a screen in the preview, and the output built from them.

import type { DeclaredScreen, FlowDocument, Json, JsonObject } from "../../document";
import { drawingOf, humanized, type DrawnField } from "../screen";
import { comparedValues, parseValue } from "./user";

/** The name of a field in the form: its key; empty for the single value of a screen. */
export const fieldName = (field: DrawnField) => field.key ?? "";

/**
 * Returns the fields of a screen; if it has none and conditions read its step's output, one field
 * for that value.
 */
export function fieldsOfScreen(
  document: FlowDocument, step: string, screen: string, content: Json,
  declared: DeclaredScreen | undefined,
): DrawnField[] {
  const drawn = drawingOf({ screen, content, declared, ports: [] }).elements
    .filter((element): element is DrawnField => element.kind === "field");
  const compared = comparedValues(document).get(`output.${step}`);
  if (drawn.length > 0) return drawn.map((field) => withInferredType(field, compared));
  if (!compared) return [];
  const field: DrawnField = {
    kind: "field", label: humanized(step), placeholder: "", type: "any",
  };
  return [withInferredType(field, compared)];
}

/** A field without a key is for a number if conditions compare the output only with numbers. */
function withInferredType(field: DrawnField, compared: Json[] | undefined): DrawnField {
  if (field.options || field.key !== undefined || !compared) return field;
  const isNumber = compared.length > 0 && compared.every((element) => typeof element === "number");
  return isNumber ? { ...field, type: "number" } : field;
}

/**
 * Returns the keys of a screen that are written when it is left through a port: those that the port
 * provides, and those that no port always provides. Undefined if the port does not declare any:
 * then all are written.
 */
export function keysOf(declared: DeclaredScreen | undefined, port: string): string[] | undefined {
  const ports = declared?.ports ?? [];
  const own = ports.find((other) => typeof other !== "string" && other.name === port);
  if (typeof own !== "object" || !own.provides) return undefined;
  const always = new Set(ports.flatMap((other) =>
    typeof other === "object" && other.provides || Object.keys(declared?.provides ?? {})));
  const optional = Object.keys(declared?.provides ?? {}).filter((key) => !always.has(key));
  return [...own.provides, ...optional];
}

/** The output for a port, built from the entries; undefined if there is none. */
export function outputOf(
  fields: DrawnField[], entered: { [field: string]: string }, port: string,
  declared: DeclaredScreen | undefined,
): Json | undefined {
  const keys = keysOf(declared, port);
  const portFields = fields.filter(
    (field) => !keys || (field.key !== undefined && keys.includes(field.key)));
  const values = portFields.map((field) => [field, valueOf(field, entered)] as const);
  const provided = Object.keys(declared?.provides ?? {});
  if (provided.length <= 1) return values[0]?.[1];
  const object: JsonObject = {};
  for (const [field, value] of values) {
    if (field.key !== undefined && value !== undefined) object[field.key] = value;
  }
  return Object.keys(object).length > 0 ? object : undefined;
}

function valueOf(field: DrawnField, entered: { [field: string]: string }): Json | undefined {
  const text = entered[fieldName(field)] ?? "";
  if (field.options) return field.options.find((option) => String(option.value) === text)?.value;
  return parseValue(text, field.type);
}
