// Explains where a port leads for one user: each route in order, with its result. The engine
// evaluates each condition and each bucket.

import {
  isConditional, isObject, isSplit, rangesOf, routesOf, stepOf, variantName, type Condition,
  type FlowDocument, type Json, type JsonObject, type Split,
} from "../../document";
import type { FlowRuntime } from "../../engine";

/** The parts of the engine that make decisions. */
export type ConditionEngine = Pick<FlowRuntime, "evaluate" | "bucket">;

/** The result of a split for one user. */
export interface SplitEvaluation {
  experiment: string;
  /** The bucketing attribute, and its value; none if it is missing. */
  attribute: string;
  value?: string;
  /** The user's bucket, from 0 to 1. */
  bucket?: number;
  /** The variant, if the user takes part. */
  variant?: string;
  /** The reason why the user does not take part. */
  outside?: "unknown" | "namespace" | "range" | "unusable";
  /** Every variant's range of buckets: from included, to excluded. */
  ranges: { variant: string; from: number; to: number }[];
}

export interface RouteEvaluation {
  /** The route's index in the port's list. */
  route: number;
  /** The first route that applies is taken; later ones are not evaluated. */
  result: "taken" | "condition" | "outside" | "later";
  /** The route's condition; at runtime any value of the document, even if it is never true. */
  when?: Condition;
  split?: SplitEvaluation;
}

/** The user in the preview: attributes, and outputs so far. */
export interface SimulatedUser {
  context: JsonObject;
  outputs: JsonObject;
}

/** Every route of a port, and which one is taken. */
export function explainPort(
  engine: ConditionEngine, document: FlowDocument, at: { flow: string; step: string; port: string },
  user: SimulatedUser,
): RouteEvaluation[] {
  // NB: of two steps with the same id the engine uses the first, like `stepOf`.
  const routes = routesOf(stepOf(document, at.flow, at.step), at.port);
  let isDecided = false;
  return routes.map((route, index) => {
    const evaluation: RouteEvaluation = {
      route: index, result: "later", ...(route.when !== undefined ? { when: route.when } : {}),
    };
    if (isDecided) return evaluation;
    if (isConditional(route) && !isTrue(engine, document, route.when, user)) {
      return { ...evaluation, result: "condition" };
    }
    if (!isSplit(route)) {
      isDecided = true;
      return { ...evaluation, result: "taken" };
    }
    const split = explainSplit(engine, route.split, user);
    isDecided = split.variant !== undefined;
    return { ...evaluation, split, result: isDecided ? "taken" : "outside" };
  });
}

/** Whether a condition is true for a user; a malformed one never is. */
function isTrue(
  engine: ConditionEngine, document: FlowDocument, condition: Condition | undefined,
  user: SimulatedUser,
): boolean {
  return isObject(condition)
    && engine.evaluate(condition, asContext(user), document.segments ?? {});
}

/** Attributes and outputs as one context; the output of a step `a.b` is nested, too: `{a: {b}}`. */
function asContext({ context, outputs }: SimulatedUser): JsonObject {
  const output: JsonObject = { ...outputs };
  for (const [key, value] of Object.entries(outputs)) {
    const parts = key.split(".");
    let inner = output;
    for (const part of parts.slice(0, -1)) {
      const existing = inner[part];
      const next: JsonObject = isObject(existing) ? { ...existing } : {};
      inner[part] = next;
      inner = next;
    }
    inner[parts.at(-1) ?? key] = value;
  }
  return { ...context, output };
}

function explainSplit(engine: ConditionEngine, split: Split, user: SimulatedUser): SplitEvaluation {
  const by = split.by ?? "userId";
  const ranges = rangesOf(split).map(([from, to], index) => (
    { variant: variantName(split, index), from, to }));
  const first = bucketingValue(by, user);
  const attribute = first === undefined && split.fallbackBy !== undefined ? split.fallbackBy : by;
  const value = first ?? (split.fallbackBy === undefined
    ? undefined : bucketingValue(split.fallbackBy, user));
  const evaluation: SplitEvaluation = { experiment: split.experiment, attribute: by, ranges };
  const version = split.hashVersion ?? 2;
  if (version !== 1 && version !== 2) return { ...evaluation, outside: "unusable" };
  if (value === undefined) return { ...evaluation, outside: "unknown" };
  const bucket = engine.bucket(split.seed ?? split.experiment, value, version);
  if (bucket === null) return { ...evaluation, outside: "unusable" };
  const evaluated = { ...evaluation, attribute, value, bucket };
  if (split.namespace) {
    const [name, from, to] = split.namespace;
    const position = engine.bucket(`__${name}`, value, 1) ?? -1;
    if (!(position >= from && position < to)) return { ...evaluated, outside: "namespace" };
  }
  const range = ranges.find(({ from, to }) => bucket >= from && bucket < to);
  return range ? { ...evaluated, variant: range.variant } : { ...evaluated, outside: "range" };
}

/** The bucketing attribute as text; undefined unless it is a number or a non-empty text. */
function bucketingValue(path: string, user: SimulatedUser): string | undefined {
  let value: Json | undefined = asContext(user);
  for (const part of path.split(".")) value = isObject(value) ? value[part] : undefined;
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}
