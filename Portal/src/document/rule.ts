// Conditions as groups of tests, for the rule editor. A condition is written back in its original
// notation.

import type { Json, JsonObject } from "./types";

/** The mode of a group: which of its rules must be true. */
export type Mode = "all" | "any" | "none" | "notAll";

export interface RuleGroup {
  kind: "group";
  mode: Mode;
  rules: Rule[];
  /** Whether the rules of “all” are written as a list, not as the members of one object. */
  isList?: boolean;
  /** The attribute that a `$not` belongs to, if any. */
  field?: string;
}

/** One comparison. The operator `is` is implicit in JSON; `$not.$regex` is two nested operators. */
export interface RuleTest {
  kind: "test";
  attribute: string;
  operator: string;
  value: Json;
}

/** A test of a list's entries. */
export interface RuleEntries {
  kind: "entries";
  attribute: string;
  /** Whether the entries themselves are tested, and not their members. */
  isPlain: boolean;
  rules: Rule[];
}

/** A part that the editor cannot express, kept unchanged. */
export interface RuleRaw {
  kind: "raw";
  json: JsonObject;
}

export type Rule = RuleGroup | RuleTest | RuleEntries | RuleRaw;

const comparisonOperators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"];
const listOperators = ["$in", "$nin", "$ini", "$nini", "$all", "$alli"];
const versionOperators = ["$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte"];
const textOperators = ["$regex", "$regexi", "$inGroup", "$notInGroup", "$type"];
const logicalOperators: { [name: string]: Mode } = { $and: "all", $or: "any", $nor: "none" };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isScalar = (value: Json) => typeof value !== "object" || value === null;

function isOperatorObject(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key.startsWith("$"));
}

/** Whether the editor supports an operator, and its operand has the right type. */
function isSupportedTest(operator: string, value: Json): boolean {
  if (comparisonOperators.includes(operator) || operator === "is") return isScalar(value);
  if (listOperators.includes(operator)) return Array.isArray(value) && value.every(isScalar);
  if (versionOperators.includes(operator)) return ["string", "number"].includes(typeof value);
  if (textOperators.includes(operator)) return typeof value === "string";
  if (operator === "$exists") return typeof value === "boolean";
  return operator === "$size" && isScalar(value);
}

// Reading --------------------------------------------------------------------------------------

/** Converts a condition to a rule. */
export function readRule(condition: JsonObject): Rule {
  const rules = readMembers(condition);
  return rules.length === 1 && rules[0] ? rules[0] : { kind: "group", mode: "all", rules };
}

/** Converts a condition to a group, to which rules can be added; it is empty if it is no object. */
export function readGroup(condition: Json | undefined): RuleGroup {
  const rule = readRule(isObject(condition) ? condition : {});
  return rule.kind === "group" ? rule : { kind: "group", mode: "all", rules: [rule] };
}

const readMembers = (condition: JsonObject) =>
  Object.entries(condition).flatMap(([key, value]) => readMember(key, value));

function readMember(key: string, value: Json): Rule[] {
  const raw: Rule = { kind: "raw", json: object([[key, value]]) };
  const mode = Object.hasOwn(logicalOperators, key) ? logicalOperators[key] : undefined;
  if (mode) {
    if (!Array.isArray(value) || !value.every(isObject)) return [raw];
    return [{ kind: "group", mode, rules: value.map((member) => readRule(member)), isList: true }];
  }
  if (key === "$not") {
    return [isObject(value) ? { kind: "group", mode: "notAll", rules: readMembers(value) } : raw];
  }
  if (key.startsWith("$")) return [raw];
  if (isOperatorObject(value)) {
    return Object.entries(value).flatMap(([name, operand]) => readTest(key, name, operand));
  }
  return [isScalar(value) ? { kind: "test", attribute: key, operator: "is", value } : raw];
}

function readTest(attribute: string, operator: string, value: Json): Rule[] {
  if (operator === "$not") return [readNegation(attribute, value)];
  if (operator === "$size" && isOperatorObject(value)) {
    const parts = Object.entries(value);
    if (parts.every(([name, operand]) => comparisonOperators.includes(name) && isScalar(operand))) {
      return parts.map(([name, operand]) => (
        { kind: "test", attribute, operator: `$size.${name}`, value: operand }));
    }
  } else if (operator === "$elemMatch" && isObject(value)) {
    const isPlain = isOperatorObject(value);
    const rules = isPlain
      ? Object.entries(value).flatMap(([name, operand]) => readTest("", name, operand))
      : readMembers(value);
    return [{ kind: "entries", attribute, isPlain, rules }];
  } else if (isSupportedTest(operator, value)) {
    return [{ kind: "test", attribute, operator, value }];
  }
  return [{ kind: "raw", json: object([[attribute, object([[operator, value]])]]) }];
}

function readNegation(attribute: string, value: Json): Rule {
  const raw: Rule = { kind: "raw", json: object([[attribute, { $not: value }]]) };
  if (!isOperatorObject(value)) {
    if (!isScalar(value)) return raw;
    const test: Rule = { kind: "test", attribute, operator: "is", value };
    return { kind: "group", mode: "notAll", field: attribute, rules: [test] };
  }
  const parts = Object.entries(value);
  const [name, operand] = parts[0] as [string, Json];
  if (parts.length === 1 && name !== "$size" && isSupportedTest(name, operand)) {
    return { kind: "test", attribute, operator: `$not.${name}`, value: operand };
  }
  const rules = parts.flatMap(([key, inner]) => readTest(attribute, key, inner));
  return { kind: "group", mode: "notAll", field: attribute, rules };
}

// Writing --------------------------------------------------------------------------------------

type Member = [key: string, value: Json];

// NB: assigning to an attribute named `__proto__` would set the prototype instead.
const object = (members: Member[]): JsonObject => Object.fromEntries(members);

/** Converts a rule to a condition. */
export function writeRule(rule: Rule): JsonObject {
  const isInline = rule.kind === "group" && rule.mode === "all" && !rule.isList;
  return writeAll(isInline ? rule.rules : [rule]);
}

/** Rules that must all be true, as members of one object if their names allow it. */
function writeAll(rules: Rule[]): JsonObject {
  const merged = mergeMembers(rules.flatMap(membersOf));
  return merged ?? { $and: rules.map(writeRule) };
}

function membersOf(rule: Rule): Member[] {
  switch (rule.kind) {
    case "raw": return Object.entries(rule.json);
    case "test": return [[rule.attribute, testValue(rule)]];
    case "entries": return [[rule.attribute, { $elemMatch: entriesValue(rule) }]];
    case "group": return [groupMember(rule)];
  }
}

function testValue({ operator, value }: RuleTest): Json {
  if (operator === "is") return value;
  return operator.split(".").reduceRight<Json>((inner, name) => object([[name, inner]]), value);
}

function groupMember(group: RuleGroup): Member {
  if (group.mode === "notAll") {
    const { field } = group;
    const members = group.rules.flatMap(membersOf);
    if (field !== undefined && members.every(([key]) => key === field)) {
      const merged = mergeMembers(members);
      if (merged && members.length > 0) return [field, { $not: merged[field] ?? null }];
    }
    return ["$not", writeAll(group.rules)];
  }
  const key = group.mode === "all" ? "$and" : group.mode === "any" ? "$or" : "$nor";
  return [key, group.rules.map(writeRule)];
}

function entriesValue(entries: RuleEntries): JsonObject {
  if (!entries.isPlain) return writeAll(entries.rules);
  // Operators on the entry itself; a duplicate operator is expressed with a double negation.
  return entries.rules.flatMap(membersOf).reduce<JsonObject>((result, [, value]) => {
    const test = isOperatorObject(value) ? value : { $eq: value };
    return merge(result, test) ?? { $not: { $not: result }, ...withoutNot(test) };
  }, {});
}

const withoutNot = (test: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(test).filter(([name]) => name !== "$not"));

/** Members as one object; undefined if two of one key cannot be merged. */
function mergeMembers(members: Member[]): JsonObject | undefined {
  const result = new Map<string, Json>();
  for (const [key, value] of members) {
    const existing = result.get(key);
    if (existing === undefined) {
      result.set(key, value);
      continue;
    }
    if (!isOperatorObject(existing) || !isOperatorObject(value)) return undefined;
    const merged = merge(existing, value);
    if (!merged) return undefined;
    result.set(key, merged);
  }
  return object([...result]);
}

function merge(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const result = new Map(Object.entries(left));
  for (const [name, value] of Object.entries(right)) {
    const existing = result.get(name);
    if (existing === undefined) {
      result.set(name, value);
    } else if (name === "$size" && isOperatorObject(existing) && isOperatorObject(value)) {
      const merged = merge(existing, value);
      if (!merged) return undefined;
      result.set(name, merged);
    } else {
      return undefined;
    }
  }
  return object([...result]);
}
