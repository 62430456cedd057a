// The steps of a flow in the order in which users reach them.

import {
  continuationsOf, isSplit, type Destination, type FlowDocument, type Variant,
} from "../../document";
import type { FlowResults, StepResults } from "./types";

export interface OrderedStep extends StepResults {
  /** Whether the current release has the flow but not the step. */
  isRemoved: boolean;
}

/**
 * The steps of the current release, breadth first from the start, then its unreachable steps, then
 * counted steps that it does not have. A step that no session has reached has 0 sessions.
 */
export function orderedSteps(results: FlowResults, document: FlowDocument | null): OrderedStep[] {
  const flow = document?.flows.find(({ id }) => id === results.flow);
  const counted = new Map(results.steps.map((step) => [step.step, step]));
  const steps = new Map((flow?.steps ?? []).map((step) => [step.id, step]));
  const order = new Set<string>();
  const visit = (start: string) => {
    const queue = [start];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const step = steps.get(id);
      if (!step || order.has(id)) continue;
      order.add(id);
      const routes = Object.values(step.ports ?? {}).flat();
      queue.push(...routes
        .flatMap((route) => (isSplit(route) ? route.split.variants : [route])).flatMap(stepsOf));
    }
  };
  if (flow) visit(flow.start);
  for (const id of steps.keys()) visit(id);
  const current = [...order].map((id) => ({
    ...counted.get(id) ?? { step: id, sessions: 0, ports: [] }, isRemoved: false,
  }));
  const removed = results.steps.filter(({ step }) => !steps.has(step))
    .sort((a, b) => b.sessions - a.sessions)
    .map((step) => ({ ...step, isRemoved: flow !== undefined }));
  return [...current, ...removed];
}

/** The steps of the flow to which a destination leads, also after the flows that it enters. */
function stepsOf(destination: Destination | Variant): string[] {
  if ("to" in destination) return [destination.to];
  if (!("flow" in destination)) return [];
  return continuationsOf(destination.then).flatMap(([, then]) => stepsOf(then));
}
