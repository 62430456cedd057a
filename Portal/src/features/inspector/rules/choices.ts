// The comparisons that users can choose, by type, and their operators.

import type { Json, Rule, RuleTest, ValueType } from "../../../document";
import { today } from "../../../model/drawnScreens";

/** The editor of a choice's operand. */
export type OperandEditorKind =
  "none" | "value" | "list" | "text" | "segment" | "type" | "count" | "version";

export interface Choice {
  id: string;
  operator: string;
  editor: OperandEditorKind;
  /** The anchor that distinguishes the choices of patterns. */
  anchor?: Anchor;
}

/** Where a pattern searches for a text. */
export type Anchor = "within" | "start" | "end" | "free";

const choice = (
  id: string, operator: string, editor: OperandEditorKind, anchor?: Anchor,
): Choice =>
  ({ id, operator, editor, ...(anchor ? { anchor } : {}) });

export const choices: Choice[] = [
  choice("is", "is", "value"),
  choice("is", "$eq", "value"),
  choice("is-not", "$ne", "value"),
  choice("in", "$in", "list"),
  choice("not-in", "$nin", "list"),
  choice("at-least", "$gte", "value"),
  choice("more", "$gt", "value"),
  choice("at-most", "$lte", "value"),
  choice("less", "$lt", "value"),
  choice("version-at-least", "$vgte", "version"),
  choice("version-above", "$vgt", "version"),
  choice("version-at-most", "$vlte", "version"),
  choice("version-below", "$vlt", "version"),
  choice("version-is", "$veq", "version"),
  choice("version-is-not", "$vne", "version"),
  choice("contains", "$regex", "text", "within"),
  choice("contains-not", "$not.$regex", "text", "within"),
  choice("starts", "$regex", "text", "start"),
  choice("starts-not", "$not.$regex", "text", "start"),
  choice("ends", "$regex", "text", "end"),
  choice("ends-not", "$not.$regex", "text", "end"),
  choice("matches", "$regex", "text", "free"),
  choice("matches-not", "$not.$regex", "text", "free"),
  choice("has-all", "$all", "list"),
  choice("has-not-all", "$not.$all", "list"),
  choice("count-is", "$size", "count"),
  choice("count-is", "$size.$eq", "count"),
  choice("count-is-not", "$size.$ne", "count"),
  choice("count-at-least", "$size.$gte", "count"),
  choice("count-more", "$size.$gt", "count"),
  choice("count-at-most", "$size.$lte", "count"),
  choice("count-less", "$size.$lt", "count"),
  choice("entries", "$elemMatch", "none"),
  choice("in-segment", "$inGroup", "segment"),
  choice("not-in-segment", "$notInGroup", "segment"),
  choice("there", "$exists", "none"),
  choice("missing", "$exists", "none"),
  choice("type", "$type", "type"),
];

const textOperators = [
  "is", "is-not", "in", "not-in", "contains", "contains-not", "starts", "ends", "matches",
];
const numberOperators = ["is", "is-not", "at-least", "more", "at-most", "less", "in", "not-in"];
const versionOperators = [
  "version-at-least", "version-above", "version-at-most", "version-below", "version-is",
  "version-is-not",
];
const listOperators = [
  "in", "not-in", "has-all", "has-not-all", "entries", "count-is", "count-at-least",
  "count-at-most",
];
const commonOperators = ["there", "missing", "in-segment", "not-in-segment"];

const operatorsByType: { [type: string]: string[] } = {
  string: textOperators, number: numberOperators, integer: numberOperators, boolean: ["is"],
  date: ["at-least", "more", "at-most", "less", "is", "is-not"], version: versionOperators,
  array: listOperators, object: [],
};

/** The choices for an attribute of these types; the most common of all types if it has none. */
export function choicesFor(types: ValueType[], hasSegments: boolean): string[] {
  const known = types.filter((type) => type !== "any");
  const ofType = known.length > 0
    ? known.flatMap((type) => operatorsByType[type] ?? [])
    : [
      ...textOperators, "at-least", "more", "at-most", "less", ...versionOperators.slice(0, 4),
      ...listOperators,
    ];
  const common = commonOperators.filter((id) => hasSegments || !id.endsWith("segment"));
  return [...new Set([...ofType, ...common])];
}

/** Pairs of case-sensitive and case-insensitive operators. */
const casePairs: [string, string][] = [
  ["$in", "$ini"], ["$nin", "$nini"], ["$all", "$alli"], ["$regex", "$regexi"],
];

/** The case-sensitive or case-insensitive counterpart of an operator; undefined if it has none. */
export function withCase(operator: string, isInsensitive: boolean): string | undefined {
  const parts = operator.split(".");
  const pair = casePairs.find((both) => both.includes(parts.at(-1) ?? ""));
  if (!pair) return undefined;
  return [...parts.slice(0, -1), pair[isInsensitive ? 1 : 0]].join(".");
}

export const ignoresCase = (operator: string): boolean =>
  operator !== "is" && withCase(operator, true) === operator;

/** The choice for a test; a generated one if it is not among the choices. */
export function choiceOf(test: RuleTest): Choice {
  const operator = withCase(test.operator, false) ?? test.operator;
  if (operator === "$exists") {
    return choice(test.value === false ? "missing" : "there", operator, "none");
  }
  if (operator === "is" && test.value === null) return choice("missing", operator, "none");
  const anchor = operator.endsWith("$regex") ? anchorOf(String(test.value)) : undefined;
  const known = choices.find((candidate) => (
    candidate.operator === operator && candidate.anchor === anchor));
  if (known) return known;
  const inner = choices.find((candidate) => `$not.${candidate.operator}` === operator);
  return choice("not", operator, inner?.editor ?? "value");
}

/** The choice without its negation. */
export function innerChoice(test: RuleTest): Choice {
  return choiceOf({ ...test, operator: test.operator.replace(/^\$not\./, "") });
}

/** The rule after choosing another operator; keeps as much of the operand as possible. */
export function choose(test: RuleTest, id: string, types: ValueType[]): Rule {
  if (id === "there" || id === "missing") {
    return { ...test, operator: "$exists", value: id === "there" };
  }
  if (id === "entries") {
    const inner: RuleTest = { kind: "test", attribute: "", operator: "$in", value: [] };
    return { kind: "entries", attribute: test.attribute, isPlain: true, rules: [inner] };
  }
  const next = choices.find((candidate) => candidate.id === id);
  if (!next) return test;
  const old = choiceOf(test);
  const isText = old.editor === "text" && old.anchor;
  if (isText && next.anchor === "free") {
    return { ...test, operator: next.operator, value: asFreePattern(String(test.value)) };
  }
  const operand = isText ? textOf(String(test.value), old.anchor ?? "free") : test.value;
  const isSameCase = ignoresCase(test.operator) && withCase(next.operator, true);
  return {
    ...test, operator: isSameCase || next.operator, value: operandFor(next, operand, types),
  };
}

/** An operand of the required type, converted from the old one if possible. */
function operandFor(next: Choice, old: Json, types: ValueType[]): Json {
  const first = Array.isArray(old) ? old[0] : typeof old === "boolean" ? undefined : old;
  const text = typeof first === "string" || typeof first === "number" ? String(first) : "";
  switch (next.editor) {
    case "list": {
      if (Array.isArray(old)) return old;
      return first === undefined || first === null || first === "" ? [] : [first];
    }
    case "text": {
      const pattern = patternOf(text, next.anchor ?? "free");
      return next.anchor === "free" ? asFreePattern(pattern) : pattern;
    }
    case "segment": return text;
    case "type": return "string";
    case "count": return typeof first === "number" ? first : 1;
    case "version": return /^\d/.test(text) ? text : "1.0";
    default: return valueFor(types, first);
  }
}

/** A value of a type: the old one if it is of that type. */
export function valueFor(types: ValueType[], old: Json | undefined): Json {
  const type = types[0] ?? "any";
  if (type === "boolean") return typeof old === "boolean" ? old : true;
  if (type === "number" || type === "integer") {
    const number = typeof old === "string" && old.trim() !== "" ? Number(old) : old;
    return typeof number === "number" && Number.isFinite(number) ? number : 0;
  }
  if (type === "date") {
    const isDate = typeof old === "string" && /^\d{4}-\d\d-\d\d/.test(old);
    return isDate ? old : today();
  }
  if (typeof old === "string" || typeof old === "number" || typeof old === "boolean") return old;
  return "";
}

/** The initial test of a new condition, which matches nobody if the type allows that. */
export function initialTest(attribute: string, types: ValueType[]): RuleTest {
  const first = types[0] ?? "any";
  const operator = {
    boolean: "is", number: "$gte", integer: "$gte", date: "$gte", version: "$vgte",
  };
  const chosen = (operator as { [type: string]: string })[first] ?? "$in";
  const value = chosen === "$in" ? [] : chosen === "$vgte" ? "1.0" : valueFor(types, undefined);
  return { kind: "test", attribute, operator: chosen, value };
}

// Patterns -------------------------------------------------------------------------------------

const special = /[\\^$.*+?()[\]{}|]/g;
const escaped = (text: string) => text.replace(special, "\\$&");

/** The pattern that searches for a text at an anchor. */
export function patternOf(text: string, anchor: Anchor): string {
  if (anchor === "free") return text;
  return (anchor === "start" ? "^" : "") + escaped(text) + (anchor === "end" ? "$" : "");
}

/** The text that a pattern searches for. */
export function textOf(pattern: string, anchor: Anchor): string {
  if (anchor === "free") return pattern;
  const inner = pattern.slice(anchor === "start" ? 1 : 0, anchor === "end" ? -1 : undefined);
  return inner.replace(/\\([\\^$.*+?()[\]{}|])/g, "$1");
}

/** An equivalent pattern that is not recognized as a search for plain text. */
function asFreePattern(pattern: string): string {
  const anchor = anchorOf(pattern);
  if (anchor === "free") return pattern;
  const before = anchor === "start" ? "^" : "^.*";
  const text = escaped(textOf(pattern, anchor));
  return text === "" ? "^.*$" : `${before}${text}${anchor === "end" ? "$" : ".*$"}`;
}

/** Returns the anchor of a pattern that searches for plain text; “free” for other patterns. */
export function anchorOf(pattern: string): Anchor {
  for (const anchor of ["within", "start", "end"] as const) {
    if (patternOf(textOf(pattern, anchor), anchor) === pattern) return anchor;
  }
  return "free";
}
