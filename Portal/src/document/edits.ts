// Edits of a document's flows, attributes and segments: pure functions in which unchanged parts
// keep their identity, so that a change is visible only where it happened.

import { sameJSON } from "./json";
import {
  alwaysApplies, edgesOf, continuationsOf, flowOf, uniqueName, isSplit, routesOf, stepOf,
} from "./reading";
import { templateParts } from "./template";
import type {
  Condition, Destination, Flow, FlowDocument, Json, Route, RouteRef, Split, Step, ValueType,
  Variant,
} from "./types";

export type Edit = (document: FlowDocument) => FlowDocument;

// Flows and steps ------------------------------------------------------------------------------

function mapFlow(document: FlowDocument, id: string, change: (flow: Flow) => Flow): FlowDocument {
  let isChanged = false;
  const flows = document.flows.map((flow) => {
    if (flow.id !== id) return flow;
    const changed = change(flow);
    isChanged ||= changed !== flow;
    return changed;
  });
  return isChanged ? { ...document, flows } : document;
}

export function changeFlow(id: string, change: (flow: Flow) => Flow): Edit {
  return (document) => mapFlow(document, id, change);
}

export function changeStep(flow: string, id: string, change: (step: Step) => Step): Edit {
  return changeFlow(flow, (old) => {
    let isChanged = false;
    const steps = old.steps.map((step) => {
      if (step.id !== id) return step;
      const changed = change(step);
      isChanged ||= changed !== step;
      return changed;
    });
    return isChanged ? { ...old, steps } : old;
  });
}

export function addStep(flow: string, step: Step): Edit {
  return changeFlow(flow, (old) => ({ ...old, steps: [...old.steps, step] }));
}

/**
 * Removes steps with the edges to them, or leads these edges to a replacement. If the start is
 * removed, the flow starts at the nearest remaining step.
 */
export function removeSteps(flow: string, ids: Iterable<string>, replacement?: Destination): Edit {
  const removed = new Set(ids);
  return changeFlow(flow, (old) => {
    const remaining = old.steps.filter((step) => !removed.has(step.id));
    if (remaining.length === old.steps.length) return old;
    const steps = remaining.map((step) => mapDestinations(step, (destination) => {
      if (!("to" in destination) || !removed.has(destination.to)) return destination;
      return replacement === undefined ? null : redirected(destination, replacement);
    }));
    const start = removed.has(old.start) ? nextStart(old, removed) : old.start;
    return { ...old, start, steps };
  });
}

/** The remaining step that is nearest to the start; of several, the first in the flow. */
function nextStart(flow: Flow, removed: ReadonlySet<string>): string {
  const remaining = flow.steps.filter((step) => !removed.has(step.id));
  const visited = new Set<string>();
  let level = new Set([flow.start]);
  while (level.size > 0) {
    const next = remaining.find((step) => level.has(step.id));
    if (next) return next.id;
    const successors = flow.steps.filter((step) => level.has(step.id))
      .flatMap((step) => edgesOf(flow.id, step))
      .flatMap(({ target }) => (target.kind === "step" ? [target.step] : []));
    for (const id of level) visited.add(id);
    level = new Set(successors.filter((id) => !visited.has(id)));
  }
  return remaining[0]?.id ?? "";
}

/** Renames a step, and updates the edges to it and everything that reads its output. */
export function renameStep(flow: string, from: string, to: string): Edit {
  return (document) => {
    const renamed = mapFlow(document, flow, (old) => ({
      ...old,
      start: old.start === from ? to : old.start,
      steps: old.steps.map((step) => {
        const redirectedStep = mapDestinations(step, (destination) =>
          "to" in destination && destination.to === from
            ? { ...destination, to } : destination);
        return step.id === from ? { ...redirectedStep, id: to } : redirectedStep;
      }),
    }));
    return renameAttribute(renamed, `output.${from}`, `output.${to}`);
  };
}

function renameAttribute(document: FlowDocument, from: string, to: string): FlowDocument {
  const nameAfter = (name: string) =>
    (name === from || name.startsWith(`${from}.`) ? to + name.slice(from.length) : name);
  const textAfter = (text: string) => templateParts(text).map((part) =>
    (part.isPlaceholder ? `{${nameAfter(part.text.slice(1, -1))}}` : part.text)).join("");
  const rename = (value: Json, hasTexts = false): Json => {
    if (typeof value === "string") return hasTexts ? textAfter(value) : value;
    if (Array.isArray(value)) return value.map((element) => rename(element, hasTexts));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [
      nameAfter(key),
      key === "$" && typeof member === "string" ? nameAfter(member) : rename(member, hasTexts),
    ]));
  };
  const condition = (when: Condition | undefined) => when && rename(when) as Condition;
  const routeAfter = (route: Route): Route => {
    const { when, split } = route as Route & { split?: Split };
    const changed = {
      ...route,
      ...(when && { when: condition(when) }),
      ...(split && {
        split: {
          ...split,
          ...(split.by && { by: nameAfter(split.by) }),
          ...(split.fallbackBy && { fallbackBy: nameAfter(split.fallbackBy) }),
        },
      }),
    };
    return sameJSON(changed, route) ? route : changed;
  };
  const screens = document.screens?.map((screen) => rename(screen, true));
  const strings = document.strings && mapValues(
    document.strings, (table) => mapValues(table, textAfter));
  return {
    ...document, ...(sameJSON(screens, document.screens) ? {} : { screens }),
    ...(sameJSON(strings, document.strings) ? {} : { strings }),
    flows: document.flows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({
        ...step,
        ...(step.showWhen ? { showWhen: condition(step.showWhen) } : {}),
        ...(step.ports
          ? { ports: mapValues(step.ports, (routes) => routes.map(routeAfter)) } : {}),
      })),
    })),
  };
}

const mapValues = <T>(object: { [key: string]: T }, change: (value: T) => T) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

export function setStart(flow: string, step: string): Edit {
  return changeFlow(flow, (old) => ({ ...old, start: step }));
}

export function addFlow(flow: Flow): Edit {
  return (document) => ({ ...document, flows: [...document.flows, flow] });
}

/** Removes a flow, and every edge into it. */
export function removeFlow(id: string): Edit {
  return (document) => ({
    ...document,
    flows: document.flows.filter((flow) => flow.id !== id).map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => mapDestinations(step, (destination) =>
        "flow" in destination && destination.flow === id ? null : destination)),
    })),
  });
}

/** Renames a flow, and updates the edges into it. */
export function renameFlow(from: string, to: string): Edit {
  return (document) => ({
    ...document,
    flows: document.flows.map((flow) => ({
      ...flow,
      id: flow.id === from ? to : flow.id,
      steps: flow.steps.map((step) => mapDestinations(step, (destination) =>
        "flow" in destination && destination.flow === from
          ? { ...destination, flow: to } : destination)),
    })),
  });
}

/** Maps every destination of a step; null removes the route, the variant or the outcome. */
export function mapDestinations(
  step: Step, change: (destination: Destination) => Destination | null,
): Step {
  if (!step.ports) return step;
  let isChanged = false;
  // A port that loses its last route is removed.
  const ports = Object.fromEntries(Object.entries(step.ports).flatMap(([port, routes]) => {
    const mapped = routes.flatMap((route) => {
      const changed = mapRoute(route, change);
      isChanged ||= changed !== route;
      return changed ? [changed] : [];
    });
    return mapped.length > 0 || routes.length === 0 ? [[port, mapped]] : [];
  }));
  return isChanged ? { ...step, ports } : step;
}

function mapRoute(
  route: Route, change: (destination: Destination) => Destination | null,
): Route | null {
  if (!isSplit(route)) {
    const { when, ...destination } = route;
    const changed = mapDestination(destination as Destination, change);
    if (!changed) return null;
    return sameJSON(changed, destination)
      ? route : { ...(when === undefined ? {} : { when }), ...changed };
  }
  let isChanged = false;
  const variants = route.split.variants.flatMap((variant) => {
    const changed = mapDestination(variant, change);
    isChanged ||= changed !== variant;
    return changed ? [{ ...variant, ...changed } as Variant] : [];
  });
  if (variants.length === 0) return null;
  return isChanged ? { ...route, split: { ...route.split, variants } } : route;
}

function mapDestination(
  destination: Destination, change: (destination: Destination) => Destination | null,
): Destination | null {
  const changed = change(destination);
  if (!changed || !("flow" in changed) || changed.then === undefined) return changed;
  let isChanged = false;
  const then = continuationsOf(changed.then).flatMap(([outcome, next]) => {
    const mapped = mapDestination(next, change);
    isChanged ||= mapped !== next && !sameJSON(mapped, next);
    return mapped ? [[outcome, mapped] as const] : [];
  });
  return isChanged ? { ...changed, then: Object.fromEntries(then) } : changed;
}

// Ports and routes -----------------------------------------------------------------------------

export function setRoutes(flow: string, step: string, port: string, routes: Route[]): Edit {
  return changeStep(flow, step, (old) => {
    const ports = { ...old.ports };
    if (routes.length === 0) delete ports[port];
    else ports[port] = routes;
    return { ...old, ports };
  });
}

/** Sets the destination of a port for users who match no rule. */
export function connect(flow: string, step: string, port: string, to: Destination): Edit {
  return (document) => {
    const routes = routesOf(stepOf(document, flow, step), port);
    const fallback = routes.findIndex(alwaysApplies);
    const changed = fallback < 0
      ? [...routes, to] : routes.map((route, index) => (index === fallback ? to : route));
    return setRoutes(flow, step, port, changed)(document);
  };
}

/** Changes the target of a destination; its presentation style is kept if the target is a step. */
function redirected(old: Destination, to: Destination): Destination {
  return replaced(old, { flow: "", step: "", port: "", route: 0 }, to);
}

/**
 * Changes the destination of one edge, and keeps its condition and share. The presentation style is
 * kept only if the new destination is a step, and not at an outcome of a sub-flow.
 */
export function retarget(ref: RouteRef, to: Destination): Edit {
  return changeStep(ref.flow, ref.step, (step) => {
    const routes = routesOf(step, ref.port).map((route, index) => {
      if (index !== ref.route) return route;
      if (ref.variant === undefined || !isSplit(route)) {
        return replaced(route as Destination, ref, to);
      }
      const variants = route.split.variants.map((variant, position) =>
        position === ref.variant ? replaced(variant, ref, to) as Variant : variant);
      return { ...route, split: { ...route.split, variants } };
    });
    return { ...step, ports: { ...step.ports, [ref.port]: routes as Route[] } };
  });
}

function replaced(old: Destination & { when?: Condition }, ref: RouteRef, to: Destination) {
  if (ref.outcome !== undefined && "flow" in old) {
    const then = Object.fromEntries(continuationsOf(old.then));
    return { ...old, then: { ...then, [ref.outcome]: to } };
  }
  const { to: _, finish: __, flow: ___, then: ____, ...rest } = old as Record<string, unknown>;
  const isFlow = "flow" in to;
  if (rest["style"] !== undefined && (isFlow || "finish" in to)) delete rest["style"];
  return { ...rest, ...to } as unknown as Destination;
}

/** Removes an edge: its route, its variant (whose share the others get), or its outcome. */
export function removeRoute(ref: RouteRef): Edit {
  return changeStep(ref.flow, ref.step, (step) => {
    const routes = routesOf(step, ref.port).flatMap((route, index): Route[] => {
      if (index !== ref.route) return [route];
      if (ref.outcome !== undefined) return [withoutOutcome(route, ref)];
      if (ref.variant === undefined || !isSplit(route)) return [];
      if (route.split.variants.length === 1) return [];
      const others = route.split.variants.filter((_, position) => position !== ref.variant);
      const sum = others.reduce((total, variant) => total + (variant.weight ?? 0), 0);
      const variants = others.map((variant) => (variant.weight === undefined || sum === 0
        ? variant : { ...variant, weight: rounded(variant.weight / sum) }));
      return [{ ...route, split: { ...route.split, variants } }];
    });
    const ports = { ...step.ports };
    if (routes.length === 0) delete ports[ref.port];
    else ports[ref.port] = routes;
    return { ...step, ports };
  });
}

function withoutOutcome(route: Route, ref: RouteRef): Route {
  const reduced = (destination: Destination): Destination => {
    if (!("flow" in destination)) return destination;
    const others = continuationsOf(destination.then).filter(
      ([outcome]) => outcome !== ref.outcome);
    return { ...destination, then: Object.fromEntries(others) };
  };
  if (!isSplit(route)) return reduced(route as Destination) as Route;
  const variants = route.split.variants.map((variant, position) =>
    (position === ref.variant ? reduced(variant) as Variant : variant));
  return { ...route, split: { ...route.split, variants } };
}

const rounded = (weight: number) => Math.round(weight * 10000) / 10000;

// Content, conditions, attributes and segments -----------------------------------------------

export function setContent(flow: string, step: string, content: Json | undefined): Edit {
  return changeStep(flow, step, ({ content: _, ...rest }) =>
    content === undefined ? rest : { ...rest, content });
}

export function setShowWhen(flow: string, step: string, when: Condition | undefined): Edit {
  return changeStep(flow, step, ({ showWhen: _, ...rest }) =>
    when === undefined || Object.keys(when).length === 0 ? rest : { ...rest, showWhen: when });
}

export function setAttribute(name: string, type: ValueType | null): Edit {
  return (document) => {
    const attributes = { ...document.attributes };
    if (type === null) delete attributes[name];
    else attributes[name] = type;
    return { ...document, attributes };
  };
}

export function setSegment(name: string, values: Json[] | null): Edit {
  return (document) => {
    const segments = { ...document.segments };
    if (values === null) delete segments[name];
    else segments[name] = values;
    return { ...document, segments };
  };
}

// Copying --------------------------------------------------------------------------------------

/** Steps that can be pasted into any flow, even of another application. */
export interface CopiedSteps {
  kind: "flowmagic/steps";
  steps: Step[];
  /** The known positions of the copied steps. */
  positions: { [step: string]: [number, number] };
}

/**
 * Pastes copied steps into a flow. Edges among them connect the copies; edges to steps that the
 * flow does not have are removed.
 *
 * @returns The edit, and the new step for each copied one.
 */
export function pasteSteps(
  document: FlowDocument, flow: string, copied: CopiedSteps,
): { edit: Edit; names: Map<string, string> } {
  const taken = new Set(flowOf(document, flow)?.steps.map(({ id }) => id));
  const names = new Map<string, string>();
  const existing = new Set(taken);
  for (const step of copied.steps) {
    const name = uniqueName(step.id, taken);
    taken.add(name);
    names.set(step.id, name);
  }
  const steps = copied.steps.map((step) => {
    const copy = mapDestinations(step, (destination) => {
      if (!("to" in destination)) return destination;
      const name = names.get(destination.to);
      if (name !== undefined) return { ...destination, to: name };
      return existing.has(destination.to) ? destination : null;
    });
    return { ...copy, id: names.get(step.id) ?? step.id };
  });
  const edit = changeFlow(flow, (old) => ({ ...old, steps: [...old.steps, ...steps] }));
  return { edit, names };
}
