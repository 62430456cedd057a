// The steps of a flow in the order in which users reach them.

import type { FlowDocument, Step } from "../../document";
import type { FlowResults, StepResults } from "./types";

export interface OrderedStep extends StepResults {
  /** Whether only older releases have it. */
  isRemoved: boolean;
}

/**
 * The steps as the current release has them: breadth first from the start, then those that nothing
 * leads to, then those of older releases. A step that nobody has seen counts 0.
 */
export function orderedSteps(results: FlowResults, document: FlowDocument | null): OrderedStep[] {
  const flow = document?.flows.find(({ id }) => id === results.flow);
  const counted = new Map(results.steps.map((step) => [step.step, step]));
  const steps = new Map((flow?.steps ?? []).map((step) => [step.id, step]));
  const order = new Set<string>();
  const visit = (start: string) => {
    const waiting = [start];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const step = steps.get(id);
      if (!step || order.has(id)) continue;
      order.add(id);
      waiting.push(...targets(step));
    }
  };
  if (flow) visit(flow.start);
  for (const id of steps.keys()) visit(id);
  const known = [...order].map((id) => ({
    ...counted.get(id) ?? { step: id, sessions: 0, ports: [] }, isRemoved: false,
  }));
  const old = results.steps.filter(({ step }) => !steps.has(step))
    .sort((a, b) => b.sessions - a.sessions)
    .map((step) => ({ ...step, isRemoved: flow !== undefined }));
  return [...known, ...old];
}

/** The ids of steps that a step leads to, also through sub-flows and splits. */
function targets(step: Step): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "to" && typeof inner === "string") found.push(inner);
      else if (key !== "when") look(inner);
    }
  };
  look(step.ports);
  return found;
}
