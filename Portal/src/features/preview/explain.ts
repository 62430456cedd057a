// Explains where a port leads for one user: each route in order, with its result. The engine
// evaluates each condition and each bucket.

import {
  isSplit, routesOf, stepOf, type Condition, type FlowDocument, type Json,
  type JsonObject, type Split,
} from "../../document";
import type { FlowRuntime } from "../../engine";

/** The parts of the engine that make decisions. */
export type ConditionEngine = Pick<FlowRuntime, "evaluate" | "bucket">;

/** The result of a split for one user. */
export interface SplitVerdict {
  experiment: string;
  /** The bucketing attribute, and its value; none if it is missing. */
  attribute: string;
  value?: string;
  /** The user's bucket, from 0 to 1. */
  number?: number;
  /** The variant, if the user takes part. */
  variant?: string;
  /** The reason why the user does not take part. */
  outside?: "unknown" | "namespace" | "range" | "unusable";
  /** Every variant's range of buckets: from included, to excluded. */
  ranges: { variant: string; from: number; to: number }[];
}

export interface RouteVerdict {
  /** The route's index in the port's list. */
  route: number;
  /** The first route that applies is taken; later ones are not evaluated. */
  result: "taken" | "condition" | "outside" | "later";
  when?: Condition;
  split?: SplitVerdict;
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
): RouteVerdict[] {
  // NB: of two steps with one id the engine uses the first, like `stepOf`.
  const routes = routesOf(stepOf(document, at.flow, at.step), at.port);
  let isDecided = false;
  return routes.map((route, index) => {
    const verdict: RouteVerdict = {
      route: index, result: "later", ...(route.when ? { when: route.when } : {}),
    };
    if (isDecided) return verdict;
    if (route.when && !isTrue(engine, document, route.when, user)) {
      return { ...verdict, result: "condition" };
    }
    if (!isSplit(route)) {
      isDecided = true;
      return { ...verdict, result: "taken" };
    }
    const split = explainSplit(engine, route.split, user);
    isDecided = split.variant !== undefined;
    return { ...verdict, split, result: isDecided ? "taken" : "outside" };
  });
}

/** Whether a condition is true for a user; a malformed one never is. */
function isTrue(
  engine: ConditionEngine, document: FlowDocument, condition: Condition, user: SimulatedUser,
): boolean {
  return engine.evaluate(condition, asContext(user), document.segments ?? {});
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

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function explainSplit(engine: ConditionEngine, split: Split, user: SimulatedUser): SplitVerdict {
  const by = split.by ?? "userId";
  const ranges = rangesOf(split);
  const first = identity(by, user);
  const attribute = first === undefined && split.fallbackBy !== undefined ? split.fallbackBy : by;
  const value = first ?? (split.fallbackBy === undefined
    ? undefined : identity(split.fallbackBy, user));
  const verdict: SplitVerdict = { experiment: split.experiment, attribute: by, ranges };
  const version = split.hashVersion ?? 2;
  if (version !== 1 && version !== 2) return { ...verdict, outside: "unusable" };
  if (value === undefined) return { ...verdict, outside: "unknown" };
  const number = engine.bucket(split.seed ?? split.experiment, value, version);
  if (number === null) return { ...verdict, outside: "unusable" };
  const evaluated = { ...verdict, attribute, value, number };
  if (split.namespace) {
    const [name, from, to] = split.namespace;
    const bucket = engine.bucket(`__${name}`, value, 1) ?? -1;
    if (!(bucket >= from && bucket < to)) return { ...evaluated, outside: "namespace" };
  }
  const range = ranges.find(({ from, to }) => number >= from && number < to);
  return range ? { ...evaluated, variant: range.variant } : { ...evaluated, outside: "range" };
}

/** The bucketing attribute as text; undefined unless it is a number or a non-empty text. */
function identity(path: string, user: SimulatedUser): string | undefined {
  let value: Json | undefined = asContext(user);
  for (const part of path.split(".")) value = isObject(value) ? value[part] : undefined;
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

/** The ranges of the variants, calculated as in the engine. */
function rangesOf(split: Split): SplitVerdict["ranges"] {
  const variants = split.variants;
  const name = (index: number) => variants[index]?.key ?? String(index);
  if (variants.some((variant) => variant.range)) {
    return variants.map((variant, index) => (
      { variant: name(index), from: variant.range?.[0] ?? 0, to: variant.range?.[1] ?? 0 }));
  }
  const equal = 1 / Math.max(variants.length, 1);
  const stated = variants.map((variant) => variant.weight ?? equal);
  const total = stated.reduce((sum, weight) => sum + weight, 0);
  const isComplete = variants.every((variant) => variant.weight !== undefined);
  const isStated = variants.some((variant) => variant.weight !== undefined);
  const addsUp = total >= 0.99 && total <= 1.01 && isStated === isComplete
    && stated.every((weight) => weight >= 0);
  const coverage = Math.min(Math.max(split.coverage ?? 1, 0), 1);
  let start = 0;
  return (addsUp ? stated : stated.map(() => equal)).map((weight, index) => {
    const range = { variant: name(index), from: start, to: start + coverage * weight };
    start += weight;
    return range;
  });
}
