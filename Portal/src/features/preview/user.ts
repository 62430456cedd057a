// The simulated user: attributes, suggestions for them, and presets.

import type { ReportedAttribute } from "../../api";
import {
  isObject, type FlowDocument, type Json, type JsonObject, type Manifest, type ValueType,
} from "../../document";
import { eachCondition, readsScreenScope } from "../../document/conditions";

export interface AttributeField {
  name: string;
  type: ValueType;
  suggestions: Json[];
}

/** The SDK's attributes that are always offered first. */
export const standardAttributes: AttributeField[] = [
  { name: "country", type: "string", suggestions: [] },
  { name: "locale", type: "string", suggestions: [] },
  { name: "appVersion", type: "version", suggestions: [] },
  { name: "platform", type: "string", suggestions: [] },
  { name: "userId", type: "string", suggestions: [] },
];

/** Attributes that are not offered: the build is chosen separately. */
const hiddenAttributes = new Set(["build"]);

/** The attributes and outputs in conditions, with the values they are compared with. */
export function comparedValues(document: FlowDocument): Map<string, Json[]> {
  const compared = new Map<string, Json[]>();
  const add = (name: string, value: Json) => {
    const values = compared.get(name) ?? [];
    compared.set(name, values);
    if (value !== null && !values.includes(value)) values.push(value);
  };
  const addOperand = (name: string, value: Json): void => {
    if (Array.isArray(value)) value.forEach((element) => addOperand(name, element));
    else if (isObject(value)) Object.values(value).forEach((member) => addOperand(name, member));
    else if (typeof value !== "boolean") add(name, value);
  };
  const visit = (condition: Json, isOfScreen: boolean): void => {
    if (Array.isArray(condition)) return condition.forEach((each) => visit(each, isOfScreen));
    if (!isObject(condition)) return;
    for (const [key, value] of Object.entries(condition)) {
      if (key.startsWith("$")) visit(value, isOfScreen);
      else if (!isOfScreen || !readsScreenScope(key)) {
        if (!compared.has(key)) compared.set(key, []);
        const isSegment = isObject(value) && ("$inGroup" in value || "$notInGroup" in value);
        if (!isSegment) addOperand(key, value);
      }
    }
  };
  eachCondition(document, (condition, at) => visit(condition, "screen" in at));
  return compared;
}

/** All attributes that can be set, with values from apps and from conditions. */
export function attributeFields(
  document: FlowDocument, reported: ReportedAttribute[], manifests: Manifest[],
): AttributeField[] {
  const compared = comparedValues(document);
  const types = new Map<string, ValueType>();
  for (const attribute of reported) {
    types.set(attribute.name, (attribute.types[0] as ValueType | undefined) ?? "any");
  }
  for (const manifest of manifests) {
    for (const [name, type] of Object.entries(manifest.attributes ?? {})) types.set(name, type);
  }
  for (const [name, type] of Object.entries(document.attributes ?? {})) types.set(name, type);
  const inConditions = [...compared.keys()].filter((name) => !name.startsWith("output."));
  const names = [...new Set([
    ...standardAttributes.map((field) => field.name), ...types.keys(),
    ...inConditions.map((name) => (
      types.has(name.split(".")[0] ?? name) ? name.split(".")[0] ?? name : name)),
  ])].filter((name) => !hiddenAttributes.has(name));
  return names.map((name) => {
    const standard = standardAttributes.find((attribute) => attribute.name === name);
    const values = reported.find((attribute) => attribute.name === name)?.values ?? [];
    const suggestions = [
      ...new Set([...values.map(({ value }) => value), ...(compared.get(name) ?? [])])];
    const type = standard?.type ?? types.get(name) ?? inferredType(suggestions);
    return { name, type, suggestions };
  });
}

function inferredType(values: Json[]): ValueType {
  if (values.length === 0) return "any";
  return values.every((value) => typeof value === "number") ? "number" : "string";
}

/** A new random user id, for splits. */
export function randomUserId(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `user-${Array.from(random, (byte) => letters[byte % letters.length]).join("")}`;
}

export interface Preset {
  id: string;
  country: string;
  version: string;
  context: JsonObject;
}

const languages: { [country: string]: string } = {
  AT: "de-AT", DE: "de-DE", US: "en-US", GB: "en-GB", FR: "fr-FR", ES: "es-ES", IT: "it-IT",
  CH: "de-CH", NL: "nl-NL", PL: "pl-PL", JP: "ja-JP", BR: "pt-BR",
};

/** Preset users, with suggested and default countries, and suggested and newest versions. */
export function presets(fields: AttributeField[], manifests: Manifest[]): Preset[] {
  const texts = (name: string) => (fields.find((field) => field.name === name)?.suggestions ?? [])
    .filter((value): value is string => typeof value === "string" && value !== "");
  const countries = [...new Set([...texts("country"), "AT", "DE", "US"])].slice(0, 4);
  const newest = manifests[0]?.version;
  const versions = [...new Set([...texts("appVersion").slice(0, 1), newest ?? "2.3"])];
  return countries.flatMap((country) => versions.map((version) => ({
    id: `${country} ${version}`, country, version,
    context: { country, locale: languages[country] ?? "en", appVersion: version },
  })));
}

/** A plausible value of a type, with which a screen's field is filled initially. */
export function sampleValue(key: string, type: ValueType): Json {
  switch (type) {
    case "boolean": return true;
    case "integer": return 1;
    case "number": return 100;
    case "date": return "1990-05-17";
    case "version": return "2.3.0";
    case "array": return [];
    case "object": return {};
    default: return sampleText(key);
  }
}

const samples: [RegExp, string][] = [
  [/e-?mail/i, "mira@example.org"], [/first.?name/i, "Mira"], [/(last|sur).?name/i, "Sommer"],
  [/name/i, "Mira Sommer"], [/phone|mobile/i, "+43 660 1234567"], [/(zip|post.?code)/i, "1010"],
  [/city|town/i, "Wien"], [/street|address/i, "Ring 1"], [/country/i, "AT"],
  [/pass(word|phrase)/i, "violet harbour 71"], [/(pin|code)/i, "4711"],
  [/date|birth/i, "1990-05-17"],
];

const sampleText = (key: string) => samples.find(([pattern]) => pattern.test(key))?.[1] ?? "abc";

/** Converts a text to a value of a type; undefined for an empty text. */
export function parseValue(text: string, type: ValueType): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (type === "number" || type === "integer") {
    const number = Number(trimmed.replace(",", "."));
    return Number.isFinite(number) ? number : trimmed;
  }
  if (type === "boolean") return trimmed === "true";
  if (type === "array" || type === "object") return asJSON(trimmed) ?? trimmed;
  if (type === "any" && /^(-?\d+(\.\d+)?|true|false|null|[[{].*[\]}])$/s.test(trimmed)) {
    return asJSON(trimmed) ?? trimmed;
  }
  return trimmed;
}

function asJSON(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function displayValue(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
