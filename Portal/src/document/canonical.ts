// Documents in the form that the engine writes. Every edit is normalized to that form at once: the
// engine reads the server's copy, so the saved document comes back equal, and an edit that is
// undone later still applies.

import { continuationsOf, isSplit } from "./reading";
import type { Variant, Destination, Flow, FlowDocument, Route, Step } from "./types";

/** The members of a document that are omitted when empty. */
const dropped = ["strings", "locales", "segments", "attributes"] as const;

/**
 * Returns the document in canonical form; unchanged parts of the canonical document `before` keep
 * their identity.
 */
export function canonical(document: FlowDocument, before?: FlowDocument): FlowDocument {
  if (document === before) return document;
  const result = { ...document, flows: document.flows.map((flow) => canonicalFlow(flow, before)) };
  for (const member of dropped) {
    const value = result[member];
    if (value !== undefined && Object.keys(value).length === 0) delete result[member];
  }
  return result;
}

function canonicalFlow(flow: Flow, before: FlowDocument | undefined): Flow {
  const old = before?.flows.find((one) => one.id === flow.id);
  if (flow === old) return flow;
  const known = new Set(old?.steps);
  return {
    ...flow, steps: flow.steps.map((step) => (known.has(step) ? step : canonicalStep(step))),
  };
}

function canonicalStep(step: Step): Step {
  const { ports, ...rest } = step;
  if (!ports || Object.keys(ports).length === 0) return rest;
  return {
    ...rest, ports: Object.fromEntries(
      Object.entries(ports).map(([port, routes]) => [port, routes.map(canonicalRoute)])),
  };
}

function canonicalRoute(route: Route): Route {
  if (!isSplit(route)) return canonicalDestination(route as Destination) as Route;
  const variants = route.split.variants.map((variant) => canonicalDestination(variant) as Variant);
  return { ...route, split: { ...route.split, variants } };
}

function canonicalDestination(destination: Destination | Variant): Destination | Variant {
  const { style, then, ...rest } = destination as { style?: string; then?: never };
  const continuations = continuationsOf(then).map(
    ([outcome, next]) => [outcome, canonicalContinuation(outcome, next)]);
  return {
    ...rest, ...(continuations.length > 0 ? { then: Object.fromEntries(continuations) } : {}),
    ...(style === undefined || style === "push" ? {} : { style }),
  } as Destination;
}

/**
 * A plain step is written as its name, unless an outcome has the name of a destination's member.
 */
function canonicalContinuation(outcome: string, next: Destination): Destination | string {
  const written = canonicalDestination(next) as Destination;
  const isPlain = "to" in written && Object.keys(written).length === 1
    && !["to", "finish", "flow"].includes(outcome);
  return isPlain ? written.to : written;
}
