// The input of every quick fix: the finding, the document and the builds; with helpers.

import {
  alwaysApplies, changeStep, flowOf, isSplit, mapDestinations, routesOf, stepOf, targetOf,
  type DeclaredScreen, type Destination, type Edit, type Finding, type Flow,
  type FlowDocument, type Manifest, type Route, type Step,
} from "../../../document";
import { t } from "../../../localization";

/** A quick fix of a finding: an edit, or a choice among several. */
export interface QuickFix {
  label: string;
  edit?: Edit;
  choices?: QuickFix[];
  /** The key and the label for many findings, if the fix's own label mentions only one subject. */
  forAll?: { key: string; label: string };
}

/** A finding and its context. */
export interface FixContext {
  finding: Finding;
  document: FlowDocument;
  manifests: Manifest[];
  flow: Flow | undefined;
  step: Step | undefined;
}

export function fixContext(
  finding: Finding, document: FlowDocument, manifests: Manifest[],
): FixContext {
  const flow = finding.flow === undefined ? undefined : flowOf(document, finding.flow);
  const step = finding.flow === undefined || finding.step === undefined
    ? undefined : stepOf(document, finding.flow, finding.step);
  return { finding, document, manifests, flow, step };
}

/** Returns an argument of the finding that is a string. */
export function stringArgument({ finding }: FixContext, argument: string): string | undefined {
  const value = finding.arguments[argument];
  return typeof value === "string" ? value : undefined;
}

/** Returns the strings of an argument of the finding that is a list. */
export function listArgument({ finding }: FixContext, argument: string): string[] {
  const value = finding.arguments[argument];
  return Array.isArray(value)
    ? value.filter((name): name is string => typeof name === "string") : [];
}

export function declaredScreens({ manifests }: FixContext, screen: string): DeclaredScreen[] {
  return manifests.flatMap(({ screens }) => screens ?? []).filter(({ name }) => name === screen);
}

/** All screens of the builds in use, without duplicates. */
export function knownScreens({ manifests }: FixContext): DeclaredScreen[] {
  const known = new Map<string, DeclaredScreen>();
  for (const screen of manifests.flatMap((manifest) => manifest.screens ?? [])) {
    if (!known.has(screen.name)) known.set(screen.name, screen);
  }
  return [...known.values()];
}

export function portsOf(screen: DeclaredScreen): string[] {
  return (screen.ports ?? []).map((port) => (typeof port === "string" ? port : port.name));
}

/** Several fixes as one with choices; a single one with the label that `single` returns. */
export function choice(
  label: string, choices: QuickFix[], single: (only: QuickFix) => string,
): QuickFix[] {
  const [first, second] = choices;
  if (!first) return [];
  return second ? [{ label, choices }] : [{ ...first, label: single(first) }];
}

/** Returns a short name of a destination. */
export function destinationText(destination: Destination): string {
  const target = targetOf(destination);
  switch (target.kind) {
    case "step": return t("findings.to-step", { step: target.step });
    case "flow": return t("findings.to-flow", { flow: target.flow });
    case "finish": return t("findings.to-end", { outcome: target.outcome });
  }
}

/** The existing outcomes of the flow; “completed” if there is none. */
export function outcomesOf(flow: Flow): string[] {
  const outcomes = new Set<string>();
  for (const step of flow.steps) {
    mapDestinations(step, (destination) => {
      if ("finish" in destination && destination.finish) outcomes.add(destination.finish);
      return destination;
    });
  }
  return outcomes.size > 0 ? [...outcomes] : ["completed"];
}

/**
 * Returns the possible destinations of a step's port: the other steps of the flow, and its ends.
 */
export function possibleDestinations(flow: Flow, from: string, limit = 40): Destination[] {
  const ends = outcomesOf(flow).map((finish) => ({ finish }));
  const steps = [...new Set(flow.steps.map((step) => step.id))].filter((id) => id && id !== from);
  return [...steps.slice(0, limit).map((to) => ({ to })), ...ends];
}

/** The last one of a port's destinations that exist. */
export function lastDestination({ document }: FixContext, flow: Flow, step: Step, port: string) {
  const ids = new Set(flow.steps.map(({ id }) => id));
  const flows = new Set(document.flows.map(({ id }) => id));
  const all = routesOf(step, port).flatMap((route): Destination[] => {
    if (isSplit(route)) {
      return route.split.variants.map(({ weight: _, range: __, key: ___, ...to }) => to);
    }
    const { when: _, ...destination } = route;
    return [destination as Destination];
  });
  return all.filter((destination) => ("to" in destination ? ids.has(destination.to)
    : "flow" in destination ? flows.has(destination.flow) : destination.finish !== "")).at(-1);
}

/** Changes one route; null removes it, and the port with its last route. */
export function changeRoute(context: FixContext, change: (route: Route) => Route | null): Edit {
  const { flow, step, port, route: index } = context.finding;
  return changeStep(flow ?? "", step ?? "", (it) => {
    const routes = routesOf(it, port ?? "").flatMap((route, position) => {
      const changed = position === index ? change(route) : route;
      return changed ? [changed] : [];
    });
    return withRoutes(it, port ?? "", routes);
  });
}

export function withRoutes(step: Step, port: string, routes: Route[]): Step {
  const ports = { ...step.ports };
  if (routes.length === 0) delete ports[port];
  else ports[port] = routes;
  return { ...step, ports };
}

export function routeAt({ finding, step }: FixContext): Route | undefined {
  return routesOf(step, finding.port ?? "")[finding.route ?? -1];
}

/**
 * A fix that removes the route if another one always applies; for a route that is never taken, if
 * the port has any other.
 */
export function removeRoute(context: FixContext, label: string, isNeverTaken = false): QuickFix[] {
  const { finding, step } = context;
  const others = routesOf(step, finding.port ?? "").filter((_, index) => index !== finding.route);
  const isSafe = isNeverTaken ? others.length > 0 : others.some(alwaysApplies);
  return isSafe ? [{ label, edit: changeRoute(context, () => null) }] : [];
}

/** Changes every destination of one route, including those after a sub-flow's outcomes. */
export function changeDestinations(
  context: FixContext, change: (destination: Destination) => Destination | null,
): Edit {
  return changeRoute(context, (route) => {
    const only = mapDestinations({ id: "", screen: "", ports: { port: [route] } }, change);
    return routesOf(only, "port")[0] ?? null;
  });
}
