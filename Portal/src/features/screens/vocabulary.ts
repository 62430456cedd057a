// The properties of each block type, from the engine's own table.

import table from "vocabulary.txt";

/** A property with its kind, as in the engine's `BlockRule.Kind`. */
export interface PropertyRule {
  key: string;
  kind: string;
  isRequired: boolean;
  /** Its allowed values. */
  values?: string[];
  /** The bounds of a whole number. */
  bounds?: [min: number, max: number];
  /** The maximum number of elements in a list. */
  max?: number;
  /** The properties of its objects. */
  rules?: PropertyRule[];
  /** The type of a value, such as `boolean`. */
  type?: string;
}

// The rule sets that are not block types: properties of all blocks, and of objects in blocks.
const nonBlockSets = ["a11y", "common", "bullet", "fact", "field", "option", "tab"];
// The lists of allowed values.
const lists = ["icons", "roles", "inputs"];

const valueLists = new Map<string, string[]>();
const ruleSets = new Map<string, PropertyRule[]>();

for (const line of table.split("\n")) {
  const [name = "", ...rest] = line.split(" ");
  if (lists.includes(name)) valueLists.set(name, rest);
  else if (name) ruleSets.set(name, rest.flatMap(rulesOf));
}

function rulesOf(entry: string): PropertyRule[] {
  if (entry.startsWith("+")) return ruleSets.get(entry.slice(1)) ?? [];
  const [name = "", kind = ""] = entry.split("=");
  const isRequired = name.endsWith("!");
  return [{ key: isRequired ? name.slice(0, -1) : name, isRequired, ...kindOf(kind) }];
}

function kindOf(text: string): Omit<PropertyRule, "key" | "isRequired"> {
  if (text.includes("|")) return { kind: "enumeration", values: text.split("|") };
  if (/^\d+-\d+$/.test(text)) {
    return { kind: "integer", bounds: text.split("-").map(Number) as [number, number] };
  }
  const list = valueLists.get(text);
  if (list) return { kind: text === "icons" ? "icon" : "enumeration", values: list };
  const [kind = "", first = "", rules] = text.split(":");
  if (kind === "value") return { kind, type: first };
  if (kind === "object") return { kind, rules: ruleSets.get(first) ?? [] };
  const max = first === "" ? {} : { max: Number(first) };
  if (kind === "options") return { kind, ...max, rules: ruleSets.get("option") ?? [] };
  return { kind, ...max, ...(rules ? { rules: ruleSets.get(rules) ?? [] } : {}) };
}

/** The properties that every block has. */
export const commonRules = ruleSets.get("common") ?? [];

/** The types of blocks, in the order of the documentation. */
export const blockTypes = (): string[] =>
  [...ruleSets.keys()].filter((name) => !nonBlockSets.includes(name));

export const rulesFor = (type: string): PropertyRule[] => ruleSets.get(type) ?? [];

/** Whether a type of block is a field with a label: every field except `offer`. */
export const isLabeledField = (type: string): boolean =>
  rulesFor(type).some((rule) => rule.key === "label");
