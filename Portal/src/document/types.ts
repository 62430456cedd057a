// The types of the document. Objects may have unknown keys, which are kept: edits copy everything
// that they do not change.

export type {
  Change, Condition, ConditionIssue, Continuations, Conversion, Destination, Effect, Finding,
  Section, SectionColor, Variant,
  Flow, FlowDocument, FlowLocation, Json, JsonObject, Manifest, PortLabel, Presentation,
  FlowErrorDetails, Route,
  Split, Status, Step, Style, Transition, ValueType,
} from "flowcore";

import type { Manifest } from "flowcore";

/** A screen declared by a build. */
export type DeclaredScreen = NonNullable<Manifest["screens"]>[number];

/** The origin of an edge: a route of a port, a variant of that route's split, or an outcome. */
export interface RouteRef {
  flow: string;
  step: string;
  port: string;
  /** The index of the route in the port's list. */
  route: number;
  /** The index of the variant, if the route is a split. */
  variant?: number;
  /** The outcome, if the edge leaves a sub-flow. */
  outcome?: string;
}

/** Whether two edges are the same. */
export function sameRoute(a: RouteRef, b: RouteRef): boolean {
  return a.flow === b.flow && a.step === b.step && a.port === b.port && a.route === b.route
    && a.variant === b.variant && a.outcome === b.outcome;
}

/** The key of a step, unique in its document, or of a location without a step or a flow. */
export const stepKey = ({ flow, step }: { flow?: string; step?: string }): string =>
  JSON.stringify([flow, step]);

/** The key of an edge, unique in its document. */
export function routeKey(ref: RouteRef): string {
  return JSON.stringify([ref.flow, ref.step, ref.port, ref.route, ref.variant, ref.outcome]);
}
