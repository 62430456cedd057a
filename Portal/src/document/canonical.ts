// Documents in the form that the engine writes. Every edit is normalized to that form immediately:
// the server returns documents in it, so a saved document is equal to the local one, and an edit
// can still be undone.

import { continuationsOf, isSplit } from "./reading";
import type { Variant, Destination, Flow, FlowDocument, Route, Step } from "./types";

/** The members of a document that are omitted when empty. */
const omittedIfEmpty = ["strings", "locales", "segments", "attributes"] as const;

/**
 * Returns the document in canonical form; unchanged parts of the canonical document `before` keep
 * their identity.
 */
export function canonical(document: FlowDocument, before?: FlowDocument): FlowDocument {
  if (document === before) return document;
  const result = { ...document, flows: document.flows.map((flow) => canonicalFlow(flow, before)) };
  for (const member of omittedIfEmpty) {
    const value = result[member];
    if (value !== undefined && Object.keys(value).length === 0) delete result[member];
  }
  return result;
}

function canonicalFlow(flow: Flow, before: FlowDocument | undefined): Flow {
  const old = before?.flows.find(({ id }) => id === flow.id);
  if (flow === old) return flow;
  const canonicalSteps = new Set(old?.steps);
  return {
    ...flow,
    steps: flow.steps.map((step) => (canonicalSteps.has(step) ? step : canonicalStep(step))),
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
 * A destination that is only a step is written as the step's name, unless the outcome has the name
 * of a destination's member.
 */
function canonicalContinuation(outcome: string, next: Destination): Destination | string {
  const destination = canonicalDestination(next) as Destination;
  const isOnlyStep = "to" in destination && Object.keys(destination).length === 1
    && !["to", "finish", "flow"].includes(outcome);
  return isOnlyStep ? destination.to : destination;
}
