// The properties of each block type, from the engine's own table.

import table from "vocabulary.txt";

/** A property with its kind, as in the engine's `BlockRule.Kind`. */
export interface PropertyRule {
  key: string;
  kind: string;
  isRequired: boolean;
  /** Its allowed values. */
  words?: string[];
  /** The bounds of a whole number. */
  bounds?: [min: number, max: number];
  /** The maximum number of elements in a list. */
  max?: number;
  /** The properties of its objects. */
  rules?: PropertyRule[];
  /** The type of a value, such as `boolean`. */
  type?: string;
}

const helpers = ["a11y", "common", "bullet", "fact", "field", "option", "tab"];
const lists = ["icons", "roles", "inputs"];

const words = new Map<string, string[]>();
const sets = new Map<string, PropertyRule[]>();

for (const line of table.split("\n")) {
  const [name = "", ...rest] = line.split(" ");
  if (lists.includes(name)) words.set(name, rest);
  else if (name) sets.set(name, rest.flatMap(rulesOf));
}

function rulesOf(word: string): PropertyRule[] {
  if (word.startsWith("+")) return sets.get(word.slice(1)) ?? [];
  const [name = "", kind = ""] = word.split("=");
  const isRequired = name.endsWith("!");
  return [{ key: isRequired ? name.slice(0, -1) : name, isRequired, ...kindOf(kind) }];
}

function kindOf(text: string): Omit<PropertyRule, "key" | "isRequired"> {
  if (text.includes("|")) return { kind: "enumeration", words: text.split("|") };
  if (/^\d+-\d+$/.test(text)) {
    return { kind: "integer", bounds: text.split("-").map(Number) as [number, number] };
  }
  const list = words.get(text);
  if (list) return { kind: text === "icons" ? "icon" : "enumeration", words: list };
  const [kind = "", first = "", rules] = text.split(":");
  if (kind === "value") return { kind, type: first };
  if (kind === "object") return { kind, rules: sets.get(first) ?? [] };
  const max = first === "" ? {} : { max: Number(first) };
  if (kind === "options") return { kind, ...max, rules: sets.get("option") ?? [] };
  return { kind, ...max, ...(rules ? { rules: sets.get(rules) ?? [] } : {}) };
}

/** The properties that every block has. */
export const commonRules = sets.get("common") ?? [];

/** The types of blocks, in the order of the documentation. */
export const blockTypes = [...sets.keys()].filter((name) => !helpers.includes(name));

export const rulesFor = (type: string): PropertyRule[] => sets.get(type) ?? [];

/** Whether a type is a field with a name. */
export const isField = (type: string): boolean =>
  rulesFor(type).some((rule) => rule.key === "label");
