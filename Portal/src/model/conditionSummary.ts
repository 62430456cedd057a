// A short summary of a condition, for the chip of an edge.

import { formatList, formatNumber, t } from "../localization";
import { isNever, isObject, type Json, type JsonObject } from "../document";

/** A summary of more clauses than this has only the first, and a count: “… and 2 more”. */
const MAX_CLAUSES = 2;

/**
 * A condition in plain words: “country is DE or AT”; “never” if it is no object, and empty if
 * there is none.
 */
export function shortCondition(when: Json | undefined): string {
  if (isNever(when)) return t("rules.say-never");
  return when ? joined(partsOf(when), false) : "";
}

function partsOf(condition: JsonObject): string[] {
  return Object.entries(condition).flatMap(([key, value]) => {
    if (key === "$and") return listOf(value).flatMap(partsOf);
    if (key === "$or") return [joined(listOf(value).map(summaryOf), true)];
    if (key === "$nor") {
      return [t("canvas.when-not", { what: joined(listOf(value).map(summaryOf), true) })];
    }
    if (key === "$not") {
      return [t("canvas.when-not", { what: isObject(value) ? summaryOf(value) : "" })];
    }
    return [attributeClause(nameOf(key), value)];
  });
}

const summaryOf = (condition: JsonObject) => joined(partsOf(condition), false);
const listOf = (value: Json) => (Array.isArray(value) ? value.filter(isObject) : []);

function joined(parts: string[], isChoice: boolean): string {
  const clauses = parts.filter(Boolean);
  if (clauses.length <= MAX_CLAUSES) return formatList(clauses, isChoice);
  const rest = t("canvas.when-more", { count: clauses.length - 1 });
  return formatList([clauses[0] ?? "", rest], isChoice);
}

/** Returns the name of an attribute or output, without the prefix of outputs. */
function nameOf(key: string): string {
  return key.startsWith("output.") ? key.slice("output.".length) : key;
}

function attributeClause(name: string, value: Json): string {
  const hasOperators = isObject(value) && Object.keys(value).some((key) => key.startsWith("$"));
  if (!hasOperators) return equalityClause(name, value, true);
  return joined(Object.entries(value).map(
    ([operator, operand]) => operatorClause(name, operator, operand)), false);
}

function equalityClause(name: string, value: Json, isEqual: boolean): string {
  if (typeof value === "boolean") {
    return value === isEqual ? name : t("canvas.when-not", { what: name });
  }
  if (value === null) return t(isEqual ? "canvas.when-unknown" : "canvas.when-known", { name });
  return t(isEqual ? "canvas.when-is" : "canvas.when-is-not", { name, value: operandText(value) });
}

const signs: { [operator: string]: string } = {
  $lt: "<", $lte: "≤", $gt: ">", $gte: "≥", $vlt: "<", $vlte: "≤", $vgt: ">", $vgte: "≥",
};

function operatorClause(name: string, operator: string, operand: Json): string {
  const sign = signs[operator];
  if (sign) return `${name} ${sign} ${operandText(operand)}`;
  const value = operandText(operand);
  switch (operator) {
    case "$eq": case "$veq": return equalityClause(name, operand, true);
    case "$ne": case "$vne": return equalityClause(name, operand, false);
    case "$in": case "$ini": return t("canvas.when-is", { name, value });
    case "$nin": case "$nini": return t("canvas.when-is-not", { name, value });
    case "$exists":
      return t(operand ? "canvas.when-known" : "canvas.when-unknown", { name });
    case "$inGroup": return t("canvas.when-in", { name, value });
    case "$notInGroup": return t("canvas.when-not-in", { name, value });
    case "$regex": case "$regexi": return t("canvas.when-like", { name, value });
    case "$all": case "$alli": case "$elemMatch": return t("canvas.when-has", { name, value });
    case "$size": return t("canvas.when-size", { name, value });
    case "$type": return t("canvas.when-type", { name, value });
    case "$not": return t("canvas.when-not", { what: attributeClause(name, operand) });
    default: return `${name} ${operator.slice(1)} ${value}`;
  }
}

function operandText(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value)) {
    const items = value.map(operandText);
    const clauses = items.length <= 3 ? items
      : [...items.slice(0, 2), t("canvas.when-more", { count: items.length - 2 })];
    return formatList(clauses, true);
  }
  if (isObject(value)) {
    return Object.entries(value).map(([key, part]) => (
      key.startsWith("$") ? `${signs[key] ?? key.slice(1)} ${operandText(part)}`
        : attributeClause(key, part)
    )).join(", ");
  }
  return String(value);
}
