// The fields of a screen in the preview, and the output built from them.

import type { DeclaredScreen, FlowDocument, Json, JsonObject } from "../../document";
import { drawingOf, humanized, type DrawnField } from "../screen";
import { comparedValues, parsed } from "./user";

/** The name of a field in the form: its key, or the default for the single value of a screen. */
export const fieldName = (field: DrawnField) => field.key ?? "";

/**
 * Returns the fields that a screen asks for; if neither it nor its content has any, those that
 * conditions read later.
 */
export function fieldsOfScreen(
  document: FlowDocument, step: string, screen: string, content: Json,
  declared: DeclaredScreen | undefined,
): DrawnField[] {
  const drawn = drawingOf({ screen, content, declared, ports: [] }).elements
    .filter((element): element is DrawnField => element.kind === "field");
  const compared = comparedValues(document).get(`output.${step}`);
  if (drawn.length > 0) return drawn.map((field) => withChoices(field, compared));
  if (!compared) return [];
  const field: DrawnField = {
    kind: "field", label: humanized(step), placeholder: "", type: "any",
  };
  return [withChoices(field, compared)];
}

/** Values that the flow compares are offered as choices, if they cover all possibilities. */
function withChoices(field: DrawnField, compared: Json[] | undefined): DrawnField {
  if (field.options || field.key !== undefined || !compared) return field;
  const isNumber = compared.length > 0 && compared.every((element) => typeof element === "number");
  return isNumber ? { ...field, type: "number" } : field;
}

/**
 * Returns the keys of a screen that are written when it is left by a port: those that the port
 * provides, and those that no port always provides.
 */
export function keysOf(declared: DeclaredScreen | undefined, port: string): string[] | undefined {
  const ports = declared?.ports ?? [];
  const about = ports.find((one) => typeof one !== "string" && one.name === port);
  if (typeof about !== "object" || !about.provides) return undefined;
  const always = new Set(ports.flatMap((one) =>
    typeof one === "object" && one.provides || Object.keys(declared?.provides ?? {})));
  const optional = Object.keys(declared?.provides ?? {}).filter((key) => !always.has(key));
  return [...about.provides, ...optional];
}

/** The output for a port, built from the entries; undefined if there is none. */
export function outputOf(
  fields: DrawnField[], entered: { [field: string]: string }, port: string,
  declared: DeclaredScreen | undefined,
): Json | undefined {
  const keys = keysOf(declared, port);
  const wanted = fields.filter(
    (field) => !keys || (field.key !== undefined && keys.includes(field.key)));
  const values = wanted.map((field) => [field, valueOf(field, entered)] as const);
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
  return parsed(text, field.type);
}
