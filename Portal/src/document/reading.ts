// Lookups in a document.

import { isObject } from "./rule";
import { variantShares } from "./shares";
import type {
  Continuations, Destination, Flow, FlowDocument, Json, JsonObject, Route, RouteRef, Split, Step,
  Variant,
} from "./types";

export function flowOf(document: FlowDocument, id: string): Flow | undefined {
  return document.flows.find((flow) => flow.id === id);
}

export function stepOf(document: FlowDocument, flow: string, id: string): Step | undefined {
  return flowOf(document, flow)?.steps.find((step) => step.id === id);
}

export function routesOf(step: Step | undefined, port: string): Route[] {
  const ports = step?.ports;
  return ports && Object.hasOwn(ports, port) ? ports[port] ?? [] : [];
}

export function isSplit(route: Route): route is { split: Split } & Route {
  return "split" in route && route.split !== undefined;
}

/** Whether a condition is no object and therefore never true, as in the engine. */
export function isNever(when: Json | undefined): when is Exclude<Json, JsonObject> {
  return when !== undefined && !isObject(when);
}

/** Whether a route has a condition, which may never be true. */
export function isConditional({ when }: Pick<Route, "when">): boolean {
  return isNever(when) || Object.keys(when ?? {}).length > 0;
}

/** Whether a route applies to everyone who reaches it. */
export function alwaysApplies(route: Route): boolean {
  return !isConditional(route) && !(isSplit(route) && excludesUsers(route.split));
}

/** Whether some users take part in none of a split's variants. */
function excludesUsers(split: Split): boolean {
  // Sums of weights have rounding errors.
  return split.namespace !== undefined
    || variantShares(split).reduce((sum, share) => sum + share, 0) < 0.9999;
}

/** The target of a route: exactly one of the three. */
export type Target =
  | { kind: "step"; step: string }
  | { kind: "finish"; outcome: string }
  | { kind: "flow"; flow: string };

export function targetOf(destination: Destination | Variant): Target {
  if ("finish" in destination) return { kind: "finish", outcome: destination.finish };
  if ("flow" in destination) return { kind: "flow", flow: destination.flow };
  return { kind: "step", step: destination.to };
}

/** An edge of a flow's graph: one destination of a port. */
export interface Edge {
  ref: RouteRef;
  target: Target;
  style: string;
  /** The route's condition, if it has one. */
  when?: Route["when"];
  /** The variant's share, from 0 to 1, and name, if the edge belongs to a split. */
  share?: number;
  variantKey?: string;
  experiment?: string;
  /** The outcome that the edge is for, if it leaves a sub-flow. */
  outcome?: string;
}

/** All edges of a step, in the order of their routes. */
export function edgesOf(flow: string, step: Step): Edge[] {
  const edges: Edge[] = [];
  for (const [port, routes] of Object.entries(step.ports ?? {})) {
    routes.forEach((route, index) => {
      const ref = { flow, step: step.id, port, route: index };
      if (isSplit(route)) {
        const shares = variantShares(route.split);
        route.split.variants.forEach((variant, position) => {
          addEdges(edges, { ...ref, variant: position }, variant, route, {
            share: shares[position] ?? 0, variantKey: variant.key ?? String(position),
            experiment: route.split.experiment,
          });
        });
      } else {
        addEdges(edges, ref, route, route, {});
      }
    });
  }
  return edges;
}

function addEdges(
  edges: Edge[], ref: RouteRef, destination: Destination | Variant, route: Route,
  more: Partial<Edge>,
) {
  const style = destination.style ?? "push";
  edges.push({ ref, target: targetOf(destination), style, when: route.when, ...more });
  if (!("flow" in destination)) return;
  for (const [outcome, then] of continuationsOf(destination.then)) {
    edges.push({
      ref: { ...ref, outcome }, target: targetOf(then), style: then.style ?? "push", outcome,
    });
  }
}

/** Returns the destination for each outcome of a sub-flow; `*` is that of every other outcome. */
export function continuationsOf(then: Continuations | undefined): [string, Destination][] {
  if (then === undefined) return [];
  if (typeof then === "string") return [["*", { to: then }]];
  if (isDestination(then)) return [["*", then]];
  return Object.entries(then).map(([outcome, value]) => [
    outcome, typeof value === "string" ? { to: value } : value,
  ]);
}

function isDestination(then: object): then is Destination {
  const has = (key: string) => typeof (then as Record<string, unknown>)[key] === "string";
  return has("to") || has("finish") || has("flow");
}

/** Returns the preferred id, with a number appended if it is taken, such as `home-2`. */
export function uniqueName(preferred: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(preferred)) return preferred;
  const stem = preferred.replace(/-\d+$/, "");
  let number = 2;
  while (names.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
