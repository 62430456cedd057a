// Restores what a discarded change leaves dangling: the ends of edges and the starts of flows.

import { changeFlow, removeRoute, retarget, setRoutes, setStart } from "../edits";
import { sameJSON } from "../json";
import { edgesOf, flowOf, routesOf, stepOf } from "../reading";
import { routeKey, type Flow, type FlowDocument, type RouteRef, type Step } from "../types";
import { successorOf } from "../uses";
import { inserted, matching } from "./lists";
import { withOldTarget } from "./routes";

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

/** Adds a removed flow at its old position; the same document if the old one does not have it. */
export function restoreFlow(live: FlowDocument, document: FlowDocument, id: string): FlowDocument {
  const index = live.flows.findIndex((flow) => flow.id === id);
  const removed = live.flows[index];
  if (!removed || flowOf(document, id)) return document;
  const matches = matching(idsOf(live.flows), idsOf(document.flows));
  return { ...document, flows: inserted(document.flows, matches, removed, index) };
}

/** Adds a removed step; the same document if the old flow does not have it. */
export function restoreStep(
  live: FlowDocument, document: FlowDocument, flow: string, id: string,
): FlowDocument {
  const old = flowOf(live, flow);
  const index = old?.steps.findIndex((step) => step.id === id) ?? -1;
  const removed = old?.steps[index];
  if (!old || !removed || stepOf(document, flow, id)) return document;
  return changeFlow(flow, (current) => {
    const matches = matching(idsOf(old.steps), idsOf(current.steps));
    return { ...current, steps: inserted(current.steps, matches, removed, index) };
  })(document);
}

/** An edge to a missing step or flow, or a flow that starts at a missing step. */
interface Dangling {
  key: string;
  flow: string;
  /** The missing step; undefined if a flow is missing. */
  step?: string;
  ref?: RouteRef;
}

function danglingIn(document: FlowDocument, flow: Flow, steps: Step[]): Dangling[] {
  const [flows, ids] = [new Set(idsOf(document.flows)), new Set(idsOf(flow.steps))];
  const edges = steps.flatMap((step) => edgesOf(flow.id, step)).flatMap((edge): Dangling[] => {
    const { ref, target } = edge;
    if (target.kind === "finish") return [];
    if (target.kind === "step" ? ids.has(target.step) : flows.has(target.flow)) return [];
    const key = routeKey(ref) + JSON.stringify(target);
    return [target.kind === "step"
      ? { key, flow: flow.id, step: target.step, ref } : { key, flow: target.flow, ref }];
  });
  const start = { key: JSON.stringify([flow.id, flow.start]), flow: flow.id, step: flow.start };
  return ids.has(flow.start) ? edges : [start, ...edges];
}

/** What dangles in a document because it differs from the draft; in large ones, this is faster. */
function newlyDangling(draft: FlowDocument, document: FlowDocument): Dangling[] {
  const hasAllFlows = draft.flows.every(({ id }) => flowOf(document, id));
  return document.flows.flatMap((flow) => {
    const old = flowOf(draft, flow.id);
    if (hasAllFlows && flow === old) return [];
    const ids = new Set(idsOf(flow.steps));
    const hasAllSteps = hasAllFlows && old?.steps.every(({ id }) => ids.has(id));
    const known = new Set(hasAllSteps ? old?.steps : []);
    return danglingIn(document, flow, flow.steps.filter((step) => !known.has(step)));
  });
}

/**
 * Completes the draft after one of its changes was discarded: restores the steps and flows that
 * something leads to, and what led to a discarded step or flow leads where it did before; a new
 * edge leads on to where the discarded step led. What already dangled in the draft stays.
 */
export function repaired(
  live: FlowDocument, draft: FlowDocument, discarded: FlowDocument,
): FlowDocument {
  let document = discarded;
  let kept: Set<string> | null = null;
  for (;;) {
    const found = newlyDangling(draft, document);
    if (found.length === 0) return document;
    kept ??= new Set(draft.flows.flatMap((flow) => danglingIn(draft, flow, flow.steps))
      .map(({ key }) => key));
    const dangling = found.find(({ key }) => !kept?.has(key));
    if (!dangling) return document;
    const next = withoutDangling(live, draft, document, dangling);
    // The live document may have it, too.
    if (next === document) kept.add(dangling.key);
    document = next;
  }
}

function withoutDangling(
  live: FlowDocument, draft: FlowDocument, document: FlowDocument, { flow, step, ref }: Dangling,
): FlowDocument {
  const restored = step === undefined
    ? restoreFlow(live, document, flow) : restoreStep(live, document, flow, step);
  if (restored !== document) return restored;
  if (!ref) {
    const start = flowOf(live, flow)?.start;
    return start === undefined || start === step ? document : setStart(flow, start)(document);
  }
  const old = stepOf(live, ref.flow, ref.step);
  const current = routesOf(stepOf(document, ref.flow, ref.step), ref.port);
  const routes = withOldTarget(routesOf(old, ref.port), current, ref);
  if (!routes) {
    const to = step === undefined ? null : successorOf(draft, flow, [step]);
    const leadsOn = to && (!("to" in to) || stepOf(document, flow, to.to));
    return (leadsOn ? retarget(ref, to) : removeRoute(ref))(document);
  }
  return sameJSON(routes, current)
    ? document : setRoutes(ref.flow, ref.step, ref.port, routes)(document);
}
