// Inserts a step into an edge: A → C becomes A → B → C.

import { drawnScreen, portsIn } from "./drawnScreens";
import { addStep, retarget, type Edit } from "./edits";
import { sameJSON } from "./json";
import { continuationsOf, flowOf, isSplit, routesOf, stepOf } from "./reading";
import type { Destination, FlowDocument, Route, RouteRef, Step, Variant } from "./types";

const routeAt = (document: FlowDocument, { flow, step, port, route }: RouteRef) =>
  routesOf(stepOf(document, flow, step), port)[route];

/** The destination that an edge leads to; undefined if there is no such edge. */
export function destinationAt(document: FlowDocument, ref: RouteRef): Destination | undefined {
  const route = routeAt(document, ref);
  const destination = route && routeDestination(route, ref.variant);
  if (!destination || ref.outcome === undefined) return destination;
  return "flow" in destination
    ? continuationsOf(destination.then).find(([outcome]) => outcome === ref.outcome)?.[1]
    : undefined;
}

/** An edge with its route at the time when a user chose it. */
export interface ChosenEdge {
  ref: RouteRef;
  route: Route | undefined;
}

export const chosenEdge = (document: FlowDocument, ref: RouteRef): ChosenEdge =>
  ({ ref, route: routeAt(document, ref) });

/**
 * Whether an edge exists and its route is as it was when the user chose it. Others' changes may
 * replace the route, or move another one to its index.
 */
export const isUnchanged = (document: FlowDocument, { ref, route }: ChosenEdge): boolean =>
  destinationAt(document, ref) !== undefined && sameJSON(routeAt(document, ref), route);

function routeDestination(
  route: Route, variant: number | undefined,
): Destination | Variant | undefined {
  if (isSplit(route)) return variant === undefined ? undefined : route.split.variants[variant];
  return variant === undefined ? route as Destination : undefined;
}

/** The ports that a screen declares; undefined if it is not known. */
export const declaredPorts = (
  screens: readonly { name: string; ports: string[] }[], screen: string,
): string[] | undefined => screens.find(({ name }) => name === screen)?.ports;

/**
 * The port at which an inserted step continues: `next`, like that of a skipped step, otherwise the
 * first one; undefined for a screen that has none.
 *
 * @param declared The screen's ports; undefined if they are not known. Then they are those that the
 * drawn screen fires; for a planned screen, those of the steps that show it, or `next`.
 */
export function continuingPort(
  document: FlowDocument, screen: string, declared: readonly string[] | undefined,
): string | undefined {
  const drawn = drawnScreen(document, screen);
  const known = declared ?? (drawn === undefined ? undefined : portsIn(drawn));
  const ports = known ?? document.flows
    .flatMap(({ steps }) => steps.filter((step) => step.screen === screen))
    .flatMap((step) => Object.keys(step.ports ?? {}));
  if (ports.includes("next")) return "next";
  return ports[0] ?? (known ? undefined : "next");
}

/**
 * Adds a step between the ends of an edge: the edge leads to the step, and the step's port to the
 * edge's old destination.
 *
 * The edge keeps its condition, share and presentation. If that leaves no way back, the way from
 * the step to the old destination has the same, so that there is still none. The step is in the
 * section of both ends. If there is no such edge, nothing changes.
 */
export function insertStep(ref: RouteRef, step: Step, port: string): Edit {
  return (document) => {
    const old = destinationAt(document, ref);
    if (!old) return document;
    const section = sectionBetween(document, ref, old);
    const inserted: Step = {
      ...step, ...(section === undefined ? {} : { section }),
      ports: { ...step.ports, [port]: [onward(old)] },
    };
    const { style } = old;
    const to: Destination = { to: step.id, ...(style && !("finish" in old) ? { style } : {}) };
    return addStep(ref.flow, inserted)(retarget(ref, to)(document));
  };
}

/** The destination alone, pushed unless its presentation leaves no way back. */
function onward(old: Destination): Destination {
  const style = old.style === "replace" || old.style === "root" ? { style: old.style } : {};
  if ("finish" in old) return { finish: old.finish };
  if ("to" in old) return { to: old.to, ...style };
  return { flow: old.flow, ...(old.then === undefined ? {} : { then: old.then }), ...style };
}

/** The section of an edge's source, unless its destination is a step outside of it. */
function sectionBetween(
  document: FlowDocument, ref: RouteRef, destination: Destination,
): string | undefined {
  const steps = flowOf(document, ref.flow)?.steps;
  const section = steps?.find(({ id }) => id === ref.step)?.section;
  const next = "to" in destination
    ? steps?.find(({ id }) => id === destination.to) : undefined;
  return next && next.section !== section ? undefined : section;
}
