// Quick fixes for findings about conditions and segments, one function for each.

import {
  changeStep, setAttribute, setSegment, type Condition, type Edit, type Json, type ValueType,
} from "../../../document";
import { bySimilarity, distance } from "../../../document/similarity";
import { t } from "../../../localization";
import {
  changeRoute, choice, listArgument, removeRoute, routeAt, stringArgument, type FixContext,
  type QuickFix,
} from "./context";
import { pointerParts, valueAt, withValue } from "./values";

/** The condition of the finding: a route's, or a step's `showWhen`. */
function conditionOf(context: FixContext): Condition | undefined {
  return context.finding.route === undefined ? context.step?.showWhen : routeAt(context)?.when;
}

function setCondition(context: FixContext, condition: Condition): Edit {
  const { finding } = context;
  if (finding.route !== undefined) {
    return changeRoute(context, (route) => ({ ...route, when: condition }));
  }
  return changeStep(finding.flow ?? "", finding.step ?? "", (step) => (
    { ...step, showWhen: condition }));
}

/** The condition with the key at the pointer renamed, in the same position. */
function renameKey(condition: Json, parts: string[], name: string): Json {
  const parent = parts.slice(0, -1);
  const last = parts.at(-1) ?? "";
  const object = valueAt(condition, parent);
  if (typeof object !== "object" || object === null || Array.isArray(object)) return condition;
  if (Object.hasOwn(object, name)) return condition;
  const members = Object.entries(object).map(([key, value]) => [key === last ? name : key, value]);
  return withValue(condition, parent, Object.fromEntries(members) as Json);
}

/** A route whose condition is never true is never taken, so it can be removed. */
export const neverTaken = (context: FixContext): QuickFix[] => (
  context.finding.route === undefined ? []
    : removeRoute(context, t("findings.fix-remove-idle"), true));

export function unknownOperator(context: FixContext): QuickFix[] {
  const condition = conditionOf(context);
  const parts = pointerParts(context.finding.pointer ?? "");
  const suggested = stringArgument(context, "suggestion");
  const written = parts.at(-1) ?? "";
  const value = condition && valueAt(condition, parts);
  const needsList = ["$in", "$nin", "$all", "$ini", "$nini", "$alli", "$or", "$and", "$nor"];
  const isLikely = suggested !== undefined && distance(suggested, written) <= 1
    && needsList.includes(suggested) === Array.isArray(value)
    && !["$size", "$elemMatch", "$type", "$regex", "$exists"].includes(suggested);
  const swap: QuickFix[] = isLikely && condition ? [{
    label: t("findings.fix-operator", { operator: suggested }),
    edit: setCondition(context, renameKey(condition, parts, suggested) as Condition),
  }] : [];
  return [...swap, ...neverTaken(context)];
}

export function unknownSegment(context: FixContext): QuickFix[] {
  const condition = conditionOf(context);
  const name = stringArgument(context, "segment");
  if (!condition || name === undefined) return [];
  const parts = pointerParts(context.finding.pointer ?? "");
  const known = bySimilarity(Object.keys(context.document.segments ?? {}), name).map((segment) => ({
    label: segment, edit: setCondition(context, withValue(condition, parts, segment) as Condition),
  }));
  return [
    ...choice(t("findings.fix-segment"), known, (fix) =>
      t("findings.fix-segment-to", { segment: fix.label })),
    { label: t("findings.fix-add-segment", { segment: name }), edit: setSegment(name, []) },
  ];
}

/** The type of the value that an attribute is compared with. */
function typeOfOperand(value: Json | undefined): ValueType {
  const scalarType = (scalar: Json | undefined): ValueType => {
    if (typeof scalar === "number") return "number";
    if (typeof scalar === "boolean") return "boolean";
    return typeof scalar === "string" ? "string" : "any";
  };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return scalarType(value);
  const [operator, operand] = Object.entries(value)[0] ?? ["", null];
  if (/^\$v(gt|gte|lt|lte|eq|ne)$/.test(operator)) return "version";
  if (operator === "$all" || operator === "$elemMatch" || operator === "$size") return "array";
  if (operator === "$exists") return "any";
  return scalarType(Array.isArray(operand) ? operand[0] : operand ?? undefined);
}

export function unknownAttribute(context: FixContext): QuickFix[] {
  const condition = conditionOf(context);
  const name = stringArgument(context, "attribute");
  if (!condition || name === undefined) return [];
  const parts = pointerParts(context.finding.pointer ?? "");
  const declared = new Set([
    ...Object.keys(context.document.attributes ?? {}),
    ...context.manifests.flatMap((manifest) => Object.keys(manifest.attributes ?? {})),
    "country", "locale", "platform", "appVersion", "build", "userId",
  ]);
  const likely = bySimilarity([...declared], name).filter((known) => distance(known, name) <= 2);
  const root = name.split(".")[0] ?? name;
  const type = root === name ? typeOfOperand(valueAt(condition, parts)) : "object";
  return [
    ...likely.slice(0, 1).map((attribute) => ({
      label: t("findings.fix-attribute", { attribute }),
      edit: setCondition(context, renameKey(condition, parts, attribute) as Condition),
    })),
    { label: t("findings.fix-declare", { attribute: root }), edit: setAttribute(root, type) },
  ];
}

export function unknownOutput(context: FixContext): QuickFix[] {
  const condition = conditionOf(context);
  const name = stringArgument(context, "output");
  if (!condition || name === undefined) return [];
  const parts = pointerParts(context.finding.pointer ?? "");
  const known = new Set([
    ...context.document.flows.flatMap((flow) => flow.steps.map((step) => step.id)),
    ...context.manifests.flatMap((manifest) => manifest.screens ?? [])
      .flatMap((screen) => Object.keys(screen.provides ?? {})),
  ]);
  known.delete("");
  const choices = bySimilarity([...known], name).slice(0, 40).map((output) => ({
    label: output,
    edit: setCondition(context, renameKey(condition, parts, `output.${output}`) as Condition),
  }));
  return [
    ...choice(t("findings.fix-output"), choices, (fix) =>
      t("findings.fix-output-to", { output: fix.label })),
    ...neverTaken(context),
  ];
}

/** Converts the value to the type that it is compared with. */
export function outputType(context: FixContext): QuickFix[] {
  const condition = conditionOf(context);
  const [type, ...others] = listArgument(context, "types");
  const parts = pointerParts(context.finding.pointer ?? "");
  const value = condition && valueAt(condition, parts);
  if (!condition || type === undefined || others.length > 0 || value === undefined) return [];
  const next = converted(value, type);
  if (next === undefined) return [];
  return [{
    label: t("findings.fix-compare", { value: JSON.stringify(next) }),
    edit: setCondition(context, withValue(condition, parts, next) as Condition),
  }];
}

function converted(value: Json, type: string): Json | undefined {
  if (type === "number" || type === "integer") {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
    const isOfType = type === "number" || Number.isInteger(number);
    return Number.isFinite(number) && isOfType ? number : undefined;
  }
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  return type === "string" && (typeof value === "number" || typeof value === "boolean")
    ? String(value) : undefined;
}
