// Edits of a port's routes; all of them are pure.

import {
  alwaysApplies, continuationsOf, uniqueName, isSplit, routesOf, sameJSON, setRoutes,
  type Variant, type Continuations, type Destination, type Edit, type FlowDocument, type Json,
  type Route, type RouteRef, type Split, type Style,
} from "../../../document";

/** A reference to a port. */
export interface PortRef {
  flow: string;
  step: string;
  port: string;
}

function changeRoutes(at: PortRef, change: (routes: Route[]) => Route[]): Edit {
  return (document) => {
    const step = document.flows.find((flow) => flow.id === at.flow)
      ?.steps.find(({ id }) => id === at.step);
    if (!step) return document;
    const before = routesOf(step, at.port);
    const after = change(before);
    return after === before ? document : setRoutes(at.flow, at.step, at.port, after)(document);
  };
}

export function changeRoute(
  at: PortRef & { route: number }, change: (route: Route) => Route,
): Edit {
  return changeRoutes(at, (routes) => {
    const route = routes[at.route];
    if (!route) return routes;
    const changed = change(route);
    return changed === route ? routes
      : routes.map((old, index) => (index === at.route ? changed : old));
  });
}

export function moveRoute(at: PortRef & { route: number }, to: number): Edit {
  return changeRoutes(at, (routes) => {
    const rest = routes.filter((_, index) => index !== at.route);
    const moved = routes[at.route];
    if (!moved || to === at.route || to < 0 || to >= routes.length) return routes;
    return [...rest.slice(0, to), moved, ...rest.slice(to)];
  });
}

export function duplicateRoute(at: PortRef & { route: number }): Edit {
  return (document) => changeRoutes(at, (routes) => {
    const route = routes[at.route];
    if (!route) return routes;
    const experiment = isSplit(route)
      ? uniqueExperimentName(document, route.split.experiment) : undefined;
    const copy = isSplit(route) && experiment !== undefined
      ? { ...route, split: { ...route.split, experiment } } : { ...route };
    return [...routes.slice(0, at.route + 1), copy, ...routes.slice(at.route + 1)];
  })(document);
}

/** Returns the index for a new rule: before the route that applies to everyone, or at the end. */
export function indexForRule(routes: Route[]): number {
  const always = routes.findIndex(alwaysApplies);
  return always < 0 ? routes.length : always;
}

export function insertRoute(at: PortRef, index: number, route: Route): Edit {
  return changeRoutes(at, (routes) => [...routes.slice(0, index), route, ...routes.slice(index)]);
}

/** A route's destination, or that of its split's first variant; `fallback` if it has none. */
export function destinationOf(route: Route | undefined, fallback: Destination): Destination {
  if (!route) return fallback;
  if (isSplit(route)) {
    return route.split.variants[0] ? destinationOnly(route.split.variants[0]) : fallback;
  }
  return destinationOnly(route);
}

/** A destination without the other members of routes and variants. */
export function destinationOnly(from: Destination | Variant | Route): Destination {
  const { when: _, key: __, weight: ___, range: ____, split: _____, ...rest } =
    from as Record<string, unknown>;
  return rest as unknown as Destination;
}

/** The destination that all variants of a split have; null if they differ or there is only one. */
export function commonDestination({ variants: [first, ...others] }: Split): Destination | null {
  if (!first || others.length === 0) return null;
  const common = destinationOnly(first);
  return others.every((other) => sameJSON(destinationOnly(other), common)) ? common : null;
}

/**
 * Splits the users of the route that applies to everyone between two variants. Without such a
 * route, it splits the users to whom no route applies; if that route is a split, it adds another
 * one before it.
 */
export function addSplit(at: PortRef, fallback: Destination): Edit {
  return (document) => changeRoutes(at, (routes) => {
    const always = routes.findIndex(alwaysApplies);
    const old = routes[always];
    const destination = old && !isSplit(old) ? destinationOnly(old) : fallback;
    const split: Split = {
      experiment: uniqueExperimentName(document, `${at.step}-${at.port}`),
      variants: ["A", "B"].map((key) => ({ key, weight: 0.5, ...destination })),
    };
    if (!old || isSplit(old)) return [...routes.slice(0, indexForRule(routes)), { split },
      ...routes.slice(indexForRule(routes))];
    const { when } = old;
    return routes.map((route, index) =>
      (index === always ? { ...(when ? { when } : {}), split } : route));
  })(document);
}

export function uniqueExperimentName(document: FlowDocument, preferred: string): string {
  const taken = new Set<string>();
  for (const flow of document.flows) {
    for (const step of flow.steps) {
      for (const port of Object.keys(step.ports ?? {})) {
        for (const route of routesOf(step, port)) {
          if (isSplit(route)) taken.add(route.split.experiment);
        }
      }
    }
  }
  return uniqueName(preferred, taken);
}

/** Replaces a split with one of its variants. */
export function endSplit(at: PortRef & { route: number }, variant: number): Edit {
  return changeRoute(at, (route) => {
    const chosen = isSplit(route) ? route.split.variants[variant] : undefined;
    if (!chosen) return route;
    const { when } = route;
    return { ...(when === undefined ? {} : { when }), ...destinationOnly(chosen) };
  });
}

/** Changes the destination that an edge leads to: a route's, a variant's or an outcome's. */
export function changeDestination(
  ref: RouteRef, change: (destination: Destination) => Destination,
): Edit {
  const changed = (destination: Destination): Destination => {
    if (ref.outcome === undefined || !("flow" in destination)) return change(destination);
    const then = continuationsOf(destination.then).map(([outcome, next]) =>
      [outcome, outcome === ref.outcome ? change(next) : next] as const);
    return { ...destination, then: Object.fromEntries(then) };
  };
  return changeRoute(ref, (route) => {
    if (ref.variant === undefined || !isSplit(route)) return changed(route as Destination) as Route;
    const variants = route.split.variants.map((variant, index) =>
      (index === ref.variant ? changed(variant) as Variant : variant));
    return { ...route, split: { ...route.split, variants } };
  });
}

export function setStyle(ref: RouteRef, style: Style): Edit {
  return changeDestination(ref, (destination) => {
    const { style: _, ...rest } = destination;
    return (style === "push" ? rest : { ...rest, style }) as Destination;
  });
}

/** Adds a destination for an outcome of an entered flow. */
export function addContinuation(ref: RouteRef, outcome: string, to: Destination): Edit {
  return changeDestination({ ...ref, outcome: undefined }, (destination) => {
    if (!("flow" in destination)) return destination;
    const then = Object.fromEntries(continuationsOf(destination.then)) as Continuations & object;
    return { ...destination, then: { ...then, [outcome]: to } };
  });
}

/** Sets or removes a condition. */
export function setWhen(
  at: PortRef & { route: number }, when: { [key: string]: Json } | null,
): Edit {
  return changeRoute(at, ({ when: _, ...rest }) =>
    (when === null ? rest : { when, ...rest }) as Route);
}

/** The outcomes that a flow can end with. */
export function outcomesOf(document: FlowDocument, id: string): string[] {
  const flow = document.flows.find((candidate) => candidate.id === id);
  const outcomes = new Set<string>();
  const addOutcomes = (destination: Destination) => {
    if ("finish" in destination) outcomes.add(destination.finish);
    if (!("flow" in destination)) return;
    for (const [, next] of continuationsOf(destination.then)) addOutcomes(next);
  };
  for (const step of flow?.steps ?? []) {
    for (const port of Object.keys(step.ports ?? {})) {
      for (const route of routesOf(step, port)) {
        (isSplit(route) ? route.split.variants : [route as Destination]).forEach(addOutcomes);
      }
    }
  }
  return [...outcomes];
}
