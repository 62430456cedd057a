// The words of the document, as the engine knows them. Objects may have keys that are not named
// here: they are kept, so every change copies what it does not touch.

export type {
  Change, Condition, ConditionIssue, Continuations, Conversion, Destination, Effect, Finding,
  Section, SectionColor, Variant,
  Flow, FlowDocument, FlowLocation, Json, JsonObject, Manifest, PortLabel, Presentation, Refusal,
  Route,
  Split, Status, Step, Style, Transition, ValueType,
} from "flowcore";

import type { Manifest } from "flowcore";

/** A screen as a build declares it. */
export type DeclaredScreen = NonNullable<Manifest["screens"]>[number];

/** The origin of an edge: a route of a port, a variant of that route's split, or an outcome. */
export interface RouteRef {
  flow: string;
  step: string;
  port: string;
  /** The place of the route in the port's list. */
  route: number;
  /** The place of the variant, if the route is a split. */
  variant?: number;
  /** The outcome, if the edge says where a sub-flow's end leads. */
  outcome?: string;
}

/** Whether two edges are the same. */
export function sameRoute(a: RouteRef, b: RouteRef): boolean {
  return a.flow === b.flow && a.step === b.step && a.port === b.port && a.route === b.route
    && a.variant === b.variant && a.outcome === b.outcome;
}

/** A stable text for an edge, for keys of lists. */
export function routeKey(ref: RouteRef): string {
  return JSON.stringify([ref.flow, ref.step, ref.port, ref.route, ref.variant, ref.outcome]);
}
